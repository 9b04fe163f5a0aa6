import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Line, type Past, type Picture, WHOLE_STORY } from "../src/protocol";
import { addressOf, TableLink } from "../src/net/link.svelte";
import { waitBefore } from "../src/net/retry";
import { aHint, aPush, aWelcome } from "./builder";
import { TestListener } from "./hosts.svelte";

/** A line to nowhere: the test plays the server. */
class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { n?: number }[] = [];
  isClosed = false;

  constructor(readonly address: string) {}

  /** What the browser says on joining, and not in the address. */
  get join(): unknown {
    expect(this.address).not.toContain("?");
    const before = this.sent;
    this.sent = [];
    this.onopen?.();
    const [join] = this.sent;
    this.sent = before;
    return join;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The number of what was sent last. */
  get number(): number {
    return this.sent.at(-1)!.n!;
  }
}

const line = (move: number, words: string): Line => ({ move, words, seat: 0 });
const wordsOf = (picture: Picture | null | undefined) => picture?.lines.map(({ words }) => words);

function aPast(move: number, log = 0): Past {
  const { now, points } = aPush({ move, choices: [] });
  return { type: "past", now, points: points!, log, moves: 4 };
}

let sockets: FakeSocket[];
let listener: TestListener;
let link: TableLink;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  listener = new TestListener();
  link = new TableLink("ws://here", listener, (address) => {
    sockets.push(new FakeSocket(address));
    return sockets.at(-1) as unknown as WebSocket;
  });
  link.open();
  sockets[0]!.says(aWelcome());
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
});

test("a decision names the version it was made at, and only one is on its way", () => {
  sockets[0]!.says(aPush({ version: 4 }));
  link.play(0, "rest");
  link.play(0, "gather");
  expect(sockets[0]!.sent).toEqual([{ type: "play", seat: 0, version: 4, text: "rest", hold: false, briefly: false, n: sockets[0]!.number }]);
  expect(link.busy).toBe(true);
  sockets[0]!.says(aPush({ version: 5 }, { done: sockets[0]!.number }));
  expect(link.busy).toBe(false);
});

test("the listener hears of a picture before and after it is there, and then of the past", () => {
  sockets[0]!.says(aPush({ version: 4 }));
  link.look(0, 1);
  sockets[0]!.says(aPast(1));
  sockets[0]!.says(aPush({ version: 5 }));
  expect(listener.heard).toEqual(["update", "past", "update", "past"]);
});

test("what others do meanwhile does not count as an answer", () => {
  sockets[0]!.says(aPush({ version: 4 }));
  link.play(0, "rest");
  sockets[0]!.says(aPush({ version: 5 }));
  expect(link.busy).toBe(true);
});

test("a problem is shown, frees the buttons and can be dismissed", () => {
  sockets[0]!.says(aPush());
  link.play(0, "rest");
  sockets[0]!.says({ type: "problem", words: "too late", reason: null });
  sockets[0]!.says(aPush({ version: 5 }, { done: sockets[0]!.number }));
  expect(link.busy).toBe(false);
  expect(link.notices.map((notice) => notice.words)).toEqual(["too late"]);
  link.dismiss(link.notices[0]!.id);
  expect(link.notices).toEqual([]);
});

test("a problem stays over new pictures until the next decision went through", () => {
  sockets[0]!.says(aPush({ version: 4 }));
  sockets[0]!.says({ type: "problem", words: "the table has moved on", reason: null });
  sockets[0]!.says(aPush({ version: 5 }));
  expect(link.notices).toHaveLength(1);
  link.play(0, "rest");
  sockets[0]!.says(aPush({ version: 6 }, { done: sockets[0]!.number }));
  expect(link.notices).toEqual([]);
});

test("a lost line comes back, keeps the picture, and sends nothing meanwhile", () => {
  sockets[0]!.says(aPush());
  sockets[0]!.onclose?.({ code: 1006 });
  expect(link.state).toBe("lost");
  expect(link.update).not.toBeNull();
  link.play(0, "rest");
  expect(sockets[0]!.sent).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  sockets[1]!.says(aPush());
  expect(link.state).toBe("open");
});

