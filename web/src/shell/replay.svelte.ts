import type { Picture } from "../protocol";
import type { TableLink } from "./link.svelte";

const PACE = 900;

/** Looking back at a match: which move, through whose eyes, and whether it runs by itself. */
export class Replay {
  isOpen = $state(false);
  isPlaying = $state(false);
  /** After how many moves. */
  at = $state(0);
  eyes = $state(-1);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly link: Pick<TableLink, "look" | "past" | "update">;

  constructor(link: Pick<TableLink, "look" | "past" | "update">) {
    this.link = link;
  }

  get moves(): number {
    return this.link.update?.picture.move ?? 0;
  }

  /** The picture to show; the last one until the next has come. */
  get picture(): Picture | null {
    return this.isOpen ? this.link.past : null;
  }

  open(at = this.moves): void {
    this.eyes = this.link.update?.picture.seat ?? -1;
    this.isOpen = true;
    this.go(at);
  }

  close(): void {
    this.pause();
    this.isOpen = false;
  }

  go(move: number): void {
    this.at = Math.max(0, Math.min(this.moves, Math.round(move)));
    if (this.at === this.moves) this.pause();
    this.link.look(this.eyes, this.at);
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
      this.go(this.at + 1);
      if (this.isPlaying) this.wait();
    }, PACE);
  }
}
