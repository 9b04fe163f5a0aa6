import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addressOf, TableLink, waitBefore } from "../src/shell/link.svelte";
import { anUpdate } from "./builder";

/** A line to nowhere: the test plays the server. */
class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: unknown[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let link: TableLink;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  link = new TableLink("ws://here", () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1) as unknown as WebSocket;
  });
  link.open();
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
});

test("a decision names the version it was made at, and only one is on its way", () => {
  sockets[0]!.says(anUpdate({ version: 4 }));
  link.play(0, "rest");
  link.play(0, "gather");
  expect(sockets[0]!.sent).toEqual([{ type: "play", seat: 0, version: 4, text: "rest", hold: false }]);
  expect(link.busy).toBe(true);
  sockets[0]!.says(anUpdate({ version: 5 }));
  expect(link.busy).toBe(false);
});

test("the same picture again does not count as an answer", () => {
  sockets[0]!.says(anUpdate({ version: 4 }));
  link.play(0, "rest");
  sockets[0]!.says(anUpdate({ version: 4 }));
  expect(link.busy).toBe(true);
});

test("a problem is shown, frees the buttons and can be dismissed", () => {
  sockets[0]!.says(anUpdate());
  link.play(0, "rest");
  sockets[0]!.says({ type: "problem", words: "too late", reason: null });
  expect(link.busy).toBe(false);
  expect(link.notices.map((notice) => notice.words)).toEqual(["too late"]);
  link.dismiss(link.notices[0]!.id);
  expect(link.notices).toEqual([]);
});

test("a problem stays over new pictures until the next decision went through", () => {
  sockets[0]!.says(anUpdate({ version: 4 }));
  sockets[0]!.says({ type: "problem", words: "the table has moved on", reason: null });
  sockets[0]!.says(anUpdate({ version: 5 }));
  expect(link.notices).toHaveLength(1);
  link.play(0, "rest");
  sockets[0]!.says(anUpdate({ version: 6 }));
  expect(link.notices).toEqual([]);
});

test("a lost line comes back, keeps the picture, and sends nothing meanwhile", () => {
  sockets[0]!.says(anUpdate());
  sockets[0]!.onclose?.({ code: 1006 });
  expect(link.state).toBe("lost");
  expect(link.update).not.toBeNull();
  link.play(0, "rest");
  expect(sockets[0]!.sent).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  sockets[1]!.says(anUpdate());
  expect(link.state).toBe("open");
});

test("waking tries at once", () => {
  sockets[0]!.onclose?.({ code: 1006 });
  link.wake();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

test("an unanswered decision ends the line", () => {
  sockets[0]!.says(anUpdate());
  link.play(0, "rest");
  vi.advanceTimersByTime(8_000);
  expect(sockets[0]!.isClosed).toBe(true);
  expect(link.state).toBe("lost");
  expect(link.notices).toHaveLength(1);
});

test("a table that is gone is not asked for again", () => {
  sockets[0]!.says({ type: "problem", words: "There is no such table.", reason: null });
  sockets[0]!.onclose?.({ code: 4404 });
  vi.advanceTimersByTime(60_000);
  expect(link.state).toBe("closed");
  expect(sockets).toHaveLength(1);
  expect(link.notices.map((notice) => notice.words)).toEqual(["There is no such table."]);
});

test("the waits grow to a limit", () => {
  expect([0, 1, 2, 10].map((attempt) => waitBefore(attempt, 0.5))).toEqual([500, 1_000, 2_000, 10_000]);
});

test("the address follows the page", () => {
  expect(addressOf("x1", { protocol: "https:", host: "skerry.example" })).toBe("wss://skerry.example/ws/x1");
  expect(addressOf("x1", { protocol: "http:", host: "localhost:8000" })).toBe("ws://localhost:8000/ws/x1");
});

test("a confirmation is answered when nobody waits any more", () => {
  sockets[0]!.says(anUpdate({ version: 4 }, { waiting: 0 }));
  link.confirm(0);
  sockets[0]!.says(anUpdate({ version: 4 }, { waiting: 0 }));
  expect(link.busy).toBe(true);
  sockets[0]!.says(anUpdate({ version: 4 }, { waiting: null }));
  expect(link.busy).toBe(false);
});

test("of many looks at the past only the last one is asked for after the first", () => {
  sockets[0]!.says(anUpdate());
  for (const move of [1, 2, 3]) link.look(0, move);
  expect(sockets[0]!.sent).toEqual([{ type: "look", seat: 0, move: 1 }]);
  sockets[0]!.says({ type: "past", picture: anUpdate({ move: 1 }).picture, moves: 4 });
  expect(sockets[0]!.sent.slice(1)).toEqual([{ type: "look", seat: 0, move: 3 }]);
  expect(link.busy).toBe(false);
  expect(link.past?.picture.move).toBe(1);
});

test("a hint is asked for once, and the game is not stopped by it", () => {
  sockets[0]!.says(anUpdate());
  link.ask(0, "search");
  link.ask(0, "search");
  expect(sockets[0]!.sent).toHaveLength(1);
  expect(link.busy).toBe(false);
  sockets[0]!.says({ type: "advice", version: 4, level: "search", options: [] });
  expect(link.isAsking).toBe(false);
  expect(link.advice?.level).toBe("search");
});
