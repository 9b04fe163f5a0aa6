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

/** Pieces of a game to be shown by themselves, drawn as its board draws them: for the page that teaches it, for its rules, and
    small for its reviews.  `pictured` names those that belong to a § mark, `glimpsed` those of a list that can be shown small. */
type Samples = Component<{ children: Snippet<[Snippet<[string]>, Snippet<[string]>]> }>;
export interface Sampled {
  default: Samples;
  pictured: (rule: string, catalogue: never) => string[];
  glimpsed: (pieces: string[]) => string[];
}
export const samples: Record<string, () => Promise<Sampled>> = {
  buru: () => import("./buru/Samples.svelte"),
  nusfjord: () => import("./nusfjord/Samples.svelte"),
  tungaru: () => import("./tungaru/Samples.svelte"),
};

/** What a game shows at its end besides the points: the winner's board as a scene, and what has become of everybody's.
    Not every game has it. */
type Shown = Component<{ picture: Picture; catalogue: never }>;
export const endings: Record<string, () => Promise<{ Scene: Shown; Boards: Shown }>> = {
  nusfjord: () => import("./nusfjord/ending"),
};
