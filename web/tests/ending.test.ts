import { expect, test } from "vitest";
import { storyOf, verdictOf } from "../src/ui/ending";
import { withRivals } from "../src/ui/rivals";
import { belowWords, ranking } from "../src/ui/turns";
import { anUpdate } from "./builder";

const over = (more = {}) => anUpdate({ to_move: null, winners: [1], scores: [30, 38, 33], result: "Bo wins with 38 points", ...more }).picture;

test("who has won is a headline, and the sentence below speaks to the reader", () => {
  expect(verdictOf(over(), 0, null)).toEqual({ headline: "Bo wins!", lines: ["You came third, 8 points behind Bo."] });
  expect(verdictOf(over(), 1, null)).toEqual({ headline: "You win!", lines: ["38 points, 5 ahead of Runa."] });
  expect(verdictOf(over(), null, null).lines).toEqual(["38 points, 5 ahead of Runa."]);
});

test("a tie is told by the game that broke it, and a shared victory names all", () => {
  const tie = { scores: [38, 38, 3], result: "Bo wins with 38 points, like Anna, but has more gold" };
  expect(verdictOf(over(tie), 0, null).lines).toEqual(["Bo wins with 38 points, like Anna, but has more gold."]);
  expect(verdictOf(over({ ...tie, winners: [0, 1] }), 0, null).headline).toBe("Anna and Bo share the victory!");
});

test("alone the game's verdict is the headline, and in a campaign that of the campaign", () => {
  const alone = { seats: [{ name: "Anna", bot: null, program: false }], scores: [34], winners: [0], result: "Lawan wins with 20 points; Anna has 12" };
  expect(verdictOf(over(alone), 0, null)).toEqual({ headline: "Lawan wins with 20 points", lines: ["Anna has 12."] });
  const standing = { kind: "campaign", title: "Campaign", games: 3, points: [[34]], goal: 100, rank: 1, words: "104 points in three games: you rise to rank 4" };
  expect(verdictOf(over(alone), 0, standing)).toEqual({ headline: "104 points in three games: you rise to rank 4.", lines: ["34 points in this game."] });
});

test("opponents without a seat are counted, ranked and named like everybody", () => {
  const rivals = [
    { name: "Lawan A", points: [12, 8], won: false },
    { name: "Lawan B", points: [30, 1], won: true },
  ];
  const breakdown = [
    { label: "Tributes", points: [20], rule: "end.1" },
    { label: "Elders", points: [5], rule: "end.2" },
  ];
  const alone = over({ seats: [{ name: "Anna", bot: null, program: false }], scores: [25], winners: [], breakdown, rivals });
  const all = withRivals(alone);
  expect(ranking(all).map(({ seat, place, points }) => [all.seats[seat]!.name, place, points])).toEqual([
    ["Lawan B", 1, 31],
    ["Anna", 2, 25],
    ["Lawan A", 3, 20],
  ]);
  expect(all.breakdown.map((line) => line.points)).toEqual([
    [20, 12, 30],
    [5, 8, 1],
  ]);
  expect(verdictOf(all, 0, null)).toEqual({ headline: "Lawan B wins!", lines: ["You came second, 6 points behind Lawan B."] });
  const won = withRivals({ ...alone, winners: [0], rivals: rivals.map((rival) => ({ ...rival, won: false, points: [1, 2] })) });
  expect(verdictOf(won, 0, null)).toEqual({ headline: "You win!", lines: ["25 points, 22 ahead of Lawan A."] });
});

test("the story of a game is told from its rounds and categories", () => {
  const breakdown = [
    { label: "Ships", points: [10, 8, 4], rule: "end.1" },
    { label: "Shares", points: [2, 10, 5], rule: "end.2" },
  ];
  const rounds = [
    [0, 0, 0],
    [4, 9, 2],
    [8, 12, 20],
    [18, 21, 30],
    [38, 30, 33],
  ];
  expect(storyOf(over({ scores: [38, 30, 33], winners: [0], breakdown }), rounds, 0)).toEqual([
    "The last round brought you 20 points; Bo 9 and Runa 3.",
    "You came from third place in the last round.",
    "Runa led after rounds 2 and 3, by 9 points at most.",
    "You did best in Ships: 10 against Bo’s 8.",
  ]);
});

test("points below zero say where they come from", () => {
  const breakdown = [
    { label: "Gold", points: [2, 0, 0], rule: "end.1" },
    { label: "Unissued Shares", points: [-5, 0, 0], rule: "end.2" },
  ];
  expect(belowWords(anUpdate({ scores: [-3, 0, 0], breakdown }).picture)).toContain("Unissued Shares (−5)");
  expect(belowWords(anUpdate({ scores: [3, 0, 0], breakdown }).picture)).toBe("");
});
