import type { Component } from "svelte";
import { boards } from "../games/registry";

/** The drawn board of a game, loaded when first needed.  Without one, or if it cannot be had, the game is shown in words. */
export class Drawing {
  Board: Component | null = $state.raw(null);
  isComing = $state(false);

  constructor(game: string) {
    const load = boards[game];
    if (!load) return;
    this.isComing = true;
    load()
      .then((module) => (this.Board = module.default))
      .catch(() => {})
      .finally(() => (this.isComing = false));
  }

  /** The room of the board is for a drawing. */
  get isWanted(): boolean {
    return this.isComing || this.Board !== null;
  }
}
