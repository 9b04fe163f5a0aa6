import { expect, test } from "vitest";
import type { Friends, Numbered, Sitter } from "../src/protocol";
import { type Snapshot, Unanswered, verdictOn } from "../src/net/unanswered";

const aSitter = (rest: Partial<Sitter> = {}): Sitter => ({
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
const me = (rest: Partial<Sitter> = {}): Sitter => aSitter({ name: "Wren", mine: true, host: true, mark: 0, ...rest });
const open = aSitter({ name: "Second seat", person: false, presence: "" });

function scene(seats: Sitter[], rest: Partial<Friends> = {}): Snapshot {
  const friends = { begun: false, seats, listed: false, watching: true, hints: true, invitation: "first", ...rest } as Friends;
  return { friends, names: seats.map(({ name }) => name) };
}

const alone: Snapshot = { friends: null, names: ["Wren"] };
const rest: Numbered = { type: "play", seat: 0, version: 4, text: "rest" };

test("what is not answered is sent again under its number, in the order it was sent", () => {
  const unanswered = new Unanswered(100);
  unanswered.add({ type: "say", words: "hello" }, alone);
  unanswered.add(rest, alone);
  expect(unanswered.act).toMatchObject({ text: "rest", n: 102 });
  expect(unanswered.resume(alone)).toEqual({
    again: [
      { type: "say", words: "hello", n: 101 },
      { ...rest, n: 102 },
    ],
    notices: [],
  });
  expect(unanswered.answer(101)).toBe(false);
  expect(unanswered.resume(alone).again).toEqual([{ ...rest, n: 102 }]);
  expect(unanswered.answer(102)).toBe(true);
  expect([unanswered.isEmpty, unanswered.act]).toEqual([true, null]);
});

test("only what had to be sent again did not go through; else a problem speaks for itself", () => {
  const unanswered = new Unanswered();
  expect(unanswered.failure("No.")).toBe("No.");
  unanswered.add(rest, alone);
  expect(unanswered.failure("No.")).toBe("No.");
  unanswered.resume(alone);
  expect(unanswered.failure("No.")).toBe("Your last move did not go through. No.");
  unanswered.clear();
  unanswered.add({ type: "say", words: "hello" }, alone);
  unanswered.resume(alone);
  expect(unanswered.failure("No.")).toBe("Your message “hello” was not sent. No.");
});

test("what never gets an answer is given up in the end, with a word", () => {
  const unanswered = new Unanswered();
  unanswered.add(rest, alone);
  for (let time = 0; time < 3; time++) expect(unanswered.resume(alone).again).toHaveLength(1);
  const last = unanswered.resume(alone);
  expect([last.again, last.notices.length, unanswered.isEmpty]).toEqual([[], 1, true]);
});

test("what is as it was wished is done", () => {
  const before = scene([me(), open]);
  const done: [Numbered, Snapshot][] = [
    [{ type: "ready", ready: true }, scene([me({ ready: true }), open])],
    [{ type: "ready", ready: true }, scene([me(), aSitter()], { begun: true })],
    [{ type: "mark", mark: 3 }, scene([me({ mark: 3 }), open])],
    [{ type: "stand_in", bot: "easy" }, scene([me({ bot: "easy" }), open])],
    [{ type: "leave", bot: "easy" }, scene([aSitter(), open])],
    [{ type: "renew" }, scene([me(), open], { invitation: "second" })],
    [{ type: "agree", listed: true }, scene([me(), open], { listed: true, hints: false })],
    [{ type: "agree", listed: true, watching: true, hints: true }, scene([me(), open], { listed: true })],
    [{ type: "seating", seat: 1, bot: "easy" }, scene([me(), aSitter({ person: false, bot: "easy" })])],
    [{ type: "rename", seat: 0, name: "Wrenna" }, scene([me({ name: "Wrenna" }), open])],
  ];
  for (const [message, now] of done) {
    expect([message.type, verdictOn(message, before, now)]).toEqual([message.type, "done"]);
    expect([message.type, verdictOn(message, before, before)]).toEqual([message.type, "again"]);
  }
});

test("a friend who has sat down meanwhile is not sent away", () => {
  const unanswered = new Unanswered();
  unanswered.add({ type: "seating", seat: 1, bot: "easy" }, scene([me(), open]));
  const { again, notices } = unanswered.resume(scene([me(), aSitter()]));
  expect(again).toEqual([]);
  expect(notices).toEqual(["It is not clear whether your last click went through. Take another look."]);
});
