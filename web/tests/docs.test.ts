import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, parse } from "svelte/compiler";
import { expect, test } from "vitest";

const HERE = dirname(fileURLToPath(import.meta.url));
const page = readFileSync(join(HERE, "../../docs/draw-a-board.md"), "utf8");
const example = page.slice(page.indexOf("```svelte") + "```svelte\n".length).split("```", 1)[0]!;

test("the example of docs/draw-a-board.md compiles without a warning", () => {
  const { warnings } = compile(example, { filename: "Board.svelte" });
  expect(warnings.map((warning) => warning.code)).toEqual([]);
});

test("what the example takes from board/ is there", () => {
  const { instance } = parse(example, { modern: true });
  const paths = instance!.content.body.flatMap((node) => (node.type === "ImportDeclaration" ? [String(node.source.value)] : []));
  const shared = paths.filter((path) => path.startsWith("../../board/"));
  expect(shared.length).toBeGreaterThan(4);
  const at = (path: string): string => join(HERE, "../src/games/tidepool", path);
  expect(shared.filter((path) => !existsSync(at(path)) && !existsSync(at(`${path}.ts`)))).toEqual([]);
});

test("every part of board/ that boards use is on the page", () => {
  const parts = Object.keys(import.meta.glob("../src/board/*.svelte")).map((file) => file.slice("../src/board/".length, -".svelte".length));
  const inner = ["MoveCaption", "PlaybackButtons", "Pointers", "Signs", "Tags", "Tip"]; // used by the frame, or by the page
  expect(parts.filter((part) => !inner.includes(part) && !page.includes(`\`${part}\``))).toEqual([]);
});
