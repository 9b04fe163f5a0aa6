import { expect, test } from "vitest";
import { chaptersOf, linesOf, piecesOf } from "../src/shell/rulestext";

test("stressed words and § marks are told apart", () => {
  expect(piecesOf("*Gather*: see §turn.2 first.")).toEqual([
    { kind: "stress", text: "Gather" },
    { kind: "plain", text: ": see " },
    { kind: "rule", text: "turn.2" },
    { kind: "plain", text: " first." },
  ]);
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
