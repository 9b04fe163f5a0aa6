import { Following } from "../board/following.svelte";
import type { Picture } from "../protocol";
import type { TableLink } from "../net/link.svelte";

const PACE = 900;
/** As long as a timer can wait: whoever goes step by step looks as long as they like. */
const STAYS = 2 ** 31 - 1;

/** Looking back at a match: which move, through whose eyes, and whether it runs by itself. */
export class Replay {
  isOpen = $state(false);
  isPlaying = $state(false);
  /** After how many moves. */
  at = $state(0);
  eyes = $state(-1);
  /** What a board puts on between two pictures: how long it lasts. */
  staging: (before: Picture, after: Picture) => number = () => 0;
  /** It was opened to run once, up to now: nobody goes step by step. */
  isTold = false;
  private readonly steps = new Following(
    () => 0,
    (before, after) => this.lengthOf(before, after),
  );
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A jump comes to rest after this move. */
  private landing: number | null = null;
  private readonly link: Pick<TableLink, "look" | "past" | "update">;

  constructor(link: Pick<TableLink, "look" | "past" | "update">) {
    this.link = link;
  }

  get moves(): number {
    return this.link.update?.picture.move ?? 0;
  }

  /** The picture to show; the last one until the next has come, and what a board puts on before it is over. */
  get picture(): Picture | null {
    return this.isOpen ? (this.steps.shown ?? this.link.past) : null;
  }

  /** The picture that is shown after what a board puts on. */
  get staged(): Picture | null {
    return this.isOpen ? this.steps.staged : null;
  }

  /** A picture has come. */
  see(): void {
    const next = this.link.past;
    if (!this.isOpen || !next) return;
    if (this.steps.staged && this.steps.staged.move !== next.move) this.steps.skip();
    this.steps.see(next);
    if (this.landing === null || next.move !== this.landing - 1) return;
    this.landing = null;
    this.link.look(this.eyes, this.at);
  }

  /** Enough of what is put on. */
  skip(): void {
    this.steps.skip();
  }

  /** Only a step from one move to the next has anything put on. */
  private lengthOf(before: Picture, after: Picture): number {
    const length = after.move === before.move + 1 ? this.staging(before, after) : 0;
    return length === 0 || this.isPlaying || this.isTold ? length : STAYS;
  }

  open(at = this.moves): void {
    this.eyes = this.link.update?.picture.seat ?? -1;
    this.isOpen = true;
    this.go(at);
  }

  close(): void {
    this.pause();
    this.steps.stop();
    this.steps.shown = null;
    this.isTold = false;
    this.isOpen = false;
  }

  go(move: number): void {
    this.at = Math.max(0, Math.min(this.moves, Math.round(move)));
    if (this.at === this.moves) this.pause();
    this.landing = null;
    this.link.look(this.eyes, this.at);
  }

  /** A jump has come to rest: its last move is made before one's eyes, with whatever a board puts on. */
  land(): void {
    if (this.at === 0 || this.isPlaying) return;
    this.landing = this.at;
    this.link.look(this.eyes, this.at - 1);
  }

  seeThrough(seat: number): void {
    this.eyes = seat;
    this.go(this.at);
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.at === this.moves) this.go(0);
    this.isPlaying = true;
    this.wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  /** Answers the keys while the replay is open; tells whether it took the key. */
  takeKey(key: string): boolean {
    if (this.staged && (key === " " || key === "Escape")) return this.skip(), true;
    const places: Record<string, number> = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      PageUp: this.at - 10,
      PageDown: this.at + 10,
      Home: 0,
      End: this.moves,
    };
    if (key in places) {
      this.pause();
      this.go(places[key]!);
    } else if (key === " ") this.toggle();
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.staged) this.go(this.at + 1);
      if (this.isPlaying) this.wait();
    }, PACE);
  }
}
