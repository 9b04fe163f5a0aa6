import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { countsOf, movesBetween } from "../src/games/nusfjord/counts";
import { reuse } from "../src/shell/reuse";
import { offeredPrice, withIcons } from "../src/games/nusfjord/signs";
import { pieceOf, targets } from "../src/games/nusfjord/targets";
import Standing from "../src/shell/Standing.svelte";
import type { CardView, CellView, ElderView, PlayerView, View } from "../src/games/nusfjord/whole";

const aCard = (id: string): CardView => ({
  id, name: `Card ${id}`, letter: "A", category: "Immediately", wood: 1, fish: 0, gold: 0, points: 0, star: false, words: "", source: "rulebook",
});
const anElder = (id: string, rest: Partial<ElderView> = {}): ElderView => ({ id, name: id, words: "", source: "rulebook", fish: 0, worker: false, ...rest });

/** The Reserve, a Building, a Forest on the right of the first row; everything below is free. */
function aHarbor(): CellView[] {
  return Array.from({ length: 12 }, (_, place) => {
    const id = `r${Math.floor(place / 4)}c${place % 4}`;
    const kind = ["reserve", "building", "forest", "forest"][place] ?? "free";
    return { id, kind, card: kind === "building" ? aCard("101") : null, turned: false };
  });
}

const aPlayer = (rest: Partial<PlayerView> = {}): PlayerView => ({
  wood: 0, wood_limit: 12, fish: 0, gold: 0, reserve_fish: 0, reserve_wood: 0, reserve_limit: 8, fish_on_shares: 0, haul: 3, covered: 0,
  ships: [0, 0, 0], shares: [2, 0], unissued: 3, elders: [], harbor: aHarbor(), forests: [{ id: "r0c2", forests: 2 }], n_forests: 2,
  free_spaces: 8, free_doubles: ["r1c0", "r1c2"], buildings: ["101"], hand_size: 0, hand: [], workers_left: 3, leads: [1], score: 0, ...rest,
});

function aView(rest: Partial<View> = {}): View {
  const ship = (id: string, gold_instead = 0) => ({ id, name: id, size: 2, wood: 2, fish: 2, gold: 0, gold_instead, points: 1, stock: 3 });
  return {
    round: 1, rounds: 7, first: 0, turn: 1, deck: "Herring", solo: null, colour: null,
    spaces: ["gold", "serve_fish", "deforest"].map((id) => ({ id, name: id, room: 1, workers: [], column: 0, rule: "gold.1" })),
    plates: [{ price: 1, filled: true }, { price: 2, filled: false }, { price: 3, filled: false }],
    ships: [ship("sloop"), ship("cutter"), ship("schooner", 4)],
    track: [3, 3, 5, 6],
    elders: [{ top: anElder("elder_7"), below: anElder("elder_1"), face_down: false }],
    columns: 4, council: 5, elder_fish: 3, free_points: -1, unissued_points: -1, good: null,
    display_a: [aCard("102")], display_b: [], display_c: [], piles: [0, 0, 0], market: [0, 0], share_cost: [0, 0], placing: null,
    players: [aPlayer({ hand: [aCard("141")], elders: [anElder("elder_3")] }), aPlayer({ hand: null })],
    ...rest,
  };
}

const choices = (...texts: string[]) => texts.map((text) => ({ text, label: text }));

test.each([
  ["place serve_fish", "space:serve_fish"],
  ["place elder_3", "elder:elder_3"],
  ["copy deforest", "space:deforest"],
  ["do gold", "space:gold"],
  ["take elder_7", "elder:elder_7"],
  ["hungry elder_3", "elder:elder_3"],
  ["build 102", "card:102"],
  ["use 101", "card:101"],
  ["pick 101", "card:101"],
  ["on r1c0", "cell:r1c0"],
  ["double r0c2", "double:r0c2"],
  ["ship schooner_for_gold", "ship:schooner_for_gold"],
  ["feed_share 1", "seat:1"],
  ["serve 2", "plate:2"],
  ["pass", ""],
  ["amount 3", ""],
])("%s is about %s", (text, piece) => {
  expect(pieceOf(text, aView())).toBe(piece);
});

test("what is drawn bears its option, the rest stays loose", () => {
  const { at, loose } = targets(choices("place gold", "place elder_3", "build 141", "use 101", "ship schooner_for_gold", "double r1c0", "pass"), aView(), 0);
  expect([...at.keys()]).toEqual(["space:gold", "elder:elder_3", "card:141", "card:101", "ship:schooner_for_gold", "double:r1c0"]);
  expect(loose.map((choice) => choice.text)).toEqual(["pass"]);
});

