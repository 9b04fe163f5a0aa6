import { mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import type { DailyGame } from "../src/protocol";
import PracticePage from "../src/practice/PracticePage.svelte";
import { outcomeOf } from "../src/practice/practice";

test("a day's deal is won by whoever has won it, not by whoever was ahead", () => {
  const told = (margin: number | null, won: boolean): string => outcomeOf({ name: "Ann", points: 30, margin, won, mine: false });
  expect([told(5, true), told(0, true), told(-5, false), told(0, false)]).toEqual(["won by 5", "won the tie", "5 behind", "tied, but lost"]);
  expect(told(5, false)).toBe("resigned");
  expect(told(null, false)).toBe("");
});

test("a deal can be begun, continued and looked back at, but not once its game is deleted", async () => {
  const deal = (table: string | null, over: boolean): DailyGame => ({
    game: "nusfjord",
    title: "Nusfjord",
    words: "",
    table,
    over,
    scores: [],
    bots: { points: 30, margin: null, games: 5 },
    past: [],
  });
  const shown = async (daily: DailyGame): Promise<string> => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ day: "2026-11-17", daily: [daily], puzzles: [] }))));
    const target = document.createElement("div");
    const page = mount(PracticePage, { target });
    await vi.waitFor(() => expect(target.querySelector(".deal")).not.toBeNull());
    const words = target.querySelector(".deal button")?.textContent ?? target.querySelector(".deal")?.textContent ?? "";
    void unmount(page);
    return words;
  };
  expect(await shown(deal(null, false))).toContain("Play today’s deal");
  expect(await shown(deal("abc", false))).toContain("Continue");
  expect(await shown(deal("abc", true))).toContain("Look back");
  expect(await shown(deal(null, true))).toContain("You have already played it");
  vi.unstubAllGlobals();
});
