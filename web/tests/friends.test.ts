import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import type { Friends, GameInfo, Said, SettingInfo, Sitter } from "../src/protocol";
import { paceWords } from "../src/ui/clock";
import { friendsForm, friendsTable, invitationIn, invitationLink, isAwaited, reactionOf, sitterWords } from "../src/ui/friends";
import { TableLink } from "../src/net/link.svelte";
import { marks } from "../src/ui/marks.svelte";
import SavedTables from "../src/home/SavedTables.svelte";
import TableSettings from "../src/ui/settings/TableSettings.svelte";
import { markTab } from "../src/ui/tabicon";
import { aPush, aWelcome } from "./builder";
import { TestListener } from "./hosts.svelte";

const game: GameInfo = { name: "_blank", title: "Tidepool", tagline: "", makers: "", minutes: "", weight: 1, least: 1, most: 5, options: [], guided: false, sample: true };
const aSetting = (name: string, kind: SettingInfo["kind"], rest: Partial<SettingInfo>): SettingInfo => ({
  name,
  kind,
  title: name,
  explanation: "",
  default: false,
  choices: {},
  in_lobby: true,
  implies: {},
  only_with: "",
  ...rest,
});
const settings: SettingInfo[] = [
  aSetting("pace", "clock", { title: "Time", default: { kind: "none", amount: 0, late: "nothing" }, in_lobby: false }),
  aSetting("listed", "switch", { title: "Anybody may join", explanation: "It is on the front page." }),
  aSetting("bot_speed", "choice", { title: "Bots", default: "calm", choices: { calm: "calm bots", quick: "quick bots" } }),
];
const aSitter = (rest: Partial<Sitter>): Sitter => ({
  name: "Maja",
  bot: null,
  person: true,
  program: false,
  mine: false,
  host: false,
  mark: 1,
  ready: false,
  presence: "here",
  vacation: null,
  ...rest,
});
const said = (seq: number, rest: Partial<Said> = {}): Said => ({ seq, at: 100, seat: 1, name: "Maja", kind: "words", words: "Hi", ...rest });
const aTable = (id: string, rest = {}) => ({
  id,
  game: "_blank",
  title: "Tidepool",
  players: ["Wren", "Maja"],
  series: "",
  over: false,
  your_turn: false,
  changed: 0,
  problem: "",
  file: false,
  gathering: false,
  waits_for: "",
  mine: true,
  due: null,
  guided: false,
  round: 0,
  rounds: 0,
  points: [],
  marks: [],
  last: "",
  pace: "",
  late: "",
  paused: false,
  vacation: null,
  ...rest,
});

test("a table for friends has a seat for me, open ones and bots", () => {
  const form = friendsForm(game, ["easy", "hard"], settings);
  form.others.push({ who: "bot", bot: "easy", name: "" }, { who: "here", bot: "easy", name: " Ida " });
  const table = friendsTable(form, "Wren");
  expect(table.seats).toEqual([{ name: "Wren" }, { name: "Friend 1", open: true }, { name: "Eskil", bot: "easy" }, { name: "Ida" }]);
  expect([table.listed, table.pace]).toEqual([false, { kind: "none", amount: 0, late: "nothing" }]);
});

test("the form shows whatever settings the server describes, and sends what was chosen", () => {
  const target = document.body.appendChild(document.createElement("div"));
  const form = friendsForm(game, [], settings);
  const change = (name: string, value: unknown) => (form.settings[name] = value);
  const shown = mount(TableSettings, { target, props: { settings, values: form.settings, change } });
  flushSync();
  expect(target.textContent).toContain("Anybody may join It is on the front page.");
  const speed = target.querySelector<HTMLSelectElement>("label.choice select")!;
  expect([...speed.options].map((option) => option.text)).toEqual(["calm bots", "quick bots"]);
  expect(speed.value).toBe("calm");
  speed.value = "quick";
  speed.dispatchEvent(new Event("change", { bubbles: true }));
  target.querySelector<HTMLInputElement>("input[type=checkbox]")!.click();
  target.querySelectorAll<HTMLInputElement>("input[type=radio]")[2]!.click();
  expect(friendsTable(form, "Wren")).toMatchObject({ bot_speed: "quick", listed: true, pace: { kind: "slow", amount: 2, late: "bot" } });
  void unmount(shown);
  target.remove();
});

test("the secret of the link stays out of the server's sight", () => {
  const link = new URL(invitationLink("abc", "s3-cr_et", "https://skerry.example"));
  expect([link.pathname, link.search]).toEqual(["/t/abc", ""]);
  expect(invitationIn(link)).toBe("s3-cr_et");
});

test("who sits there is told in words", () => {
  expect(
    [{}, { presence: "gone" as const }, { bot: "easy" }, { bot: "easy", person: false }, { person: false }, { program: true, presence: "" as const }].map((rest) =>
      sitterWords(aSitter(rest)),
    ),
  ).toEqual(["here", "gone", "bot: easy, filling in", "bot: easy", "open", "bot: somebody’s program"]);
});

