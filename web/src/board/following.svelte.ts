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
  private waiting: Picture[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isHolding = false;
  private readonly pace: () => number;

  /** `pace`: how long a move is shown now; 0 shows everything at once. */
  constructor(pace: () => number) {
    this.pace = pace;
  }

  /** How many moves are still to be shown. */
  get behind(): number {
    return this.waiting.length;
  }

  /** The newest picture has come. */
  see(next: Picture): void {
    const newest = this.waiting.at(-1) ?? this.shown;
    if (next === newest) return;
    const isSame = newest?.move === next.move && newest.seat === next.seat;
    if (isSame && this.waiting.length > 0) this.waiting = [...this.waiting.slice(0, -1), next];
    else if (isSame) this.shown = next;
    else if (this.pace() === 0 || !newest || !goesOn(newest, next)) this.jump(next);
    else if (this.isHolding) this.waiting = [...this.waiting, next];
    else this.showNext(next);
  }

  /** Enough: show how things stand. */
  skip(): void {
    const newest = this.waiting.at(-1);
    if (newest) this.jump(newest);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isHolding = false;
    this.telling = [];
    this.waiting = [];
  }

  private jump(next: Picture): void {
    this.stop();
    this.shown = next;
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
    if (isOthers(freshLines(this.shown, next), next.seat)) return this.show(next);
    this.shown = next;
    this.goOn();
  }

  private goOn(): void {
    this.isHolding = false;
    const [next, ...rest] = this.waiting;
    this.waiting = rest;
    if (next) this.showNext(next);
    else this.telling = [];
  }
}
