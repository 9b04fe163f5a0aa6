// What others do is told turn by turn, and until then the page belongs to the moment that is shown.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Pacing, Playback, type Stage, tellsOthers } from "../src/board/playback.svelte";
import type { Picture, Recap } from "../src/protocol";
import { readingTime, sentenceOf, stopsOf, recapsSince } from "../src/ui/recaps";
import { anUpdate } from "./builder";

const aTurn = (turn: number, seat: number, first: number, last = first, rest: Partial<Recap> = {}): Recap => ({ turn, seat, first, last, bits: ["Rest"], ...rest });
const CHANCE = 15;
/** My turn, two of others, a new round, one more turn; the last turn before the round ends in the same move. */
const STORY = [
  aTurn(1, 0, 0, 1),
  aTurn(2, 1, 2, 4, { bits: ["Build", "Manor"] }),
  aTurn(3, 2, 5),
  aTurn(4, CHANCE, 5, 6, { kind: "round", bits: ["Round 2 begins"] }),
  aTurn(5, 1, 7),
];
const at = (move: number, rest: Partial<Picture> = {}): Picture => anUpdate({ move, recaps: STORY.filter(({ first }) => first < move), ...rest }).picture;
/** A board whose own scene before the picture after this move lasts so long. */
const aStage = (move = -1, lasts = 0): Stage => ({ sceneLength: (_, after) => (after.move === move ? lasts : 0), prepare: () => {} });

let speed = 1;
const pacing: Pacing = { speed: () => speed, tells: tellsOthers };
let playback: Playback;
const begin = (stage = aStage()): void => {
  playback = new Playback(stage, pacing);
  playback.receive(at(2));
};
const now = (): [number | undefined, number | undefined, boolean] => [playback.shown?.move, playback.telling?.turn, playback.isTelling];

beforeEach(() => {
  vi.useFakeTimers();
  speed = 1;
  begin();
});
afterEach(() => {
  playback.stop();
  vi.useRealTimers();
});

describe("telling", () => {
  test("a turn is told in one sentence, however many decisions it has", () => {
    for (const move of [3, 4, 5]) playback.receive(at(move));
    expect(now()).toEqual([5, 2, true]);
    expect(playback.queued).toBe(0);
    expect(sentenceOf(playback.telling!, at(5))).toBe("Bo: Build → Manor");
  });

  test("a sentence stays as long as it takes to read: at least 1.2 s, at most 4 s", () => {
    expect([readingTime(""), readingTime("x".repeat(20)), readingTime("x".repeat(500))]).toEqual([1_200, 2_100, 4_000]);
    playback.receive(at(5));
    vi.advanceTimersByTime(1_199);
    expect(now()).toEqual([5, 2, true]);
    vi.advanceTimersByTime(3_000);
    expect(now()).toEqual([5, undefined, false]);
  });

  test("the next turn waits, with all its numbers", () => {
    playback.receive(at(5));
    playback.receive(at(8), [at(5), at(7)]);
    expect([now(), playback.queued]).toEqual([[5, 2, true], 3]);
    vi.advanceTimersByTime(2_200);
    expect(now()).toEqual([5, 3, true]); // it ends in the middle of a move: nothing of the new round is seen yet
    vi.advanceTimersByTime(2_200);
    expect(now()).toEqual([7, 4, true]);
    vi.advanceTimersByTime(2_200);
    expect(now()).toEqual([8, 5, true]);
    vi.advanceTimersByTime(4_000);
    expect(now()).toEqual([8, undefined, false]);
  });

  test("what I do is shown at once, and what follows from it is told", () => {
    playback.receive(at(2, { seat: 2 }));
    playback.receive(at(5, { seat: 2 }));
    playback.skip();
    playback.receive(at(7, { seat: 2 }));
    expect(now()).toEqual([7, 4, true]);
  });

  test.each([
    ["undo", at(1)],
    ["other eyes", at(5, { seat: 1 })],
  ])("%s is shown at once", (_, next) => {
    playback.receive(at(5));
    playback.receive(next);
    expect([playback.shown, playback.isTelling]).toEqual([next, false]);
  });

  test("the same move again replaces its picture", () => {
    playback.receive(at(5));
    const renamed = at(5, { title: "anew" });
    playback.receive(renamed);
    expect([playback.shown, playback.telling?.turn]).toEqual([renamed, 2]);
  });
});

describe("the reader decides", () => {
  beforeEach(() => {
    playback.receive(at(5));
    playback.receive(at(8), [at(7)]);
  });

  test("skipping shows how things stand", () => {
    playback.skip();
    expect(now()).toEqual([8, undefined, false]);
  });

  test("a pause holds, and goes on", () => {
    playback.pause();
    vi.advanceTimersByTime(60_000);
    expect(now()).toEqual([5, 2, true]);
    playback.pause();
    vi.advanceTimersByTime(2_200);
    expect(playback.telling?.turn).toBe(3);
  });

  test("one step on, and one back to what was before", () => {
    playback.next();
    playback.next();
    expect(now()).toEqual([7, 4, true]);
    playback.back();
    expect([now(), playback.isPaused]).toEqual([[5, 3, true], true]);
    playback.next();
    playback.next();
    playback.next();
    expect(now()).toEqual([8, undefined, false]);
  });

  test("twice as fast takes half the time; whoever wants to click is waited for; all at once tells nothing", () => {
    speed = 0;
    playback.next();
    vi.advanceTimersByTime(600_000);
    expect(now()).toEqual([5, 3, true]);
    playback.skip();
    speed = Number.POSITIVE_INFINITY;
    begin();
    playback.receive(at(8), [at(5), at(7)]);
    expect(now()).toEqual([8, undefined, false]);
  });
});

describe("the board's own scene", () => {
  test("holds the picture back for its time, with its sentence", () => {
    begin(aStage(7, 6_000));
    playback.receive(at(5));
    playback.skip();
    playback.receive(at(7));
    vi.advanceTimersByTime(2_200);
    expect([playback.shown?.move, playback.staged?.move, playback.telling?.turn]).toEqual([5, 7, 4]);
    vi.advanceTimersByTime(5_300);
    expect([playback.shown?.move, playback.isTelling]).toEqual([5, true]);
    vi.advanceTimersByTime(300);
    expect([playback.shown?.move, playback.staged, playback.isTelling]).toEqual([7, null, false]);
  });

  test("is skipped like all else", () => {
    begin(aStage(5, 6_000));
    playback.receive(at(5));
    playback.skip();
    expect([playback.shown?.move, playback.staged]).toEqual([5, null]);
  });
});

test("what has happened since my last turn, and where each turn ends", () => {
  expect(recapsSince(STORY, 0).map(({ turn }) => turn)).toEqual([2, 3, 4, 5]);
  expect(recapsSince(STORY, 1)).toEqual([]);
  expect(recapsSince(STORY, -1)).toEqual([]);
  expect(stopsOf(STORY, 8)).toEqual([0, 2, 5, 7, 8]);
});
