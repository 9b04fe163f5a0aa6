// A game is a folder: nothing outside of web/src/games knows a game by name.  Comments may give examples.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../src/**/*.ts", "../src/**/*.svelte", "../src/**/*.css", "!../src/games/**"], { eager: true, query: "?raw", import: "default" });
const games = [...new Set(Object.keys(import.meta.glob("../src/games/*/Board.svelte")).map((path) => path.split("/")[3]!))];

/** The lines that name a game, without their comments. */
function linesThatName(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(^|\s)\/\/.*$/gm, "");
  return code.split("\n").filter((line) => games.some((game) => line.toLowerCase().includes(game)));
}

test("no game is known by name", () => {
  expect(games.length).toBeGreaterThan(2);
  expect(Object.keys(sources).length).toBeGreaterThan(150);
  expect(Object.entries(sources).flatMap(([path, text]) => linesThatName(text).map((line) => `${path}: ${line.trim()}`))).toEqual([]);
});

test("a name is seen", () => {
  expect(linesThatName('const FIRST = "buru";')).toHaveLength(1);
  expect(linesThatName(".nusfjord { color: red; }")).toHaveLength(1);
  expect(linesThatName('/** `/?new=nusfjord` opens its dialog. */\nconst a = "https://x"; // as in Tungaru')).toEqual([]);
});