test("waking tries at once", () => {
  sockets[0]!.onclose?.({ code: 1006 });
  link.wake();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test("a line that has gone silent is noticed within ten seconds, and another one made", () => {
  sockets[0]!.says(aPush());
  vi.advanceTimersByTime(5_000);
  expect(sockets[0]!.sent).toEqual([{ type: "ping" }]);
  sockets[0]!.says({ type: "pong" });
  vi.advanceTimersByTime(2_500);
  expect([link.state, sockets[0]!.sent.length]).toEqual(["open", 1]);
  vi.advanceTimersByTime(7_600);
  expect([link.state, sockets[0]!.isClosed]).toEqual(["lost", true]);
  vi.advanceTimersByTime(1_000);
  sockets[1]!.says(aPush());
  expect(link.state).toBe("open");
});

test("a connection that is never made is given up, too", () => {
  vi.advanceTimersByTime(22_000);
  expect(sockets[0]!.isClosed).toBe(true);
  expect(sockets).toHaveLength(2);
});

test("without a network the page says so at once, unless the server is on this very computer", () => {
  sockets[0]!.says(aPush());
  link.goOffline();
  expect(link.state).toBe("lost");
  const local = new TableLink("ws://127.0.0.1:8470/ws/x", listener, () => sockets[0] as unknown as WebSocket);
  local.open();
  sockets[0]!.says(aWelcome());
  sockets[0]!.says(aPush());
  local.goOffline();
  expect([local.state, sockets[0]!.sent.at(-1)]).toEqual(["open", { type: "ping" }]);
  vi.advanceTimersByTime(7_500);
  expect(local.state).toBe("lost");
  local.close();
});

test("a line that does not answer is given up, and the decision sent again on the next, as it was", () => {
  sockets[0]!.says(aPush());
  link.play(0, "rest");
  vi.advanceTimersByTime(1_000);
  expect(link.isSlow).toBe(true);
  vi.advanceTimersByTime(7_000);
  expect(sockets[0]!.isClosed).toBe(true);
  expect(link.state).toBe("lost");
  link.wake();
  sockets[1]!.says(aPush());
  expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
  expect([link.busy, link.isSlow]).toEqual([true, false]);
  sockets[1]!.says({ type: "done", n: sockets[1]!.number });
  expect([link.busy, link.notices.length]).toEqual([false, 0]);
});

test("a decision that came too late is told as such, and the notice stays with the answer", () => {
  sockets[0]!.says(aPush());
  link.play(0, "rest");
  sockets[0]!.onclose?.({ code: 1012 });
  link.wake();
  sockets[1]!.says(aPush({ version: 9 }));
  sockets[1]!.says({ type: "problem", words: "The game has moved on.", reason: null });
  sockets[1]!.says(aPush({ version: 9 }, { done: sockets[1]!.number }));
  expect(link.notices.map((notice) => notice.words)).toEqual(["Your last move did not go through. The game has moved on."]);
  expect(link.busy).toBe(false);
});

test("without a connection nothing is sent in silence", () => {
  sockets[0]!.says(aPush());
  sockets[0]!.onclose?.({ code: 1006 });
  expect(link.send({ type: "say", words: "hello" })).toBe(false);
  link.send({ type: "away", away: true });
  expect(link.notices.map((notice) => notice.words)).toEqual(["There is no connection right now. Please try again when it is back."]);
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

test("of many looks at the past only the last one is asked for after the first", () => {
  sockets[0]!.says(aPush());
  for (const move of [1, 2, 3]) link.look(0, move);
  expect(sockets[0]!.sent).toEqual([{ type: "look", seat: 0, move: 1 }]);
  sockets[0]!.says(aPast(1));
  expect(sockets[0]!.sent.slice(1)).toEqual([{ type: "look", seat: 0, move: 3 }]);
  expect(link.busy).toBe(false);
  expect(link.past?.move).toBe(1);
});

test("a hint is asked for once, and the game is not stopped by it", () => {
  sockets[0]!.says(aPush());
  link.ask(0);
  link.ask(0);
  expect(sockets[0]!.sent).toHaveLength(1);
  expect(link.busy).toBe(false);
  sockets[0]!.says({ type: "advice", version: 4, hint: aHint() });
  expect(link.isAsking).toBe(false);
  expect(link.advice?.hint.move).toBe("Rest.");
});

test("a hint and a look at the past that were asked for are asked for again when the line is back", () => {
  sockets[0]!.says(aPush());
  link.look(0, 1);
  link.ask(0);
  link.look(0, 3);
  sockets[0]!.onclose?.({ code: 1006 });
  link.wake();
  sockets[1]!.says(aPush());
  expect(sockets[1]!.sent).toEqual([
    { type: "look", seat: 0, move: 1 },
    { type: "ask", seat: 0, version: 4 },
  ]);
  sockets[1]!.says({ type: "advice", version: 4, hint: aHint() });
  sockets[1]!.says(aPast(1));
  expect([link.isAsking, link.past?.move]).toEqual([false, 1]);
  expect(sockets[1]!.sent.at(-1)).toEqual({ type: "look", seat: 0, move: 3 });
});

test("what was told once stays, though later messages leave it out", () => {
  sockets[0]!.says(aPush({ scores: [1, 2, 3] }));
  const { players, points, ...rest } = aPush({ version: 5, scores: [9, 9, 9] });
  expect(players && points).toBeTruthy();
  sockets[0]!.says(rest);
  expect(link.update?.picture).toMatchObject({ version: 5, title: "Tidepool", scores: [1, 2, 3] });
  expect(link.update?.picture.seats[1]?.name).toBe("Bo");
  expect(link.update?.catalogue).toEqual({ cards: { rake: "Rake" } });
});

test("new lines come after the old ones, and what was taken back goes", () => {
  sockets[0]!.says(aPush({ lines: [line(0, "a"), line(1, "b"), line(1, "c")] }));
  const { players: _, ...next } = aPush({ version: 5 });
  sockets[0]!.says({ ...next, logs: [{ log: 0, kept: 2, lines: [line(2, "d")], recaps: [] }] });
  expect(wordsOf(link.update?.picture)).toEqual(["a", "b", "c", "d"]);
  sockets[0]!.says({ ...next, logs: [{ log: 0, kept: 1, lines: [line(1, "e")], recaps: [] }] });
  expect(wordsOf(link.update?.picture)).toEqual(["a", "e"]);
});

test("with new names come all lines anew", () => {
  sockets[0]!.says(aPush({ lines: [line(0, "Anna rests")] }));
  sockets[0]!.says(aPush({ seats: [{ name: "Ada", bot: null, program: false }], lines: [line(0, "Ada rests")] }));
  expect(wordsOf(link.update?.picture)).toEqual(["Ada rests"]);
});

test("each seat at a screen has a log of its own", () => {
  sockets[0]!.says(aPush({ lines: [line(0, "mine")] }, { seats: [0, 1] }));
  const { players: _, ...other } = aPush({ seat: 1, version: 5, lines: [line(0, "theirs")] }, { seats: [0, 1] });
  sockets[0]!.says(other);
  expect(wordsOf(link.update?.picture)).toEqual(["theirs"]);
  const { players: __, ...again } = aPush({ version: 6 }, { seats: [0, 1] });
  sockets[0]!.says({ ...again, logs: [{ log: 0, kept: 1, lines: [line(1, "more")], recaps: [] }] });
  expect(wordsOf(link.update?.picture)).toEqual(["mine", "more"]);
});

test("who comes back says what is here already", () => {
  expect(sockets[0]!.join).toEqual({ type: "join", names: [], logs: {}, outline: false });
  sockets[0]!.says(aPush({ version: 7, lines: [line(0, "a")] }));
  sockets[0]!.onclose?.({ code: 1006 });
  link.wake();
  expect(sockets[1]!.join).toEqual({ type: "join", names: ["Anna", "Bo", "Runa"], logs: { 0: 7 }, outline: false });
  sockets[1]!.says(aWelcome());
  const { players: _, ...next } = aPush({ version: 9 });
  sockets[1]!.says({ ...next, logs: [{ log: 0, kept: 1, lines: [line(1, "b")], recaps: [] }] });
  expect(wordsOf(link.update?.picture)).toEqual(["a", "b"]);
});

test("the outline is asked for where it is needed, also after the line was lost", () => {
  link.showOutline(true);
  sockets[0]!.says(aPush());
  expect(sockets[0]!.sent).toEqual([{ type: "outline", wanted: true }]);
  link.showOutline(true);
  expect(sockets[0]!.sent).toHaveLength(1);
  sockets[0]!.says(aPush({}, { outline: [{ title: "Anna" }] }));
  expect(link.update?.picture.outline).toEqual([{ title: "Anna" }]);
  sockets[0]!.onclose?.({ code: 1006 });
  link.wake();
  expect(sockets[1]!.join).toMatchObject({ outline: true });
  sockets[1]!.says(aPush());
  expect(sockets[1]!.sent).toEqual([]);
});

test("an earlier move has the lines told until then, from the log it names", () => {
  sockets[0]!.says(aPush({ lines: [line(0, "a"), line(1, "b")] }));
  link.look(0, 1);
  sockets[0]!.says(aPast(1));
  expect(wordsOf(link.past)).toEqual(["a"]);
  link.look(0, 2);
  sockets[0]!.says(aPast(2, WHOLE_STORY));
  expect(wordsOf(link.past)).toEqual([]);
  const { players: _, ...next } = aPush();
  sockets[0]!.says({ ...next, logs: [...next.logs, { log: WHOLE_STORY, kept: 0, lines: [line(0, "all"), line(2, "later")], recaps: [] }] });
  expect(wordsOf(link.past)).toEqual(["all"]);
});
