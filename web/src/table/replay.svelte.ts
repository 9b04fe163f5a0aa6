import { Playback, type Stage } from "../board/playback.svelte";
import type { TableLink } from "../net/link.svelte";
import { CHANCE, type Picture, type Recap } from "../protocol";
import { stopsOf } from "../ui/recaps";

type PastLink = Pick<TableLink, "look" | "past" | "update">;
/** The board, and whether it is only set up anew: then nothing flies, and no number says what has changed. */
export interface ReplayStage extends Stage {
  leap(): void;
}

/** Looking back at a match: which move, seen by which seat, and whether it runs by itself. */
export class Replay {
  isOpen = $state(false);
  /** It goes on from turn to turn by itself. */
  isPlaying = $state(false);
  /** After how many moves. */
  at = $state(0);
  /** The seat whose view is shown. */
  eyes = $state(-1);
  /** It runs once up to this move, and then returns to the game; null in a replay that was opened as such. */
  private until: number | null = null;
  /** What comes next is told; all else is shown as it was. */
  private tells = false;
  /** The move to tell when the position before it has come. */
  private landing: number | null = $state(null);
  /** What is told, turn by turn. */
  readonly steps: Playback;
  private readonly link: PastLink;
  private readonly stage: ReplayStage;

  constructor(link: PastLink, stage: ReplayStage, speed: () => number) {
    this.link = link;
    this.stage = stage;
    // To look at everything at once would be no replay.
    const paced = (): number => (speed() === Infinity ? 2 : speed());
    this.steps = new Playback(stage, { speed: paced, tells: (recap) => recap.kind !== "chance", rest: () => this.goOn() });
  }

  get moves(): number {
    return this.link.update?.picture.move ?? 0;
  }

  /** All turns so far. */
  get recaps(): Recap[] {
    return this.link.update?.picture.recaps ?? [];
  }

  /** The move one has gone to: where a jump lands. */
  get aim(): number {
    return this.landing ?? this.at;
  }

  /** After how many moves each turn has been played. */
  stops: number[] = $derived.by(() => stopsOf(this.recaps, this.moves));

  /** The picture to show; the last one until the next has come, and until the board's own scene before it is over. */
  get picture(): Picture | null {
    return this.isOpen ? this.steps.shown : null;
  }

  /** The picture that is shown when the board's own scene is over. */
  get staged(): Picture | null {
    return this.isOpen ? this.steps.staged : null;
  }

  /** There is a new `link.past`. */
  receive(): void {
    const next = this.link.past;
    if (!this.isOpen || !next) return;
    if (this.tells && next.move === this.at) {
      this.steps.receive(next);
      return;
    }
    if (this.steps.shown?.move !== next.move || this.steps.shown.seat !== next.seat) this.stage.leap();
    if (!this.steps.isTelling || next.move !== this.at) this.steps.restart(next);
    else this.steps.receive(next);
    if (this.landing === null || next.move === this.landing) return;
    this.tell(this.landing);
  }

  /** Ends what is being told. */
  skip(): void {
    this.steps.skip();
  }

  open(at = this.moves): void {
    if (this.isOpen) return;
    this.eyes = this.link.update?.picture.seat ?? -1;
    this.isOpen = true;
    this.go(at);
  }

  /** Tells the turns from here on once, or this turn alone, and returns to the game. */
  showFrom(from: number, only?: Recap): void {
    this.open(from);
    this.until = only ? this.stopAfter(only) : this.moves;
    this.isPlaying = true;
    this.landing = this.stops.find((stop) => stop > from) ?? this.moves;
  }

  close(): void {
    this.pause();
    if (this.isOpen) this.stage.leap();
    this.steps.restart(null);
    this.until = null;
    this.isOpen = false;
  }

  /** Shows the position after so many moves, without a word. */
  go(move: number): void {
    this.at = Math.max(0, Math.min(this.moves, Math.round(move)));
    this.landing = null;
    this.tells = false;
    this.steps.stop();
    this.link.look(this.eyes, this.at);
  }

