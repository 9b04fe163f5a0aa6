import type { Component } from "svelte";
import { boards } from "../ui/registry";

/** The drawn board of a game, loaded when first needed.  Without one, or if loading fails, the game is shown in words. */
export class Drawing {
  Board: Component | null = $state.raw(null);
  isComing = $state(false);
  private readonly fetch: (() => Promise<{ default: Component }>) | undefined;
  private isLoaded = false;

  constructor(game: string) {
    this.fetch = boards[game];
    this.isComing = this.fetch !== undefined;
  }

  /** Loads it.  Called when the board is shown: the end of a game needs none. */
  load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.fetch?.()
      .then((module) => (this.Board = module.default))
      .catch(() => {})
      .finally(() => (this.isComing = false));
  }

  /** Whether there is, or will be, a drawn board. */
  get isWanted(): boolean {
    return this.isComing || this.Board !== null;
  }
}