test("an option without a drawn piece is not lost", () => {
  const { at, loose } = targets(choices("do copy", "take elder_1", "on r0c1", "begin 0"), aView(), 0);
  expect(at.size).toBe(0);
  expect(loose).toHaveLength(4);
});

test("of two options for one piece the possible one counts, and none is lost", () => {
  const refused = { text: "use 101", label: "", reason: { rule: "card.3", words: "no", numbers: {} } };
  expect(targets([refused, ...choices("pick 101")], aView(), 0).at.get("card:101")?.text).toBe("pick 101");
  const both = targets(choices("use 101", "pick 101"), aView(), 0);
  expect(both.at.get("card:101")?.text).toBe("use 101");
  expect(both.loose.map((choice) => choice.text)).toEqual(["pick 101"]);
});

test("what cannot be done is not offered loose, and draws typed in stay in the list", () => {
  const refused = { text: "yes", label: "Yes", reason: { rule: "elder.7", words: "no fish", numbers: {} } };
  expect(targets([refused, ...choices("reveal 103", "draw 141", "turn_up elder_13")], aView(), 0).loose).toEqual([]);
});

test("a spectator and others have no hand and no lots to click", () => {
  expect(targets(choices("build 141", "on r1c0"), aView(), -1).at.size).toBe(0);
});

test("fish served move from the supply to the plates", () => {
  const before = aView({ players: [aPlayer({ fish: 3 })] });
  const plates = before.plates.map((plate, number) => ({ ...plate, filled: number < 2 }));
  const after = aView({ plates, players: [aPlayer({ fish: 1, gold: 1 })] });
  const moves = movesBetween(countsOf(before), countsOf(after), () => "space:serve_fish");
  expect(moves).toContainEqual({ kind: "fish", from: "0.fish", to: "plate:1" });
  expect(moves).toContainEqual({ kind: "fish", from: "0.fish", to: "space:serve_fish" });
  expect(moves).toContainEqual({ kind: "gold", from: "space:serve_fish", to: "0.gold" });
  expect(moves).toHaveLength(3);
});

test("a Worker leaves home, a Building leaves the display, an Elder takes his seat", () => {
  const harbor = aHarbor();
  harbor[4] = { id: "r1c0", kind: "building", card: aCard("102"), turned: false };
  const before = aView({ players: [aPlayer()] });
  const after = aView({
    display_a: [],
    elders: [{ top: anElder("elder_1"), below: null, face_down: false }],
    spaces: [{ id: "gold", name: "gold", room: 1, workers: [{ seat: 0, colour: null }], column: 0, rule: "gold.1" }],
    players: [aPlayer({ workers_left: 2, harbor, elders: [anElder("elder_7")] })],
  });
  const moves = movesBetween(countsOf(before), countsOf(after), () => "bank");
  const byKind = moves.toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(byKind).toEqual([
    { kind: "card 102", from: "card:102", to: "0.r1c0" },
    { kind: "elder_7", from: "elder:elder_7", to: "0.elder_7" },
    { kind: "worker 0", from: "0.workers", to: "space:gold" },
  ]);
});

test("goods in words become drawings", () => {
  expect(withIcons("Gain 2 fish, 1 gold.")).toEqual([{ text: "Gain 2 " }, { icon: "fish" }, { text: ", 1 " }, { icon: "gold" }, { text: "." }]);
});

test("what has not changed stays the same object, what has changed does not", () => {
  const old = aView();
  expect(reuse(old, aView())).toBe(old);
  const next = reuse(old, aView({ display_a: [aCard("103"), aCard("102")], round: 2 }));
  expect(next).toEqual(aView({ display_a: [aCard("103"), aCard("102")], round: 2 }));
  expect(next.display_a[1]).toBe(old.display_a[0]);
  expect(next.players).toBe(old.players);
  expect(reuse(old, aView({ plates: [] })).plates).toEqual([]);
});

test("a campaign shows its rank, its games and how far it is to the goal", () => {
  const target = document.createElement("div");
  const standing = { kind: "campaign", title: "Campaign", games: 3, points: [[34]], goal: 100, rank: 7, words: "1 of 3 games played" };
  const shown = mount(Standing, { target, props: { standing, now: [12] } });
  expect(target.textContent?.replace(/\s+/g, " ")).toContain("Rank 7 Game 1 34Game 2 12 …Game 3 –");
  expect(target.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("34 points and 12 in this game of more than 100");
  void unmount(shown);
});

test("a card shows the price that is offered if it is not the printed one", () => {
  const choice = (price?: Record<string, number>) => ({ text: "build 102", label: "", ...(price && { price }) });
  expect(offeredPrice(aCard("102"), choice({ wood: 1 }))).toBeNull();
  expect(offeredPrice(aCard("102"), choice())).toEqual({ wood: 0, fish: 0, gold: 0 });
});
