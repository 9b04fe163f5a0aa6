import type { Component, Snippet } from "svelte";
import type { Picture } from "../protocol";

/** A line of the log that somebody looks at: whose it is, and the pieces it speaks of. */
export interface Pointed {
  seat: number | null;
  about: string[];
}

/** Files of games by the name of the game: the folder they lie in. */
const byGame = <T>(files: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(files).map(([path, file]) => [path.split("/")[2]!, file]));

/** The boards by the name of the game, each loaded when first needed.  A game without one is shown in words.
    A board takes everything from the desk: docs/draw-a-board.md. */
export const boards = byGame(import.meta.glob<{ default: Component }>("../games/*/Board.svelte"));

/** Pieces of a game to be shown by themselves, drawn as its board draws them: for the page that teaches it, for its rules, and
    small for its reviews.  `pictured` names those that belong to a § mark, `glimpsed` those of a list that can be shown small. */
type Samples = Component<{ children: Snippet<[Snippet<[string]>, Snippet<[string]>]> }>;
export interface Sampled {
  default: Samples;
  pictured: (rule: string, catalogue: never) => string[];
  glimpsed: (pieces: string[]) => string[];
}
export const samples = byGame(import.meta.glob<Sampled>("../games/*/Samples.svelte"));

/** What a game shows at its end besides the points: the winner's board as a scene, and what has become of everybody's.
    Not every game has it. */
type Shown = Component<{ picture: Picture; catalogue: never }>;
export const endings = byGame(import.meta.glob<{ Scene: Shown; Boards: Shown }>("../games/*/ending.ts"));

/** Pictures of where a game is played: by day on the front page, by night at its end, with a small picture of its board
    (taken by tools/screenshots.py).  They come with the front page, so they are small. */
interface Scene {
  Day: Component;
  Night: Component<{ children: Snippet }>;
  Things: Component;
  board: string;
}
const days = byGame(import.meta.glob<Component>("../games/*/scene/Day.svelte", { eager: true, import: "default" }));
const nights = byGame(import.meta.glob<Component<{ children: Snippet }>>("../games/*/scene/Night.svelte", { eager: true, import: "default" }));
const things = byGame(import.meta.glob<Component>("../games/*/scene/Things.svelte", { eager: true, import: "default" }));
const shots = byGame(import.meta.glob<string>("../games/*/scene/board.webp", { eager: true, query: "?url", import: "default" }));
export const scenes: Record<string, Scene | undefined> = Object.fromEntries(
  Object.keys(days).map((game) => [game, { Day: days[game]!, Night: nights[game]!, Things: things[game]!, board: shots[game]! }]),
);
