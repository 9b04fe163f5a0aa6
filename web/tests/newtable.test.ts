import { expect, test } from "vitest";
import type { GameInfo, Option, SeriesInfo } from "../src/protocol";
import { defaultForm, isUsed, nameProblems, newTable, playerCounts, resize, sittingWords, usualBot } from "../src/ui/newtable";

const anOption = (name: string, rest: Partial<Option> = {}): Option => ({
  name,
  title: name,
  choices: ["base", "both"],
  default: "both",
  words: "",
  needs: {},
  labels: {},
  players: [],
  ...rest,
});
const decks = anOption("deck");
const aGame = (least: number, most: number): GameInfo => ({
  name: "g",
  title: "G",
  tagline: "",
  makers: "",
  minutes: "",
  weight: 0,
  least,
  most,
  options: [decks],
  guided: false,
  sample: false,
});
const bots = ["random", "search"];

test("one click starts a game against two bots", () => {
  const table = newTable(aGame(1, 5), defaultForm(aGame(1, 5), bots, "Anna"));
  expect(table).toEqual({
    game: "g",
    seats: [
      { name: "Anna", bot: null },
      { name: "Runa", bot: "search" },
      { name: "Eskil", bot: "search" },
    ],
    options: { deck: "both" },
    typed_in: false,
  });
});

test("the number of players stays within the game's", () => {
  expect(defaultForm(aGame(1, 2), bots, "").seats).toHaveLength(2);
  expect(defaultForm(aGame(4, 5), bots, "").seats).toHaveLength(4);
});

test("without bots the other seats are persons'", () => {
  expect(defaultForm(aGame(2, 2), [], "").seats[1]!.who).toBe("person");
});

test("seats are added and taken away at the end", () => {
  const form = defaultForm(aGame(1, 5), bots, "Anna");
  form.seats[1]!.name = "Bo";
  resize(form, 2, bots, "Anna");
  resize(form, 5, bots, "Anna");
  expect(form.seats.map((seat) => seat.name)).toEqual(["Anna", "Bo", "Eskil", "Tove", "Halvard"]);
  expect(nameProblems(form)).toEqual({});
});

test("a game for one is mine, whoever was to sit there", () => {
  const form = defaultForm(aGame(1, 5), bots, "Anna");
  Object.assign(form.seats[0]!, { who: "bot", name: "Robin" });
  resize(form, 1, bots, "Anna");
  expect(form.seats).toMatchObject([{ who: "me", name: "Anna" }]);
});

test("missing and double names are told at their seats", () => {
  const form = defaultForm(aGame(1, 5), bots, "Anna");
  form.seats[1]!.name = " ";
  form.seats[2]!.name = "anna";
  expect(Object.keys(nameProblems(form))).toEqual(["1", "2"]);
});

test("words for who sits there and for how many", () => {
  expect(sittingWords(defaultForm(aGame(1, 5), bots, ""))).toBe("you and 2 bots");
  expect(sittingWords(defaultForm(aGame(2, 2), bots, ""))).toBe("you and 1 bot");
  expect(sittingWords(defaultForm(aGame(1, 1), bots, ""))).toBe("just you");
  expect([playerCounts(aGame(1, 5)), playerCounts(aGame(2, 2))]).toEqual(["1–5 players", "2 players"]);
});

test("a first game is against a bot of the upper middle", () => {
  expect(usualBot(["random", "novice", "easy", "medium", "hard", "expert"])).toBe("medium");
  expect([usualBot(["random", "search"]), usualBot([])]).toEqual(["search", ""]);
});

test("an option that means nothing here is not asked for, and sent as usual", () => {
  const form = defaultForm(aGame(1, 5), bots, "");
  const later = anOption("later", { needs: { deck: "base" } });
  const solo = anOption("solo", { players: [1] });
  const fixed = anOption("fixed", { choices: ["both"] });
  expect([later, solo, fixed, decks].map((option) => isUsed(option, form.seats.length, form.options))).toEqual([false, false, false, true]);
  form.options = { deck: "base", later: "base", solo: "base" };
  expect(isUsed(later, form.seats.length, form.options)).toBe(true);
  const game = { ...aGame(1, 5), options: [decks, later, solo] };
  expect(newTable(game, form).options).toEqual({ deck: "base", later: "base", solo: "both" });
});

test("a series that is under way goes on with its own options", () => {
  const form = defaultForm(aGame(1, 5), bots, "Anna");
  const standing = { kind: "campaign", title: "", games: 3, points: [[30]], goal: 100, rank: 0, words: "" };
  const info: SeriesInfo = { game: "g", kind: "campaign", title: "", words: "", seats: 1, options: { deck: "base" }, standing, table: null };
  form.series = info;
  expect(newTable(aGame(1, 5), form)).toMatchObject({ series: "campaign", anew: false, options: { deck: "base" } });
  form.anew = true;
  expect(newTable(aGame(1, 5), form)).toMatchObject({ anew: true, options: { deck: "both" } });
});
