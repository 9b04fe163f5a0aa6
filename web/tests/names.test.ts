// One name, one idea: nothing outside the games' folders is exported under the same name by two files.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../src/**/*.ts", "!../src/games/**", "!../src/protocol.ts"], { eager: true, query: "?raw", import: "default" });

const exported = (text: string): string[] => [...text.matchAll(/^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm)].map(([, name]) => name!);

/** Names with the files that export them, where there are several. */
function doubled(files: Record<string, string>): Record<string, string[]> {
  const where = new Map<string, string[]>();
  for (const [path, text] of Object.entries(files)) for (const name of exported(text)) where.set(name, [...(where.get(name) ?? []), path]);
  return Object.fromEntries([...where].filter(([, paths]) => paths.length > 1));
}

test("no name is exported twice", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(60);
  expect(doubled(sources)).toEqual({});
});

test("a name that is exported twice is found", () => {
  expect(doubled({ "a.ts": "export const kindOf = 1;", "b.ts": "export function kindOf() {}", "c.ts": "const kindOf = 2;" })).toEqual({ kindOf: ["a.ts", "b.ts"] });
});
