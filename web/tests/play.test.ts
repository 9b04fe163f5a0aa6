import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ImaginedTable } from "../src/protocol";
import { leftOf, type Running, timeWords } from "../src/ui/clock";
import { TableCache } from "../src/net/tableCache";
import { TableLink } from "../src/net/link.svelte";
import { muteHere, notify } from "../src/ui/settings/notify";
import { meansOf, merged, type Played } from "../src/ui/records";
import { settings } from "../src/ui/settings/settings.svelte";
import { ownTurn } from "../src/ui/turns";
import { planMarks } from "../src/table/planMarks";
import { WhatIf } from "../src/table/whatif.svelte";
import { aPush, anUpdate, aWelcome } from "./builder";
import { TestListener } from "./hosts.svelte";

const aClock = (rest: Partial<Running>): Running => ({ used: [0, 0], at: 1_000, running: 0, ...rest });

test("a live clock runs for whoever decides, after the grace of the turn", () => {
  const clock = aClock({ left: [60, 60], grace: 10 });
  expect([leftOf(clock, 0, 1_005), leftOf(clock, 0, 1_030), leftOf(clock, 0, 2_000)]).toEqual([60, 40, 0]);
  expect(leftOf(clock, 1, 1_030)).toBe(60);
});

test("a slow clock counts the days of one turn", () => {
  const clock = aClock({ due: 172_800 });
  expect(leftOf(clock, 0, 1_000)).toBe(172_800);
  expect(leftOf(clock, 1, 1_000)).toBeNull();
  expect(leftOf(aClock({}), 0, 1_000)).toBeNull();
});

test("time in words", () => {
  expect([5, 65, 3_600, 86_400, 172_799, 300_000].map(timeWords)).toEqual(["0:05", "1:05", "1 h 0 min", "1 d 0 h", "1 d 23 h", "3 days"]);
});

test("what the server and this browser know of one game counts once", () => {
  const local: Played[] = [{ id: "a", game: "buru", title: "Buru", players: 2, level: "easy", points: 30, won: true, at: 1 }];
  const result = { match: "a", game: "buru", players: 2, level: "easy", points: 30, won: true, parts: { Totems: 20, Regions: 10 }, at: 2 };
  const all = merged([result, { ...result, match: "b", level: "", parts: { Totems: 30, Regions: 0 } }], local, { buru: "Buru" });
  expect(all.map(({ id, title, level }) => [id, title, level])).toEqual([
    ["a", "Buru", "easy"],
    ["b", "Buru", "people"],
  ]);
  expect(meansOf(all)).toEqual([
    ["Totems", 25],
    ["Regions", 5],
  ]);
  expect(meansOf(local)).toEqual([]);
});

test("what others say meanwhile is no part of my turn", () => {
  const lines = [
    { move: 0, words: "Ann rests", seat: 0 },
    { move: 1, words: "Ben asks", seat: 15, aside: true },
  ];
  expect(ownTurn(lines, 0).map((line) => line.words)).toEqual(["Ann rests"]);
});

test("what is tried out comes after what has happened, and is thrown away", () => {
  const sent: string[][] = [];
  const link = {
    update: anUpdate(),
    imagined: anUpdate().picture,
    imaginedSteps: 0,
    makePlan: vi.fn(),
    imagine: (_: number, moves: string[]) => void sent.push(moves),
    tell: vi.fn(),
  };
  const whatIf = new WhatIf(link);
  expect(whatIf.picture).toBeNull();
  whatIf.open();
  const [first] = link.imagined.choices;
  whatIf.try(first!.text);
  whatIf.try("nonsense");
  expect(whatIf.labels).toEqual([first!.label]);
  whatIf.back();
  whatIf.try(first!.text);
  expect(sent).toEqual([[], [first!.text], [], [first!.text]]);
  whatIf.keepAsPlan();
  expect([whatIf.plan, whatIf.isOpen, whatIf.picture]).toEqual([[first!.label], false, null]);
  whatIf.open();
  whatIf.seeMove(link.update.picture.move + 1);
  expect(whatIf.isOpen).toBe(false);
  expect(link.tell).toHaveBeenCalledOnce();
});

