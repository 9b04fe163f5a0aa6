import type { Component } from "svelte";
import type { Advice, Standing, Picture } from "../protocol";

/** A line of the log that somebody looks at: whose it is, and what it says. */
export interface Pointed {
  seat: number | null;
  words: string;
}

/** What a drawn board gets.  It shows the view, offers what `picture.choices` offers, and knows no rule. */
export interface BoardProps {
  picture: Picture;
  /** What is printed on the components, by id: the `Catalogue` of the game's view.ts, the same all through the match; null if it has none. */
  catalogue: unknown;
  /** No decision can be sent now: one is on its way, or the connection is lost. */
  busy: boolean;
  play: (text: string) => void;
  /** What the log points at, to be marked on the board. */
  pointed?: Pointed | null;
  /** What a bot thinks of the options, to be shown on their pieces. */
  advice?: Advice | null;
  /** Of the series the match belongs to. */
  standing?: Standing | null;
}

/** The boards by the name of the game, each loaded when first needed.  A game without one is shown in words. */
export const boards: Record<string, () => Promise<{ default: Component<BoardProps> }>> = {
  nusfjord: () => import("./nusfjord/Board.svelte"),
};
