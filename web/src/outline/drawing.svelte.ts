import type { Component } from "svelte";
import { boards } from "../ui/registry";

/** The drawn board of a game, loaded when first needed.  Without one, or if it cannot be had, the game is shown in words. */
export class Drawing {
  Board: Component | null = $state.raw(null);
  isComing = $state(false);
  private fetch: (() => Promise<{ default: Component }>) | undefined;

  constructor(game: string) {
    this.fetch = boards[game];
    this.isComing = this.fetch !== undefined;
  }

  /** It is to be seen.  Whoever only looks at the end of a game needs no board. */
  load(): void {
    const fetch = this.fetch;
    this.fetch = undefined;
    fetch?.()
      .then((module) => (this.Board = module.default))
      .catch(() => {})
      .finally(() => (this.isComing = false));
  }

  /** The room of the board is for a drawing. */
  get isWanted(): boolean {
    return this.isComing || this.Board !== null;
  }
}
