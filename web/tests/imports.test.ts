// The rooms of the page stay apart: who may import whom.  Types may come from anywhere.
import { expect, test } from "vitest";

const SHARED: Record<string, string[]> = {
  net: [],
  worker: ["net"],
  ui: ["net"],
  board: ["net", "ui"],
  games: ["net", "ui", "board"],
  rules: ["net", "ui", "board"],
  outline: ["net", "ui", "board"],
};
/** One folder for each page; the table shows its waiting room and its end. */
const PAGES: Record<string, string[]> = {
  home: [],
  table: ["lobby", "ending"],
  lobby: [],
  ending: [],
  review: [],
  learn: [],
  practice: [],
  competition: [],
  people: [],
  operator: [],
};

const sources = import.meta.glob<string>(["../src/**/*.ts", "../src/**/*.svelte"], { eager: true, query: "?raw", import: "default" });

/** What a file imports something from, at once or later, or hands on; types left aside. */
function imported(path: string, text: string): string[] {
  const imports = text.matchAll(/(?:^|\n)\s*(?:import|export)(?!\s+type\b)(?:[^;"'=(]*?from)?\s*["'](\.[^"']+)["']/g);
  const later = text.matchAll(/\bimport\(\s*["'](\.[^"']+)["']/g);
  return [...imports, ...later].map(([, target]) => new URL(target!, `file://${path.replace("..", "")}`).pathname);
}

const roomOf = (path: string): string => {
  const [room, ...rest] = path.replace(/^(\.\.)?\/src\//, "").split("/");
  return rest.length > 0 ? room! : "";
};

/** The game whose folder a file is in. */
const gameOf = (path: string): string | undefined => /src\/games\/(\w+)\//.exec(path)?.[1];

function breaches(path: string, text: string): string[] {
  const room = roomOf(path);
  const allowed = SHARED[room] ?? (PAGES[room] && [...Object.keys(SHARED), ...PAGES[room]]);
  if (!allowed) return [];
  const targets = imported(path, text);
  const above = targets.map(roomOf).filter((other) => other !== "" && other !== room && !allowed.includes(other));
  const games = room === "games" ? targets.flatMap((target) => gameOf(target) ?? []).filter((game) => game !== gameOf(path)) : [];
  return [...above, ...games].map((other) => `${path} imports from ${other}`);
}

test("the rooms of the page stay apart", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(Object.entries(sources).flatMap(([path, text]) => breaches(path, text))).toEqual([]);
});

test("every folder is a room", () => {
  const known = [...Object.keys(SHARED), ...Object.keys(PAGES), "app", ""];
  expect(Object.keys(sources).filter((path) => !known.includes(roomOf(path)))).toEqual([]);
});

test("a breach is seen", () => {
  expect(breaches("../src/ui/Dialog.svelte", 'import { Desk } from "../board/desk.svelte";')).toHaveLength(1);
  expect(breaches("../src/games/buru/Board.svelte", 'import Side from "../../table/Side.svelte";')).toHaveLength(1);
  expect(breaches("../src/review/ReviewPage.svelte", 'import Side from "../table/Side.svelte";')).toHaveLength(1);
  expect(breaches("../src/games/buru/Board.svelte", 'import { ICONS } from "../nusfjord/signs";')).toHaveLength(1);
  expect(breaches("../src/home/Front.svelte", 'const side = () => import("../table/Side.svelte");')).toHaveLength(1);
  expect(breaches("../src/ui/ago.ts", 'export { Desk } from "../board/desk.svelte";')).toHaveLength(1);
  expect(breaches("../src/ui/ago.ts", 'export type { Desk } from "../board/desk.svelte";')).toEqual([]);
  expect(breaches("../src/ui/turns.ts", 'import type { TableSession } from "../table/session.svelte";')).toEqual([]);
});
