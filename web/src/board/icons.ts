import { getContext, setContext } from "svelte";

/** The drawings a game brings: `<symbol id="{prefix}-{name}">` in a component of its own, and pictures as CSS classes. */
export interface IconSheet {
  prefix: string;
  /** The names that are drawn as symbols. */
  symbols: readonly string[];
  /** Names drawn as background pictures: `.{prefix}-{name}`.  Cheaper to lay out where there are dozens of the same. */
  pictures?: readonly string[];
  /** How many times wider than high, where that is not 1. */
  wide?: Readonly<Record<string, number>>;
}

/** The signs that every board has: Signs.svelte. */
export const SHARED_ICONS: IconSheet = { prefix: "sk", symbols: ["points", "flag", "card", "hand", "lock", "bot"] };

export type IconDrawing = { picture: string } | { symbol: string; wide: number };

/** How a name is drawn: by the game's sheet, else by the shared one; null if there is no drawing, and the word is written. */
export function drawingOf(name: string, sheet: IconSheet | undefined): IconDrawing | null {
  for (const { prefix, symbols, pictures, wide } of sheet ? [sheet, SHARED_ICONS] : [SHARED_ICONS]) {
    if (pictures?.includes(name)) return { picture: `${prefix}-${name}` };
    if (symbols.includes(name)) return { symbol: `#${prefix}-${name}`, wide: wide?.[name] ?? 1 };
  }
  return null;
}

const ICONS_KEY = Symbol("icons");
export const setIcons = (sheet: IconSheet): IconSheet => setContext(ICONS_KEY, sheet);
export const getIcons = (): IconSheet | undefined => getContext(ICONS_KEY);
