import { mount, flushSync, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Desk } from "../src/board/desk.svelte";
import { flightsOf, placeNames } from "../src/board/flights";
import { drawingOf } from "../src/board/icons";
import { changeBy, groupChoices, keysOf, place, tagWords } from "../src/board/options";
import { changedSince, freshLines, sinceMine } from "../src/board/story";
import { CHANCE, type Choice, type Line, type Picture } from "../src/protocol";
import { anUpdate } from "./builder";
import { TestHost } from "./hosts.svelte";
import SmallBoard from "./SmallBoard.svelte";

const aPicture = (rest: Partial<Picture> = {}): Picture => anUpdate(rest).picture;
const aLine = (move: number, seat: number, rest: Partial<Line> = {}): Line => ({ move, seat, words: `move ${move}`, ...rest });
const aChoice = (text: string, rest: Partial<Choice> = {}): Choice => ({ text, label: `Do ${text}`, ...rest });
const dear = { rule: "turn.4", words: "You need 3 Shells and have 1", missing: { shells: 2 } };

describe("options", () => {
  test("an option belongs to the first of its pieces that is drawn, and is never lost", () => {
    const choices = [aChoice("a", { at: ["card:1"] }), aChoice("b", { at: ["card:9", "pool:rock"] }), aChoice("c", { at: ["card:9"] }), aChoice("d")];
    const { at, unplaced } = place(choices, (piece) => piece !== "card:9");
    expect([...at].map(([piece, options]) => [piece, options.map((choice) => choice.text)])).toEqual([
      ["card:1", ["a"]],
      ["pool:rock", ["b"]],
    ]);
    expect(unplaced.map((choice) => choice.text)).toEqual(["c", "d"]);
  });

  test("what cannot be done is not offered apart", () => {
    expect(place([aChoice("a", { reason: dear })], () => true).unplaced).toEqual([]);
  });

  test("options on one piece are told apart in the fewest words", () => {
    const verbs = [aChoice("a", { group: "Harvest", short: "Marakei" }), aChoice("b", { group: "Trade", short: "Marakei" })];
    expect(verbs.map((choice) => tagWords(choice, verbs))).toEqual(["Harvest", "Trade"]);
    const places = [aChoice("a", { group: "Reward", short: "take" }), aChoice("b", { group: "Reward", short: "leave" })];
    expect(places.map((choice) => tagWords(choice, places))).toEqual(["take", "leave"]);
    const bare = [aChoice("a"), aChoice("b")];
    expect(bare.map((choice) => tagWords(choice, bare))).toEqual(["Do a", "Do b"]);
  });

  test("many options stand under their headings in the order of the game, few do not", () => {
    const many = ["Sail", "Harvest", "Harvest", "Trade", "Trade", "Trade", "", "Sail"].map((group, number) => aChoice(String(number), { group }));
    expect(groupChoices(many).map((group) => [group.title, group.choices.length])).toEqual([
      ["Sail", 2],
      ["Harvest", 2],
      ["Trade", 3],
      ["", 1],
    ]);
    expect(groupChoices(many.slice(0, 4))).toEqual([{ title: "", choices: many.slice(0, 4) }]);
  });

  test("keys count the list from the top, past what is not possible", () => {
    const keys = keysOf([aChoice("a", { reason: dear }), ...Array.from({ length: 7 }, (_, number) => aChoice(`b${number}`))]);
    expect([keys.get("a"), keys.get("b0"), keys.get("b6")]).toEqual([undefined, "1", "7"]);
  });

  test("options that bear a digit have it as their key and stand in its order, the others count on", () => {
    const choices = [aChoice("third", { key: "3" }), aChoice("first", { key: "1" }), aChoice("second", { key: "2", reason: dear }), aChoice("done", { key: "0" }), aChoice("more")];
    expect([...keysOf(choices)]).toEqual([
      ["first", "1"],
      ["third", "3"],
      ["done", "0"],
      ["more", "4"],
    ]);
  });

  test("what an option would leave counts price, debts and gains", () => {
    expect(changeBy(aChoice("a", { price: { fish: 2 }, owes: { wood: 1 }, gives: { fish: 1, gold: 3 } }))).toEqual({ fish: -1, wood: -1, gold: 3 });
  });
});

