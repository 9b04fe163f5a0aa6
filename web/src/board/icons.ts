import { getContext, setContext } from "svelte";

/** The drawings a game brings: `<symbol id="{prefix}-{name}">` in a component of its own, and pictures as CSS classes. */
export interface IconSheet {
  prefix: string;
  /** The names that are drawn as symbols. */
  symbols: readonly string[];
  /** Names drawn as background pictures: `.{prefix}-{name}`.  Cheaper to lay out where a drawing lies there by the dozen. */
  pictures?: readonly string[];
  /** How many times wider than high, where that is not 1. */
  wide?: Readonly<Record<string, number>>;
}

/** The signs that every board has: Signs.svelte. */
export const SIGNS: IconSheet = { prefix: "sk", symbols: ["points", "flag", "card", "hand", "lock", "bot"] };

export type Drawing = { picture: string } | { symbol: string; wide: number };

/** How a name is drawn: by the game, else by the room; null where nobody has a drawing and the word has to do. */
export function drawingOf(name: string, sheet: IconSheet | undefined): Drawing | null {
  for (const { prefix, symbols, pictures, wide } of sheet ? [sheet, SIGNS] : [SIGNS]) {
    if (pictures?.includes(name)) return { picture: `${prefix}-${name}` };
    if (symbols.includes(name)) return { symbol: `#${prefix}-${name}`, wide: wide?.[name] ?? 1 };
  }
  return null;
}

const KEY = Symbol("icons");
export const setIcons = (sheet: IconSheet): IconSheet => setContext(KEY, sheet);
export const getIcons = (): IconSheet | undefined => getContext(KEY);
