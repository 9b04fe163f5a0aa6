// "Go to definition" leads from a click to the socket: what an object calls it got in its constructor, and nobody replaces it later.
import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const files = Object.keys(import.meta.glob(["../src/**/*.ts", "../src/**/*.svelte"])).filter((file) => !file.endsWith("protocol.ts") && !file.endsWith("/view.ts"));

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (typeof value === "object" && value !== null) {
    if (isNode(value)) yield value;
    for (const [field, part] of Object.entries(value)) if (field !== "metadata" && field !== "parent") yield* nodesIn(part);
  }
}

const isFunction = (node: unknown): boolean => isNode(node) && (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression");

/** Does the type say that this holds a function, or a function or nothing? */
function isFunctionType(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "TSTypeAnnotation" || node.type === "TSParenthesizedType") return isFunctionType(node.typeAnnotation);
  if (node.type === "TSUnionType") return (node.types as Node[]).some(isFunctionType);
  return node.type === "TSFunctionType";
}

const nameOf = (node: unknown): string => (isNode(node) && (node.type === "Identifier" || node.type === "PrivateIdentifier") ? String(node.name) : "");

/** Handlers of the browser's own objects: `socket.onopen`. */
const isBrowsers = (name: string): boolean => name.startsWith("on") && name === name.toLowerCase();

/** What is wrong with this piece of code, if anything. */
function problemOf(node: Node): string | null {
  if (node.type === "PropertyDefinition" && !node.readonly && (isFunction(node.value) || isFunctionType(node.typeAnnotation))) {
    return `the field ${nameOf(node.key)} holds a function that can be replaced: make it a method, or readonly and given in the constructor`;
  }
  if (node.type === "AssignmentExpression" && isNode(node.left) && node.left.type === "MemberExpression" && isFunction(node.right)) {
    const name = nameOf(node.left.property);
    return isBrowsers(name) ? null : `${name} is replaced from outside`;
  }
  if (node.type === "ExportNamedDeclaration" && isNode(node.declaration) && node.declaration.type === "VariableDeclaration" && node.declaration.kind === "let") {
    const found = (node.declaration.declarations as Node[]).find((part) => isFunction(part.init) || (isNode(part.id) && isFunctionType(part.id.typeAnnotation)));
    return found ? `the exported variable ${nameOf(found.id)} holds a function that can be replaced` : null;
  }
  return null;
}

function problemsIn(source: string, file: string): string[] {
  const isScript = file.endsWith(".ts");
  const tree = parse(isScript ? `<script lang="ts">${source}\n</script>` : source, { modern: true });
  const shift = isScript ? '<script lang="ts">'.length : 0;
  return [...nodesIn([tree.instance, tree.module, tree.fragment])].flatMap((node) => {
    const problem = problemOf(node);
    return problem ? [`${file}:${source.slice(0, node.start - shift).split("\n").length} ${problem}`] : [];
  });
}

test("no callback of the page can be replaced", () => {
  expect(files.filter((file) => /src\/(net|board|table)\//.test(file)).length).toBeGreaterThan(40);
  expect(files.flatMap((file) => problemsIn(readFileSync(new URL(file, import.meta.url), "utf8"), file))).toEqual([]);
}, 60_000); // all files are parsed, and the machine may be busy

test.each([
  ["class Desk { send: (text: string) => void = () => {}; }", 1],
  ["class Desk { send = (text: string): void => go(text); }", 1],
  ["class Desk { private send: ((text: string) => void) | null = null; }", 1],
  ["class Link { before!: (next: Update) => void; }", 1],
  ["desk.send = (text) => play(text);", 1],
  ["link.before = () => {};", 1],
  ["this.desk.skip = function () { go(); };", 1],
  ["class Desk { private readonly host: BoardHost; send(text: string): void { this.host.play(text); } }", 0],
  ["class Playback { private readonly pace: () => number; constructor(pace: () => number) { this.pace = pace; } }", 0],
  ["socket.onopen = () => greet();", 0],
  ["const find = (id: string): string => id;", 0],
])("%s is judged", (code, count) => {
  expect(problemsIn(code, "some.ts")).toHaveLength(count);
  expect(problemsIn(`<script lang="ts">${code}</script>`, "Some.svelte")).toHaveLength(count);
});

test("an exported variable that holds a function is found", () => {
  expect(problemsIn("export let send: (text: string) => void = () => {};", "some.ts")).toHaveLength(1);
});