  /** A jump has come to rest: the turn that led here is told, with the board's own scene if there is one. */
  land(): void {
    if (this.at === 0 || this.isPlaying) return;
    const target = this.at;
    this.go(this.stops.findLast((stop) => stop < target) ?? 0);
    this.landing = target;
  }

  /** One turn on, told for as long as one likes. */
  stepOn(): void {
    this.pause();
    const next = this.stops.find((stop) => stop > this.at);
    if (next === undefined) return;
    this.finishTurn();
    this.steps.isPaused = true;
    this.tell(next);
  }

  stepBack(): void {
    this.pause();
    this.go(this.stops.findLast((stop) => stop < this.at) ?? 0);
  }

  /** To where this seat's next turn begins, or the one before. */
  toTurnOf(seat: number, way: 1 | -1): void {
    this.pause();
    const starts = this.recaps.filter((recap) => recap.seat === seat).map((recap) => recap.first);
    const next = way > 0 ? starts.find((first) => first > this.at) : starts.findLast((first) => first < this.at);
    if (next !== undefined) this.go(next);
  }

  toRound(way: 1 | -1): void {
    this.pause();
    const { starts } = this;
    this.go(way > 0 ? (starts.find((start) => start > this.at) ?? this.moves) : (starts.findLast((start) => start < this.at) ?? 0));
  }

  /** After how many moves each round begins. */
  get starts(): number[] {
    return this.rounds.map(({ at }) => at);
  }

  get rounds(): { round: number; at: number }[] {
    const first = new Map<number, number>();
    for (const recap of this.recaps) if (recap.round && recap.seat !== CHANCE && !first.has(recap.round)) first.set(recap.round, recap.first);
    return [...first].map(([round, at]) => ({ round, at }));
  }

  seeThrough(seat: number): void {
    this.eyes = seat;
    this.go(this.at);
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    this.isPlaying = true;
    if (this.at === this.moves) {
      this.go(0);
      this.landing = this.stops[1] ?? 0;
    } else {
      this.finishTurn();
      this.goOn();
    }
  }

  pause(): void {
    this.isPlaying = false;
    if (this.steps.isTelling && !this.steps.isPaused) this.steps.pause();
  }

  /** Answers the keys while the replay is open; returns whether it used the key. */
  takeKey(key: string): boolean {
    const does: Record<string, () => void> = {
      ArrowLeft: () => this.stepBack(),
      ArrowRight: () => this.stepOn(),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      PageUp: () => this.toRound(-1),
      PageDown: () => this.toRound(1),
      Home: () => this.step(-this.at),
      End: () => this.step(this.moves - this.at),
      m: () => this.toTurnOf(this.eyes, 1),
      M: () => this.toTurnOf(this.eyes, -1),
      " ": () => this.toggle(),
      Escape: () => this.close(),
    };
    does[key]?.();
    return key in does;
  }

  /** So many moves on or back. */
  step(moves: number): void {
    this.pause();
    this.go(this.at + moves);
  }

  private stopAfter(recap: Recap): number {
    const next = this.recaps.find(({ turn }) => turn > recap.turn);
    // What ends in the middle of a move is seen in the position that follows.
    return next?.first === recap.last ? (this.stops.find((stop) => stop > recap.last) ?? this.moves) : recap.last + 1;
  }

  private tell(move: number): void {
    this.at = move;
    this.landing = null;
    this.tells = true;
    if (!this.isPlaying) this.steps.isPaused = true;
    this.link.look(this.eyes, move);
  }

  /** What is being told is shown to its end. */
  private finishTurn(): void {
    const { isPlaying } = this;
    this.isPlaying = false;
    this.steps.skip();
    this.isPlaying = isPlaying;
  }

  /** A turn has been told. */
  private goOn(): void {
    if (!this.isOpen || !this.isPlaying || this.landing !== null) return;
    if (this.until !== null && this.at >= this.until) return this.close();
    const next = this.stops.find((stop) => stop > this.at);
    if (next === undefined) this.isPlaying = false;
    else this.tell(next);
  }
}
