import { untrack } from "svelte";
import type { Choice } from "../protocol";
import { NO_CHOICES } from "./options";

/** The state of one piece.  Each has its own, so that a new picture redraws only the pieces for which something has changed. */
class PieceState {
  options: Choice[] = $state.raw(NO_CHOICES);
  isLit = $state(false);
  isChosen = $state(false);
  isChanged = $state(false);
}

/** Which pieces are drawn, and the state of each piece that something is known about. */
export class Pieces {
  private readonly drawn = new Map<string, number>();
  /** Goes up when a piece comes or goes. */
  version = $state(0);
  private readonly states = new Map<string, PieceState>();
  private count = $state(0);

  isDrawn(piece: string): boolean {
    return this.drawn.has(piece);
  }

  /** A piece is drawn, perhaps more than once.  Returns how to take it away. */
  draw(piece: string): () => void {
    this.drawn.set(piece, (this.drawn.get(piece) ?? 0) + 1);
    untrack(() => this.version++);
    return () => {
      const count = this.drawn.get(piece)! - 1;
      if (count > 0) this.drawn.set(piece, count);
      else this.drawn.delete(piece);
      untrack(() => this.version++);
    };
  }

  /** Brings every piece up to date. */
  update(options: Map<string, Choice[]>, lit: Set<string>, chosen: Set<string>, changed: Set<string>): void {
    for (const named of [options.keys(), lit, chosen, changed]) for (const piece of named) if (!this.states.has(piece)) this.states.set(piece, new PieceState());
    for (const [piece, state] of this.states) {
      state.options = options.get(piece) ?? NO_CHOICES;
      state.isLit = lit.has(piece);
      state.isChosen = chosen.has(piece);
      state.isChanged = changed.has(piece);
    }
    this.count = this.states.size;
  }

  /** A piece has no state until something is first known about it. */
  stateOf(piece: string): PieceState | undefined {
    const state = this.states.get(piece);
    if (!state) void this.count;
    return state;
  }
}
