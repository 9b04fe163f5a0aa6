import type { Line, Picture } from "../protocol";
import { freshLines, isOthers } from "./story";

/** The same eyes, later, and I have done nothing meanwhile: else there is nothing to follow. */
const goesOn = (before: Picture, after: Picture): boolean =>
  after.seat === before.seat && after.move > before.move && !freshLines(before, after).some((line) => line.seat === after.seat);

/** So many moves may wait; from then on each is shown half as long. */
const MANY = 6;

/** Shows what others do one move after the other.  What I may do never waits: my options are those of the newest picture. */
export class Following {
  /** The picture to draw. */
  shown: Picture | null = $state.raw(null);
  /** What is being shown, in words. */
  telling: Line[] = $state.raw([]);
  /** What a board puts on goes before this picture. */
  staged: Picture | null = $state.raw(null);
  private waiting: Picture[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isHolding = false;
  private readonly pace: () => number;
  private readonly staging: (before: Picture, after: Picture) => number;
  /** Told before a picture that has waited is drawn. */
  before: (next: Picture) => void = () => {};

  /** `pace`: how long a move is shown now; 0 shows everything at once.
      `staging`: how long a board stages what leads from one picture to the next before it is shown. */
  constructor(pace: () => number, staging: (before: Picture, after: Picture) => number = () => 0) {
    this.pace = pace;
    this.staging = staging;
  }

  /** How many moves are still to be shown. */
  get behind(): number {
    return this.waiting.length;
  }

  /** The next picture is drawn as soon as it comes. */
  get isFree(): boolean {
    return !this.isHolding;
  }

  /** What is drawn is not how things stand. */
  get isBehind(): boolean {
    return this.waiting.length > 0 || this.staged !== null;
  }

  /** The newest picture has come. */
  see(next: Picture): void {
    const newest = this.waiting.at(-1) ?? this.staged ?? this.shown;
    if (next === newest) return;
    const isSame = newest?.move === next.move && newest.seat === next.seat;
    if (isSame && this.waiting.length > 0) this.waiting = [...this.waiting.slice(0, -1), next];
    else if (isSame && this.staged) this.staged = next;
    else if (isSame) this.shown = next;
    else if (!newest || !goesOn(newest, next) || (this.pace() === 0 && !this.staged)) this.jump(next);
    else if (this.isHolding) this.waiting = [...this.waiting, next];
    else this.showNext(next);
  }

  /** Enough: show how things stand. */
  skip(): void {
    const newest = this.waiting.at(-1) ?? this.staged;
    if (!newest) return;
    this.stop();
    this.shown = newest;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isHolding = false;
    this.telling = [];
    this.waiting = [];
    this.staged = null;
  }

  private jump(next: Picture): void {
    const before = this.staged;
    this.stop();
    if (before) this.shown = before;
    this.put(next, (last) => this.pass(last));
  }

  /** Show it; but first what the board puts on. */
  private put(next: Picture, show: (next: Picture) => void): void {
    const isLater = this.shown?.seat === next.seat && this.shown.move < next.move;
    const length = isLater ? this.staging(this.shown!, next) : 0;
    if (length === 0) return show(next);
    this.telling = [];
    this.staged = next;
    this.isHolding = true;
    this.timer = setTimeout(() => {
      const last = this.staged!;
      this.staged = null;
      this.before(last);
      show(last);
    }, length);
  }

  /** It takes no time of its own. */
  private pass(next: Picture): void {
    this.shown = next;
    this.goOn();
  }

  private show(next: Picture): void {
    this.telling = freshLines(this.shown, next);
    this.shown = next;
    this.isHolding = true;
    const length = this.pace() * Math.min(2, 0.6 + 0.4 * this.telling.length) * (this.waiting.length > MANY ? 0.5 : 1);
    this.timer = setTimeout(() => this.goOn(), length);
  }

  /** What nobody else has done, chance for one, needs no time of its own. */
  private showNext(next: Picture): void {
    const takesTime = isOthers(freshLines(this.shown, next), next.seat);
    this.put(next, (last) => (takesTime ? this.show(last) : this.pass(last)));
  }

  private goOn(): void {
    this.isHolding = false;
    const [next, ...rest] = this.waiting;
    this.waiting = rest;
    if (next) this.before(next);
    if (next && this.pace() === 0) this.jump(rest.at(-1) ?? next);
    else if (next) this.showNext(next);
    else this.telling = [];
  }
}
