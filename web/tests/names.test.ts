// One name, one idea: no two modules declare the same name, no component a constant or type of the same name, and no
// component a function that a module exports.  Games answer the same questions, each in a file of the same name.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../src/**/*.ts", "../src/**/*.svelte"], { eager: true, query: "?raw", import: "default" });

interface Declared {
  path: string;
  name: string;
  kind: string;
  isExported: boolean;
}

/** What stands at the top of a module or of a component's script. */
function declared(path: string, text: string): Declared[] {
  const isComponent = path.endsWith(".svelte");
  const scripts = isComponent ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script!.replace(/^ {2}/gm, "")) : [text];
  const found = scripts.flatMap((script) => [...script.matchAll(/^(export )?(?:async )?(?:abstract )?(function|const|let|class|interface|type) (\w+)/gm)]);
  const all = found.map(([, exported, kind, name]) => ({ path, name: name!, kind: kind!, isExported: exported !== undefined }));
  return isComponent ? all.filter(({ name, kind }) => isShared(name, kind) || kind === "function") : all;
}

/** Of a component, only what is the same for all that are shown is looked at; every one calls its properties `Props`. */
const isShared = (name: string, kind: string): boolean => (kind === "interface" || kind === "type" || name === name.toUpperCase()) && name !== "Props" && name.length > 1;

/** The game and the file in its folder. */
const inGame = (path: string): string[] | undefined => /\/games\/(\w+)\/(.+)$/.exec(path)?.slice(1);

/** Is this the same question, answered by several games? */
function isAnswer(all: Declared[]): boolean {
  const places = all.map(({ path }) => inGame(path));
  return places.every((place) => place?.[1] === places[0]?.[1] && place) && new Set(places.map((place) => place![0])).size === places.length;
}

/** Names with the files that declare them, where that is more than one idea. */
function doubled(files: Record<string, string>): Record<string, string[]> {
  const where = new Map<string, Declared[]>();
  for (const [path, text] of Object.entries(files)) for (const one of declared(path, text)) where.set(one.name, [...(where.get(one.name) ?? []), one]);
  const clashes = [...where].flatMap(([name, all]): [string, string[]][] => {
    const locals = all.filter(({ path, name, kind }) => path.endsWith(".svelte") && !isShared(name, kind));
    const others = all.filter((one) => !locals.includes(one));
    const shadowed = others.some(({ isExported }) => isExported) ? all : others;
    return shadowed.length > 1 && !isAnswer(shadowed) ? [[name, shadowed.map(({ path }) => path)]] : [];
  });
  return Object.fromEntries(clashes);
}

test("no name stands for two ideas", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(doubled(sources)).toEqual({});
});

const script = (code: string): string => `<script lang="ts">\n  ${code}\n</script>`;

test.each([
  ["two modules", { "../src/ui/a.ts": "export const kindOf = 1;", "../src/ui/b.ts": "function kindOf() {}" }, true],
  ["a constant of a component", { "../src/ui/A.svelte": script("const MOST = 4;"), "../src/ui/B.svelte": script("const MOST = 5;") }, true],
  ["a function that hides one of a module", { "../src/ui/a.ts": "export const signIn = 1;", "../src/ui/B.svelte": script("function signIn() {}") }, true],
  ["what components do", { "../src/ui/A.svelte": script("function open() {}"), "../src/ui/B.svelte": script("function open() {}") }, false],
  ["other files of two games", { "../src/games/buru/a.ts": "export const GOODS = 1;", "../src/games/nusfjord/b.ts": "export const GOODS = 1;" }, true],
  ["the same file of two games", { "../src/games/buru/a.ts": "export const GOODS = 1;", "../src/games/nusfjord/a.ts": "export const GOODS = 1;" }, false],
  ["a game and a room", { "../src/games/buru/a.ts": "export const GOODS = 1;", "../src/ui/a.ts": "const GOODS = 1;" }, true],
])("%s: a name that stands for two ideas is found", (_, files, isFound) => {
  expect(Object.keys(doubled(files)).length > 0).toBe(isFound);
});
