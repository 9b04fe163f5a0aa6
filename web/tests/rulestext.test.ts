import { expect, test } from "vitest";
import { chaptersOf, linesOf, piecesOf, withTerms } from "../src/ui/explain/rulestext";

test("stressed words and § marks are told apart", () => {
  expect(piecesOf("*Gather*: see §turn.2 first.")).toEqual([
    { kind: "stress", text: "Gather" },
    { kind: "plain", text: ": see " },
    { kind: "rule", text: "turn.2" },
    { kind: "plain", text: " first." },
  ]);
});

test("a word of the glossary is apart where it first stands, in the plural as well and not inside another word", () => {
  const terms = ["Share", "Issue a Share", "gold"].map((name) => ({ name, words: "…", rule: "a.1" }));
  const told = new Set<string>();
  expect(withTerms(piecesOf("*Shares*: Issue a Share for 1 gold, golden Shares"), terms, told)).toEqual([
    { kind: "stress", text: "Shares" },
    { kind: "plain", text: ": " },
    { kind: "term", text: "Issue a Share", term: "Issue a Share" },
    { kind: "plain", text: " for 1 " },
    { kind: "term", text: "gold", term: "gold" },
    { kind: "plain", text: ", golden " },
    { kind: "term", text: "Shares", term: "Share" },
  ]);
  expect(withTerms(piecesOf("gold"), terms, told)).toEqual([{ kind: "plain", text: "gold" }]);
});

test("broken lines are joined, those of a list stay apart", () => {
  expect(linesOf("You may\nchoose:\n- one\n- two")).toEqual([
    { bullet: false, text: "You may choose:" },
    { bullet: true, text: "one" },
    { bullet: true, text: "two" },
  ]);
});

test("a search keeps the chapters of what it finds", () => {
  const paragraphs = [
    { id: "goal.1", chapter: "Goal", words: "Most points win." },
    { id: "end.1", chapter: "End", words: "After four tides." },
    { id: "score.1", chapter: "End", words: "Two Shells are one point." },
  ];
  expect(chaptersOf(paragraphs).map((chapter) => [chapter.title, chapter.paragraphs.length])).toEqual([
    ["Goal", 1],
    ["End", 2],
  ]);
  expect(
    chaptersOf(paragraphs, "point end")
      .flatMap((chapter) => chapter.paragraphs)
      .map((found) => found.id),
  ).toEqual(["score.1"]);
  expect(chaptersOf(paragraphs, "§goal.1")).toHaveLength(1);
});