test("a reaction is fresh for a moment", () => {
  const talk = [said(0, { kind: "reaction", words: "nice" }), said(1, { seat: 0, kind: "reaction", words: "hello" })];
  expect([reactionOf(talk, 1, 102), reactionOf(talk, 1, 106), reactionOf(talk, 2, 102)]).toEqual(["nice", null, null]);
});

test("nothing is heard twice by who comes back, and a bot that sits in leaves the log alone", () => {
  let socket: { onmessage: (event: { data: string }) => void } | null = null;
  const link = new TableLink("ws://here", new TestListener(), () => (socket = { onmessage: () => {}, send: () => {}, close: () => {} } as never), "s3cret");
  link.open();
  const hear = (message: unknown) => socket!.onmessage({ data: JSON.stringify(message) });
  hear({ type: "talk", said: [said(0), said(1)] });
  hear({ type: "talk", said: [said(0), said(1), said(2)] });
  expect(link.talk.map((one) => one.seq)).toEqual([0, 1, 2]);
  hear(aWelcome());
  hear(aPush({ lines: [{ move: 0, words: "first", seat: 0 }] }));
  const players = link.update!.picture.seats.map((seat, place) => (place === 1 ? { ...seat, bot: "easy" } : seat));
  hear(aPush({ version: 5 }, { players, logs: [] }));
  expect(link.update!.picture.lines.map((line) => line.words)).toEqual(["first"]);
  expect(link.update!.picture.seats[1]!.bot).toBe("easy");
});

test("games that wait for me come first, the longest wait on top, and only my own can be deleted", () => {
  const target = document.createElement("div");
  const tables = [
    aTable("new", { your_turn: true, changed: 30 }),
    aTable("theirs", { waits_for: "Maja", changed: 40, mine: false }),
    aTable("old", { your_turn: true, changed: 10 }),
  ];
  const shown = mount(SavedTables, { target, props: { tables, remove: () => {} } });
  expect([...target.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["/t/old", "/t/new", "/t/theirs"]);
  expect(target.textContent).toContain("Maja’s turn");
  expect(target.querySelectorAll(".remove").length).toBe(2);
  void unmount(shown);
});

test("colours and shapes go with what was chosen", () => {
  marks.chosen = [3, 1];
  expect([marks.of(0), marks.of(1), marks.of(2)]).toEqual([3, 1, 2]);
  expect(marks.styles[1]).toContain("--seat-0: var(--mark-3)");
  marks.chosen = [];
});

test("a waiting room calls me when only I am missing", () => {
  const room = (me: Partial<Sitter>, ...others: Partial<Sitter>[]): Friends => ({ begun: false, seats: [aSitter({ mine: true, ...me }), ...others.map(aSitter)] }) as Friends;
  expect(isAwaited(room({}, { ready: true }, { bot: "easy", person: false }))).toBe(true);
  expect(isAwaited(room({}, { ready: true }, {}))).toBe(false);
  expect(isAwaited(room({}, { person: false }))).toBe(false);
  expect(isAwaited(room({ ready: true }, { ready: true }))).toBe(false);
  expect(isAwaited(room({ mine: false }, { ready: true }))).toBe(false);
  expect(isAwaited({ ...room({}, { ready: true }), begun: true })).toBe(false);
});

test("the tab says when it is my turn", () => {
  document.head.innerHTML = `<link rel="icon" href="data:image/svg+xml,%3Csvg%3E%3C/svg%3E">`;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")!;
  const plain = icon.href;
  markTab(true);
  expect(icon.href).not.toBe(plain);
  markTab(false);
  expect(icon.href).toBe(plain);
});

test("older links still invite, and other addresses do not", () => {
  const at = (rest: string): string => invitationIn(new URL(`https://skerry.example/t/abc${rest}`));
  expect([at("#s3-cr_et"), at("?i=s3-cr_et"), at("?a=b&i=s3-cr_et#x")]).toEqual(["s3-cr_et", "s3-cr_et", "s3-cr_et"]);
  expect([at(""), at("#replay"), at("#replay=12"), at("#a=b"), at("?new=buru")]).toEqual(["", "", "", "", ""]);
});

test("a game that cannot be continued is downloaded only by who may see all of it", () => {
  const target = document.createElement("div");
  const problem = "It started with other rules.";
  const tables = [aTable("mine", { problem, file: true, changed: 20 }), aTable("ours", { problem, mine: false, changed: 10 })];
  const shown = mount(SavedTables, { target, props: { tables, remove: () => {} } });
  target.querySelector<HTMLButtonElement>(".link")!.click();
  flushSync();
  expect([...target.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.hasAttribute("download")])).toEqual([
    ["/api/tables/mine/match", true],
    ["/t/ours", false],
  ]);
  void unmount(shown);
});

test("the pace in a few words", () => {
  expect(paceWords({ kind: "none", amount: 0, late: "nothing", increment: 0 })).toBe("");
  expect(paceWords({ kind: "slow", amount: 2, late: "bot", increment: 0 })).toBe("2 days per turn");
  expect(paceWords({ kind: "live", amount: 30, late: "move", increment: 10 })).toBe("30 minutes each + 10 s");
});