test("an imagined table is a picture like any other", () => {
  const cache = new TableCache();
  cache.setWelcome(aWelcome());
  const push = aPush();
  const real = cache.updateFrom(push).picture;
  const imagined: ImaginedTable = {
    type: "imagined",
    version: 1,
    steps: 1,
    now: { ...push.now, move: 1 },
    points: { scores: [1, 2], breakdown: [], rivals: [], groups: [] },
    lines: [{ move: 0, words: "Ann would rest", seat: 0 }],
  };
  const shown = cache.imaginedFrom(imagined);
  expect(shown.lines.map((line) => line.words)).toEqual([...real.lines.map((line) => line.words), "Ann would rest"]);
  expect(shown.seats).toEqual(real.seats);
});

test("giving up goes with the version that is shown", () => {
  const sent: string[] = [];
  const socket = { send: (words: string) => sent.push(words), close: () => {} } as unknown as WebSocket;
  const link = new TableLink("ws://x/ws/a", new TestListener(), () => socket);
  link.open();
  socket.onopen?.({} as Event);
  for (const message of [aWelcome(), aPush()]) socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  link.resign(0, "easy");
  expect(JSON.parse(sent.at(-1)!)).toMatchObject({ type: "resign", seat: 0, version: aPush().now.version, bot: "easy" });
});

const shown: string[] = [];
class Notice {
  static permission = "granted";
  constructor(title: string) {
    shown.push(title);
  }
}
beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal("Notification", Notice);
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.set("notify", false);
});

test("a browser that allows notices but cannot show any harms nothing", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  settings.set("notify", true);
  vi.stubGlobal("Notification", Unconstructible);
  await expect(notify("Your turn", "", "a")).resolves.toBeUndefined();
  hidden.mockRestore();
});

/** As on Android. */
class Unconstructible {
  static permission = "granted";
  constructor() {
    throw new TypeError("Illegal constructor");
  }
}

test("a phone shows notices through its service worker, and a muted game is quiet", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const showNotification = vi.fn();
  const registration = { active: {}, showNotification };
  vi.stubGlobal("Notification", Unconstructible);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  settings.set("notify", true);
  await notify("Your turn: Buru", "Anna, Bo", "a");
  muteHere("b", true);
  await notify("Your turn: Buru", "Anna, Bo", "b");
  muteHere("b", false);
  expect(showNotification.mock.calls).toMatchObject([["Your turn: Buru", { body: "Anna, Bo", tag: "a", data: { url: "/t/a" } }]]);
  hidden.mockRestore();
});

test("only who wants it and looks at something else is told", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await notify("Your turn", "", "a");
  settings.set("notify", true);
  await notify("Your turn: Buru", "", "a");
  hidden.mockReturnValue(false);
  await notify("Your turn: Nusfjord", "", "a");
  expect(shown).toEqual(["Your turn: Buru"]);
  hidden.mockRestore();
});

test("a plan is made of what was tried out, and asks for my own decisions only", () => {
  const asked: [string[], boolean][] = [];
  const made = vi.fn();
  const link = {
    update: anUpdate(),
    imagined: anUpdate().picture,
    imaginedSteps: 0,
    makePlan: made,
    imagine: (_: number, moves: string[], skips = false) => void asked.push([moves, skips]),
    tell: vi.fn(),
  };
  const whatIf = new WhatIf(link);
  const { text } = link.imagined.choices[0]!;
  whatIf.openAhead();
  whatIf.try(text);
  expect(whatIf.hasOwn).toBe(false); // the server has not said that it is possible
  link.imaginedSteps = 1;
  expect(whatIf.hasOwn).toBe(true);
  whatIf.seeMove(link.update.picture.move + 1, false);
  expect(whatIf.isOpen).toBe(true); // somebody else has moved: it is tried out once more
  whatIf.wishes.only_if = ["goods", "others"];
  whatIf.makePlan();
  expect(asked).toEqual([
    [[], true],
    [[text], true],
    [[text], true],
  ]);
  expect(made).toHaveBeenCalledWith(0, [text], true, { only_if: ["goods"], past_news: false });
  expect(whatIf.isOpen).toBe(false);
  whatIf.openAhead([], true);
  whatIf.try(text);
  expect(made).toHaveBeenLastCalledWith(0, [text], true, { only_if: [] });
  whatIf.openAhead();
  whatIf.seeMove(link.update.picture.move + 1, true);
  expect([whatIf.isOpen, link.tell.mock.calls.length]).toEqual([false, 1]);
});

test("the decisions of a plan are numbered where they take place", () => {
  expect(planMarks([{ at: ["space:a", "x"] }, {}, { at: ["space:b"] }, { at: ["space:a"] }])).toEqual([
    { pieces: ["space:a", "x"], label: "1, 4" },
    { pieces: ["space:b"], label: "3" },
  ]);
});
