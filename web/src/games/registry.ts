import type { Component, Snippet } from "svelte";
import type { Picture } from "../protocol";

/** A line of the log that somebody looks at: whose it is, and the pieces it speaks of. */
export interface Pointed {
  seat: number | null;
  about: string[];
}

/** The boards by the name of the game, each loaded when first needed.  A game without one is shown in words.
    A board takes everything from the desk: docs/draw-a-board.md. */
export const boards: Record<string, () => Promise<{ default: Component }>> = {
  buru: () => import("./buru/Board.svelte"),
  nusfjord: () => import("./nusfjord/Board.svelte"),
  tungaru: () => import("./tungaru/Board.svelte"),
};

/** Pieces of a game to be shown by themselves, drawn as its board draws them: for the page that teaches it. */
type Samples = Component<{ children: Snippet<[Snippet<[string]>]> }>;
export const samples: Record<string, () => Promise<{ default: Samples }>> = {
  buru: () => import("./buru/Samples.svelte"),
  nusfjord: () => import("./nusfjord/Samples.svelte"),
  tungaru: () => import("./tungaru/Samples.svelte"),
};

/** What a game shows at its end besides the points: what has become of everybody's board.  Not every game has it. */
export const endings: Record<string, () => Promise<{ default: Component<{ picture: Picture; catalogue: never }> }>> = {
  nusfjord: () => import("./nusfjord/Ending.svelte"),
};
