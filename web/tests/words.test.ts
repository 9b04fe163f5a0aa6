// Words are for reading.  What the page needs to know it gets as data; nothing in web/src takes a sentence apart to learn something.
import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const files = Object.keys(import.meta.glob(["../src/**/*.ts", "../src/**/*.svelte"])).filter((file) => !file.endsWith("protocol.ts") && !file.endsWith("/view.ts"));

/** These show words to people, and learn nothing from them. */
const SHOWS: Record<string, string> = {
  "../src/ui/explain/rulestext.ts": "sets the stressed words and the lists of rules.md",
  "../src/ui/explain/Ruled.svelte": "keeps the mark of a rule on the line of the last word",
  "../src/ui/ending.ts": "sets the beginning of a result as a headline",
  "../src/ui/decisions.ts": "finds the options with the words that somebody has typed, and says a name once",
};

/** What holds words: fields of the protocol, and variables called like them. */
const WORDY = new Set(["label", "words", "text", "title", "short", "group", "note", "name", "value", "traits"]);
const READS = new Set([
  "match",
  "matchAll",
  "search",
  "test",
  "exec",
  "split",
  "replace",
  "startsWith",
  "endsWith",
  "includes",
  "indexOf",
  "lastIndexOf",
  "slice",
  "substring",
  "charAt",
  "at",
  "localeCompare",
]);

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

const nameOf = (node: unknown): string => (isNode(node) && node.type === "Identifier" ? String(node.name) : "");

/** Is this an expression of words: `choice.label`, `words`, `choice.label ?? ""`, `line.words.toLowerCase()`? */
function isWordy(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "Identifier") return WORDY.has(nameOf(node));
  if (node.type === "MemberExpression") return !node.computed && WORDY.has(nameOf(node.property));
  if (node.type === "ChainExpression" || node.type === "TSNonNullExpression" || node.type === "TSAsExpression") return isWordy(node.expression);
  if (node.type === "LogicalExpression") return isWordy(node.left);
  if (node.type === "CallExpression") return isNode(node.callee) && node.callee.type === "MemberExpression" && isWordy(node.callee.object);
  return false;
}

const isText = (node: unknown): boolean => isNode(node) && ((node.type === "Literal" && typeof node.value === "string" && node.value !== "") || node.type === "TemplateLiteral");

/** What is wrong with this piece of code, if anything. */
function readsWords(node: Node): string | null {
  if (node.type === "Literal" && "regex" in node && node.regex) return "a regular expression";
  if ((node.type === "NewExpression" || node.type === "CallExpression") && nameOf(node.callee) === "RegExp") return "a regular expression";
  if (node.type === "CallExpression" && isNode(node.callee) && node.callee.type === "MemberExpression") {
    const method = nameOf(node.callee.property);
    if (READS.has(method) && isWordy(node.callee.object)) return `reads words with ${method}()`;
    if (READS.has(method) && (node.arguments as Node[]).some(isWordy) && method !== "includes") return `looks for words with ${method}()`;
  }
  if (node.type === "BinaryExpression" && ["==", "===", "!=", "!=="].includes(String(node.operator))) {
    if ((isWordy(node.left) && isText(node.right)) || (isWordy(node.right) && isText(node.left))) return "compares words";
  }
  if (node.type === "SwitchStatement" && isWordy(node.discriminant)) return "switches on words";
  return null;
}

function problemsIn(source: string, file: string): string[] {
  const tree = parse(file.endsWith(".ts") ? `<script lang="ts">${source}\n</script>` : source, { modern: true });
  const shift = file.endsWith(".ts") ? '<script lang="ts">'.length : 0;
  const found: string[] = [];
  for (const node of nodesIn([tree.instance, tree.module, tree.fragment])) {
    const problem = readsWords(node);
    if (problem) found.push(`${file}:${source.slice(0, node.start - shift).split("\n").length} ${problem}`);
  }
  return found;
}

test("no code in web/src reads words", () => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => (file in SHOWS ? [] : problemsIn(readFileSync(new URL(file, import.meta.url), "utf8"), file)));
  expect(found).toEqual([]);
}, 60_000); // all files are parsed, and the machine may be busy

test.each([
  ["const price = / for (.+)/.exec(choice.label);", 1],
  ["const brings = desk.choice(id)?.label.match(rule);", 1],
  ['if (choice.text.startsWith("place ")) go();', 1],
  ['const verb = choice.text.split(" ")[0];', 1],
  ['const isPass = choice.label === "Pass";', 1],
  ['const isFree = (line.words ?? "").includes("free");', 1],
  ["const at = line.words.toLowerCase().indexOf(card.name);", 1],
  ["switch (choice.group) { default: }", 1],
  ["const same = new Map([[choice.text, choice]]).get(liking.text);", 0],
  ["const isOne = choice.at?.includes(piece) ?? false;", 0],
])("%s is found out", (code, count) => {
  expect(problemsIn(code, "some.ts").length >= 1 ? 1 : 0).toBe(count);
  expect(problemsIn(`{#if true}{(() => { ${code} })()}{/if}`, "Some.svelte").length >= 1 ? 1 : 0).toBe(count);
});
