// A click on a piece goes through desk and session to the socket; what the server sends goes back the same way.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice, Past, Picture, Recap } from "../src/protocol";
import { TableSession } from "../src/table/session.svelte";
import { settings } from "../src/ui/settings/settings.svelte";
import { aPush, aWelcome } from "./builder";
import SmallBoard from "./SmallBoard.svelte";

const gather: Choice = { text: "gather", label: "Gather", at: ["pool:rock"] };
const rest: Choice = { text: "rest", label: "Rest" };
const lines = (move: number, seat: number) => Array.from({ length: move }, (_, number) => ({ move: number, seat: number < 2 ? 0 : seat, words: `move ${number}`, turn: number }));
const recap = (move: number, seat: number): Recap[] => lines(move, seat).map((line) => ({ turn: line.move, seat: line.seat, first: line.move, last: line.move, bits: ["Rest"] }));

class FakeSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: { type: string; n?: number; text?: string; moves?: string[]; move?: number }[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }
  pushes(now: Partial<Picture>, more = {}): void {
    const seat = now.lines?.at(-1)?.seat ?? 0;
    this.says(aPush({ version: now.move ?? 0, choices: [gather, rest], recaps: recap(now.move ?? 0, seat), ...now }, more));
  }
}

let socket: FakeSocket;
let session: TableSession;
let board: Record<string, never>;

const piece = (id: string): HTMLButtonElement => document.querySelector(`[data-piece="${id}"]`)!;

beforeEach(() => {
  vi.useFakeTimers();
  settings.set("pace", "normal");
  settings.set("motion", "full");
  socket = new FakeSocket();
  session = new TableSession("x", () => socket as unknown as WebSocket);
  session.link.open();
  socket.says(aWelcome());
  socket.pushes({ move: 2, lines: lines(2, 0) });
  board = mount(SmallBoard, { target: document.body, props: { desk: session.desk } });
  flushSync();
});

afterEach(() => {
  void unmount(board);
  session.leave();
  vi.useRealTimers();
});

test("a click on a piece is sent, and nothing more until it is answered", () => {
  piece("pool:rock").click();
  piece("pool:rock").click();
  expect(socket.sent).toMatchObject([{ type: "play", text: "gather" }]);
  expect(session.busy).toBe(true);
  socket.pushes({ move: 3, lines: lines(3, 0) }, { done: socket.sent[0]!.n });
  expect([session.busy, session.shown.move]).toEqual([false, 3]);
});

test("while others' turns are told nothing can be decided, and points are those of that moment", () => {
  for (const move of [3, 4, 5]) socket.pushes({ move, lines: lines(move, 1), choices: move === 5 ? [gather] : [], scores: [0, move, 0] });
  expect([session.shown.move, session.isBehind, session.desk.choices.length, session.decides]).toEqual([3, true, 0, false]);
  expect(session.moment.picture.scores).toEqual([0, 3, 0]);
  piece("pool:rock").click();
  expect(socket.sent).toEqual([]);
  session.skip();
  flushSync();
  expect([session.shown.move, session.isBehind, session.desk.choices.length]).toEqual([5, false, 1]);
  expect(session.moment.picture.scores).toEqual([0, 5, 0]);
  piece("pool:rock").click();
  expect(socket.sent).toMatchObject([{ type: "play", text: "gather" }]);
});

test("the board is measured before the next picture is drawn, but not while it has to wait", () => {
  const prepare = vi.spyOn(session.desk.ghosts, "prepare");
  for (const move of [3, 4]) socket.pushes({ move, lines: lines(move, 1) });
  expect(prepare.mock.calls.map(([next]) => next.move)).toEqual([3]);
  vi.advanceTimersByTime(2_000);
  expect(prepare.mock.calls.map(([next]) => next.move)).toEqual([3, 4]);
});

test("what is tried out is imagined and never played", () => {
  session.whatIf.open();
  const { now, points } = aPush({ move: 2, choices: [gather] });
  socket.says({ type: "imagined", version: 2, steps: 0, now, points, lines: [] });
  piece("pool:rock").click();
  expect(socket.sent.map(({ type, moves }) => [type, moves])).toEqual([
    ["imagine", []],
    ["imagine", ["gather"]],
  ]);
  socket.pushes({ move: 3, lines: lines(3, 1) });
  expect([session.whatIf.isOpen, session.link.notices.length]).toEqual([false, 1]);
});

test("in a replay nothing can be decided, and the recap returns to the game by itself", () => {
  for (const move of [3, 4]) socket.pushes({ move, lines: lines(move, 1) });
  session.skip();
  session.recap();
  const answer = (): void => {
    const { now, points } = aPush({ move: socket.sent.at(-1)!.move!, choices: [] });
    socket.says({ type: "past", now, points: points!, log: 0, moves: 4 } as Past);
  };
  answer();
  expect([session.shown.move, session.choices, session.busy]).toEqual([2, [], true]);
  piece("pool:rock").click();
  expect(socket.sent.every(({ type }) => type === "look")).toBe(true);
  for (const move of [3, 4]) {
    answer();
    expect([session.shown.move, session.show.telling?.turn]).toEqual([move, move - 1]);
    vi.advanceTimersByTime(2_000);
  }
  expect([session.replay.isOpen, session.choices.length]).toEqual([false, 2]);
});

test("the next person at the screen finds nothing picked up, and nothing of the moves before", () => {
  socket.pushes({ move: 2, seat: 0, lines: lines(2, 0) }, { seats: [0, 1] });
  session.sitDown();
  session.desk.pick("die:1");
  socket.pushes({ move: 3, seat: 1, to_move: 1, lines: lines(3, 0) }, { seats: [0, 1] });
  expect([session.isHidden, session.desk.picked, session.playback.queued]).toEqual([true, null, 0]);
  session.sitDown();
  expect([session.isHidden, session.shown.seat]).toEqual([false, 1]);
});