describe("the story", () => {
  const lines = [aLine(0, 0), aLine(1, 2), aLine(2, CHANCE, { about: ["die:1"] }), aLine(3, 1, { about: ["card:1"], moved: [{ what: "fish", start: "", end: "player:1" }] })];

  test("only later pictures of the same seat bring news", () => {
    const after = aPicture({ move: 4, lines });
    expect(freshLines(aPicture({ move: 2 }), after).map((line) => line.move)).toEqual([2, 3]);
    expect(freshLines(aPicture({ move: 4 }), after)).toEqual([]);
    expect(freshLines(aPicture({ move: 2, seat: 1 }), after)).toEqual([]);
  });

  test("what others have changed since my last decision is marked", () => {
    expect(sinceMine(lines, 0).map((line) => line.move)).toEqual([1, 2, 3]);
    expect([...changedSince(lines, 0)]).toEqual(["die:1", "card:1", "fish"]);
    expect(changedSince([...lines, aLine(4, 0)], 0).size).toBe(0);
    expect(changedSince(lines, -1).size).toBe(0);
  });

  test("a decision that was no decision does not count as mine", () => {
    expect(sinceMine([...lines, aLine(4, 0, { forced: true })], 0).map((line) => line.move)).toEqual([1, 2, 3, 4]);
  });

  test("lines fly one after the other, and what moves nowhere does not", () => {
    const moved = [
      { what: "fish", start: "supply", end: "player:1", count: 2 },
      { what: "card:1", start: "deck", end: "player:1" },
    ];
    const flights = flightsOf(
      [
        aLine(1, 1, { moved }),
        aLine(2, 1),
        aLine(3, 1, {
          moved: [
            { what: "gull", start: "", end: "pool:rock" },
            { what: "gull", start: "", end: "" },
          ],
        }),
      ],
      300,
    );
    expect(flights.map(({ what, count, wait }) => [what, count, wait])).toEqual([
      ["fish", 2, 0],
      ["card:1", 1, 60],
      ["gull", 1, 300],
    ]);
  });

  test("a good is looked for at its own spot first, and nothing is looked for in the box", () => {
    expect(placeNames("fish", "player:1")).toEqual(["player:1/fish", "player:1"]);
    expect(placeNames("fish", "")).toEqual([]);
  });
});

test("a game's drawing comes before the shared ones, and what nobody has drawn is a word", () => {
  const sheet = { prefix: "tu", symbols: ["fish", "flag"], pictures: ["pearl"], wide: { fish: 2 } };
  expect(drawingOf("fish", sheet)).toEqual({ symbol: "#tu-fish", wide: 2 });
  expect(drawingOf("flag", sheet)).toEqual({ symbol: "#tu-flag", wide: 1 });
  expect(drawingOf("pearl", sheet)).toEqual({ picture: "tu-pearl" });
  expect(drawingOf("points", sheet)).toEqual({ symbol: "#sk-points", wide: 1 });
  expect(drawingOf("shells", undefined)).toBeNull();
});

