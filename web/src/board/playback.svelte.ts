import type { Picture, Recap } from "../protocol";
import { isTurn, readingTime, sentenceOf } from "../ui/recaps";

/** The board that moves are shown on. */
export interface Stage {
  /** How long the board's own scene between these two pictures lasts, in milliseconds; 0 if it has none. */
  sceneLength(before: Picture, after: Picture): number;
  /** This picture is drawn next; the one before it is still on the screen. */
  prepare(next: Picture): void;
}

/** How it is shown. */
export interface Pacing {
  /** How many times faster than usual: Infinity shows everything at once, 0 waits for a click after each turn. */
  speed(): number;
  /** Whether this is told at all: one's own turn is not. */
  tells(recap: Recap, picture: Picture): boolean;
  /** Everything has been told. */
  rest?(): void;
}

/** Something that is told, and the picture it leads to.  Without a picture, what comes next leads to it. */
interface Beat {
  recap: Recap | null;
  picture: Picture | null;
}

/** A turn that was told, to go back to. */
interface ToldTurn {
  before: Picture;
  beats: Beat[];
}

/** With more turns than this in the queue, each is shown half as long. */
const LONG_QUEUE = 6;
/** A turn that goes on is shown for at least this long after its newest part, in milliseconds. */
const LEAST_MORE = 700;

/** The others' moves, told turn by turn: a picture and a sentence each.  Until all is told, the page belongs to the moment that is shown. */
export class Playback {
  /** The picture to draw. */
  shown: Picture | null = $state.raw(null);
  /** The turn that is being told. */
  telling: Recap | null = $state.raw(null);
  /** The picture that is shown when the board's own scene is over. */
  staged: Picture | null = $state.raw(null);
  isPaused = $state(false);
  /** For how long the sentence stays, in milliseconds; 0 as long as the reader likes. */
  length = $state(0);
  private queue: Beat[] = $state.raw([]);
  private past: ToldTurn[] = $state.raw([]);
  private isHolding = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private started = 0;
  private readonly stage: Stage;
  private readonly pacing: Pacing;

  constructor(stage: Stage, pacing: Pacing) {
    this.stage = stage;
    this.pacing = pacing;
  }

  /** The page shows a moment that is over: something has still to be told. */
  get isTelling(): boolean {
    return this.isHolding || this.queue.length > 0;
  }

  /** The next picture is drawn as soon as it comes. */
  get isFree(): boolean {
    return !this.isTelling;
  }

  /** How many turns are still to be told after this one. */
  get queued(): number {
    return new Set(this.queue.flatMap(({ recap }) => (recap && recap.turn !== this.telling?.turn ? [recap.turn] : []))).size;
  }

  get canGoBack(): boolean {
    return this.past.length > 1;
  }

  /** The turns of this show so far, the one that is told last. */
  get turns(): Recap[] {
    return this.past.flatMap(({ beats }) => beats.findLast(({ recap }) => recap)?.recap ?? []);
  }

  private get newest(): Picture | null {
    return this.queue.findLast(({ picture }) => picture)?.picture ?? this.staged ?? this.shown;
  }

  /** The newest picture has come, with those on the way to it. */
  receive(next: Picture, steps: Picture[] = []): void {
    const { newest } = this;
    if (next === newest) return;
    if (newest?.move === next.move && newest.seat === next.seat) this.replaceNewest(next);
    else if (!newest || newest.seat !== next.seat || next.move < newest.move || this.pacing.speed() === Infinity) this.restart(next);
    else {
      this.queue = [...this.queue, ...this.beatsTo([...steps, next], newest)];
      this.goOn();
    }
  }

  /** Shows the newest picture now. */
  skip(): void {
    const { newest } = this;
    if (!this.isTelling || !newest) return;
    this.restart(newest);
    this.pacing.rest?.();
  }

  /** Drops what is queued and begins with this picture. */
  restart(picture: Picture | null): void {
    this.stop();
    this.shown = picture;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isHolding = false;
    this.telling = null;
    this.queue = [];
    this.past = [];
    this.staged = null;
    this.isPaused = false;
  }

  pause(): void {
    this.isPaused = !this.isPaused;
    clearTimeout(this.timer);
    if (!this.isPaused && this.isHolding) this.hold(this.length);
  }

  /** Goes on to the next turn. */
  next(): void {
    if (!this.isHolding) return;
    clearTimeout(this.timer);
    this.end();
  }

