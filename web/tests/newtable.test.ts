import { expect, test } from "vitest";
import type { GameInfo } from "../src/protocol";
import { defaultForm, nameProblems, newTable, playerCounts, resize, sittingWords, usualBot } from "../src/shell/newtable";

const decks = { name: "deck", title: "Decks", choices: ["base", "both"], default: "both", words: "" };
const aGame = (least: number, most: number): GameInfo => ({ name: "g", title: "G", tagline: "", least, most, options: [decks] });
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
    table: false,
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

test("missing and double names are told at their seats", () => {
  const form = defaultForm(aGame(1, 5), bots, "Anna");
  form.seats[1]!.name = " ";
  form.seats[2]!.name = "anna";
  expect(Object.keys(nameProblems(form))).toEqual(["1", "2"]);
});

test("words for who sits there and for how many", () => {
  expect(sittingWords(defaultForm(aGame(1, 5), bots, ""))).toBe("You against 2 bots");
  expect(sittingWords(defaultForm(aGame(2, 2), bots, ""))).toBe("You against 1 bot");
  expect(sittingWords(defaultForm(aGame(1, 1), bots, ""))).toBe("You alone");
  expect([playerCounts(aGame(1, 5)), playerCounts(aGame(2, 2))]).toEqual(["1–5 players", "2 players"]);
});

test("a first game is against a bot of the upper middle", () => {
  expect(usualBot(["random", "novice", "easy", "medium", "hard", "expert"])).toBe("medium");
  expect([usualBot(["random", "search"]), usualBot([])]).toEqual(["search", ""]);
});
