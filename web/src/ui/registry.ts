import type { Component, Snippet } from "svelte";
import type { IconSheet } from "../board/icons";
import type { Picture } from "../protocol";
import type { CardGroup } from "./cardGroups";

/** The line of the log that is pointed at: its seat, and the pieces it is about. */
export interface Pointed {
  seat: number | null;
  about: string[];
}

/** Files of games, by the name of the game (the folder they are in). */
const byGame = <T>(files: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(files).map(([path, file]) => [path.split("/")[2]!, file]));

/** The boards by the name of the game, each loaded when first needed.  A game without one is shown in words.
    A board takes everything from the desk: docs/draw-a-board.md. */
export const boards = byGame(import.meta.glob<{ default: Component }>("../games/*/Board.svelte"));

/** Pieces of a game to be shown by themselves, drawn as its board draws them: for the page that teaches it, for its rules, and
    small for its reviews.  `pictured` names those that belong to a § mark, `glimpsed` those of a list that can be shown small. */
export interface Samples {
  Sample: Component<{ kind: string; id: string }>;
  Glance: Component<{ kind: string; id: string }>;
  /** The game's own symbols, and their names. */
  Symbols: Component;
  ICONS: IconSheet;
  pictured: (rule: string, catalogue: never) => string[];
  glimpsed: (pieces: string[]) => string[];
  /** Every card of the game, with where it is in this view; null where none is played. */
  cards: (catalogue: never, view: never, nameOf: (seat: number) => string) => CardGroup[];
}
export const samples = byGame(import.meta.glob<Samples>("../games/*/samples.ts"));

/** What a game shows at its end besides the points: the winner's board as a scene, and what has become of everybody's.
    Not every game has it. */
type EndPicture = Component<{ picture: Picture; catalogue: never }>;
export const endings = byGame(
  import.meta.glob<{
    Scene: EndPicture;
    Boards: EndPicture;
    /** One player's part, in the final count. */
    Row?: Component<{ picture: Picture; catalogue: never; seat: number }>;
    /** What the game was played with, in a word or two. */
    setupOf?: (catalogue: never) => string;
  }>("../games/*/ending.ts"),
);

/** Pictures of where a game is played: by day on the front page, by night at its end, with a small picture of its board
    (taken by tools/screenshots.py).  They come with the front page, so they are small. */
interface ScenePictures {
  Day: Component;
  /** The sky at the end; its own for each game. */
  Sky: Component | undefined;
  Night: Component<{ children: Snippet }>;
  /** The background of the final count, in CSS. */
  evening: string | undefined;
  Things: Component;
  board: string;
}
const days = byGame(import.meta.glob<Component>("../games/*/scene/Day.svelte", { eager: true, import: "default" }));
const skies = byGame(import.meta.glob<Component>("../games/*/scene/Sky.svelte", { eager: true, import: "default" }));
const nights = byGame(import.meta.glob<Component<{ children: Snippet }>>("../games/*/scene/Night.svelte", { eager: true, import: "default" }));
const evenings = byGame(import.meta.glob<string>("../games/*/scene/evening.ts", { eager: true, import: "default" }));
const things = byGame(import.meta.glob<Component>("../games/*/scene/Things.svelte", { eager: true, import: "default" }));
const shots = byGame(import.meta.glob<string>("../games/*/scene/board.webp", { eager: true, query: "?url", import: "default" }));
export const scenes: Record<string, ScenePictures | undefined> = Object.fromEntries(
  Object.keys(days).map((game) => [game, { Day: days[game]!, Sky: skies[game], Night: nights[game]!, evening: evenings[game], Things: things[game]!, board: shots[game]! }]),
);