  /** Tells the turn before this one again, and waits there. */
  back(): void {
    const [before, now] = this.past.slice(-2);
    if (!before || !now) return;
    clearTimeout(this.timer);
    this.past = this.past.slice(0, -2);
    this.queue = [...before.beats, ...now.beats, ...this.queue];
    this.shown = before.before;
    this.staged = this.telling = null;
    this.isHolding = false;
    this.isPaused = true;
    this.goOn();
  }

  /** What is told on the way to these pictures. */
  private beatsTo(pictures: Picture[], from: Picture): Beat[] {
    let { move } = from;
    return pictures.flatMap((picture) => {
      const fresh = picture.recaps.filter((recap) => recap.last >= move && recap.first < picture.move);
      move = picture.move;
      const beats = together(fresh).map((recap) => ({ recap: this.pacing.tells(recap, picture) ? recap : null, picture: null }) as Beat);
      return beats.length > 0 ? beats.with(-1, { ...beats.at(-1)!, picture }) : [{ recap: null, picture }];
    });
  }

  private replaceNewest(next: Picture): void {
    const at = this.queue.findLastIndex(({ picture }) => picture);
    if (at >= 0) this.queue = this.queue.with(at, { ...this.queue[at]!, picture: next });
    else if (this.staged) this.staged = next;
    else this.shown = next;
  }

  private goOn(): void {
    for (let beat = this.queue[0]; beat; beat = this.queue[0]) {
      const isSame = beat.recap !== null && beat.recap.turn === this.telling?.turn;
      if (this.isHolding && !isSame) return;
      this.queue = this.queue.slice(1);
      this.play(beat, isSame);
    }
    if (this.isHolding) return;
    this.telling = null;
    this.past = [];
    this.isPaused = false;
    this.pacing.rest?.();
  }

  private play(beat: Beat, isSame: boolean): void {
    if (beat.recap && !isSame) this.past = [...this.past, { before: this.shown!, beats: [beat] }];
    else if (this.past.length > 0) this.past = this.past.with(-1, { ...this.past.at(-1)!, beats: [...this.past.at(-1)!.beats, beat] });
    if (beat.recap) this.telling = beat.recap;
    const scene = beat.picture && this.shown ? this.stage.sceneLength(this.shown, beat.picture) : 0;
    const spent = isSame ? performance.now() - this.started : 0;
    if (!isSame) this.started = performance.now();
    const reading = beat.recap ? Math.max(this.readingOf(beat.recap) - spent, isSame ? LEAST_MORE : 0) : 0;
    if (scene > 0) {
      this.staged = beat.picture;
      this.hold(Math.max(scene, reading));
      return;
    }
    if (beat.picture && this.staged === null) this.draw(beat.picture);
    else if (beat.picture) this.staged = beat.picture;
    if (reading > 0) this.hold(reading);
  }

  private draw(picture: Picture): void {
    this.stage.prepare(picture);
    this.shown = picture;
  }

  /** Its time is over. */
  private end(): void {
    const { staged } = this;
    this.staged = null;
    if (staged) this.draw(staged);
    this.isHolding = false;
    this.goOn();
  }

  private readingOf(recap: Recap): number {
    const picture = this.newest ?? this.shown!;
    const isLong = this.queued > LONG_QUEUE;
    return readingTime(sentenceOf(recap, picture)) / (isLong ? 2 : 1) / (this.pacing.speed() || 1);
  }

  private hold(length: number): void {
    clearTimeout(this.timer);
    this.isHolding = true;
    this.length = this.pacing.speed() === 0 ? 0 : length;
    const isTimed = this.pacing.speed() > 0 || this.telling === null;
    if (!this.isPaused && isTimed) this.timer = setTimeout(() => this.end(), length);
  }
}

/** What is revealed in one go is one thing to tell, as the board has one scene for it. */
function together(all: Recap[]): Recap[] {
  const found: Recap[] = [];
  for (const recap of all) {
    const last = found.at(-1);
    if (last?.kind === "reveal" && recap.kind === "reveal")
      found[found.length - 1] = { ...recap, first: last.first, bits: [...(last.bits ?? []), ...(recap.bits ?? [])], about: [...(last.about ?? []), ...(recap.about ?? [])] };
    else found.push(recap);
  }
  return found;
}

/** At the table: all that others do, and what happens to all; not one's own turn, and not the set-up. */
export const tellsOthers = (recap: Recap, picture: Picture): boolean => recap.kind !== "chance" && !(isTurn(recap) && recap.seat === picture.seat);