describe("a small board", () => {
  const choices = [
    aChoice("play a", { at: ["card:a"], label: "Play Crab Pot for 1 Shell", price: { shells: 1 } }),
    aChoice("play b", { at: ["card:b"], label: "Play Wide Net", reason: dear }),
    aChoice("take", { at: ["pool:rock"], label: "Take the Shell", group: "Reward", short: "take" }),
    aChoice("leave", { at: ["pool:rock"], label: "Leave the Shell", group: "Reward", short: "leave" }),
    aChoice("rest", { label: "Rest" }),
  ];
  let host: TestHost;
  let desk: Desk;
  let sent: string[];
  let unmountBoard: () => void;
  let shown: Record<string, never>;

  beforeEach(() => {
    host = new TestHost(aPicture({ lines: [aLine(0, 0), aLine(1, 1, { about: ["card:b"] })] }));
    host.choices = choices;
    host.asked = ["pool:sand"];
    sent = host.sent;
    desk = new Desk(host);
    unmountBoard = desk.mount({ usesPicked: (choice) => choice.text === "play a" });
    shown = mount(SmallBoard, { target: document.body, props: { desk } });
    desk.isWhole = true;
    flushSync();
  });
  afterEach(() => {
    unmountBoard();
    void unmount(shown);
  });

  const piece = (id: string): HTMLButtonElement => document.querySelector(`[data-piece="${id}"]`)!;

  /** What a screen reader says. */
  const said = (id: string): string => piece(id).querySelector("[role=img]")?.getAttribute("aria-label") ?? "";

  test("a piece with one option says it in full and takes it by a click", () => {
    expect(said("card:a")).toContain("Play Crab Pot for 1 Shell");
    expect(piece("card:a").textContent?.trim()).toBe("Crab Pot");
    piece("card:a").click();
    expect(sent).toEqual(["play a"]);
  });

  test("a piece that cannot be chosen says why, and is not sent", () => {
    expect(piece("card:b").dataset.possible).toBe("no");
    expect(said("card:b")).toContain("Not possible: You need 3 Shells and have 1");
    piece("card:b").click();
    expect(sent).toEqual([]);
  });

  test("two options on one piece are tags beside it, each with its full sentence", () => {
    expect(said("pool:rock")).toContain("2 options: Take the Shell; Leave the Shell");
    const tags = [...document.querySelectorAll<HTMLElement>("[data-takes=take], [data-takes=leave]")];
    expect(tags.map((tag) => [tag.querySelector("[role=img]")?.getAttribute("aria-label"), tag.textContent?.trim()])).toEqual([
      ["Take the Shell", "take"],
      ["Leave the Shell", "leave"],
    ]);
    tags[1]!.click();
    expect(sent).toEqual(["leave"]);
  });

  test("options without a piece stand apart, also when their piece goes away", () => {
    expect(desk.unplaced.map((choice) => choice.text)).toEqual(["rest"]);
    void unmount(shown);
    flushSync();
    desk.isWhole = true;
    expect(desk.unplaced).toHaveLength(4);
    shown = mount(SmallBoard, { target: document.body, props: { desk } });
  });

  test("what is in hand is chosen, what others changed is marked, what is pointed at is lit", () => {
    expect(piece("pool:sand").dataset.chosen).toBe("true");
    expect(piece("card:b").dataset.changed).toBe("true");
    expect(piece("card:a").dataset.changed).toBeUndefined();
    desk.hoverChoice(choices[0]!);
    flushSync();
    expect(piece("card:a").dataset.lit).toBe("true");
    expect(desk.changeOf("shells")).toBe(-1);
  });

  test("a piece is chosen first, and the option that follows answers the next question as well", () => {
    piece("die:1").click();
    flushSync();
    expect([desk.picked, piece("die:1").getAttribute("aria-pressed"), piece("die:1").dataset.chosen]).toEqual(["die:1", "true", "true"]);
    desk.take(choices[0]!);
    expect([desk.picked, sent]).toEqual([null, ["play a"]]);
    host.choices = [aChoice("die 1", { at: ["die:1"] }), aChoice("die 2", { at: ["die:2"] })];
    desk.answerNext();
    desk.answerNext();
    expect(sent).toEqual(["play a", "die 1"]);
  });

  test("a piece is put back by a second click", () => {
    piece("die:1").click();
    piece("die:1").click();
    expect(desk.picked).toBeNull();
  });

  test("a question that is only shown again is not answered", () => {
    host.choices = [aChoice("play a", { at: ["pool:rock", "die:1"] })];
    desk.pick("die:1");
    desk.take(host.choices[0]!);
    desk.answerNext();
    expect(sent).toEqual(["play a"]);
  });

  test("an answer that is not possible then is not given", () => {
    desk.pick("die:1");
    desk.take(choices[0]!);
    host.choices = [aChoice("die 1", { at: ["die:1"], reason: dear }), aChoice("die 2", { at: ["die:2"] })];
    desk.answerNext();
    host.choices = [aChoice("die 1", { at: ["die:1"] })];
    desk.answerNext();
    expect(sent).toEqual(["play a"]);
  });

  test("nothing is sent while a decision is on its way", () => {
    host.busy = true;
    piece("card:a").click();
    expect(sent).toEqual([]);
  });
});
