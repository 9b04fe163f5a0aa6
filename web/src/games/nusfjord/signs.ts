import type { IconSheet } from "../../board/icons";
import { signed } from "../../ui/ending";
import type { GistBit, CardFace, ShipFace } from "./view";

export const ICONS: IconSheet = {
  prefix: "nf",
  symbols: [
    ...["share", "unissued", "house", "hammer", "copy", "next", "catboat", "sloop", "cutter", "schooner"],
    ...["immediately", "whenever", "anytime", "once", "special", "points", "flag", "chair", "hand"],
  ],
  pictures: ["fish", "wood", "gold", "tree", "barrel", "plate", "elder", "axe", "sapling"],
  wide: { sloop: 1.4, cutter: 2.1, schooner: 2.8 },
};

/** When a Building works, in words. */
export const WHEN: Record<string, string> = {
  immediately: "Once, when it is built",
  whenever: "Each time something happens",
  anytime: "On your turns",
  once: "Once, whenever you like",
  special: "Changes a rule for you",
  points: "Points at the end",
};

export const PHASES = { fishing: "Fishing", work: "Work" };

/** The drawing on each space of the Action board, by its action. */
export const SPACES: Record<string, string> = {
  gold: "gold",
  transfer_reserve: "barrel",
  serve_fish: "plate",
  build: "house",
  issue_share: "share",
  buy_shares: "share",
  deforest: "axe",
  reforest: "sapling",
  thin_out: "wood",
  build_ship: "sloop",
  take_elder: "elder",
  copy: "copy",
};

/** The solo game's Workers by colour: the seats' colours and marks that come nearest. */
export const SOLO_SEATS: Record<string, number> = { red: 1, blue: 0, yellow: 3 };

export { signed };

/** `3 Forests`, `1 Forest` */
export const many = (n: number, one: string, more = `${one}s`): string => `${signed(n)} ${Math.abs(n) === 1 ? one : more}`;

export const GOODS = ["wood", "fish", "gold"];

/** A price in the order it is printed; goods of the Reserve count as goods. */
export const costOf = (price: Record<string, number>): [string, number][] =>
  GOODS.map((good): [string, number] => [good, (price[good] ?? 0) + (price[`reserve_${good}`] ?? 0)]).filter(([, count]) => count > 0);

/** About how many letters wide a gist is. */
export const gistLength = (gist: GistBit[]): number => gist.reduce((sum, bit) => sum + (bit.text ?? "").length + (bit.n ?? "").length + (bit.icon ? 2 : 0), 0);

/** What something costs, in words. */
export const priceWords = (price: Record<string, number>): string =>
  Object.entries(price)
    .map(([good, count]) => `${count} ${good}`)
    .join(", ") || "nothing";

/** Everything on a Building, for ears. */
export function cardWords(card: CardFace, isOwn = false): string {
  const points = card.star ? "points by its condition" : many(card.points, "point");
  const made = card.source === "reconstructed" ? " Reconstructed." : "";
  return `${isOwn ? "In your hand. " : ""}${card.letter}, ${priceWords(card.price)}, ${points}. ${card.words}${made}`;
}

/** `2 sloops, 1 cutter` */
export const fleetWords = (built: string[], ships: Record<string, ShipFace>): string =>
  Object.entries(ships)
    .map(([id, ship]) => ({ count: built.filter((other) => other === id).length, name: ship.name }))
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => many(count, name))
    .join(", ");

const NARROW_LETTERS = " .,'’ijlIft";
const WIDE_LETTERS = "MWmw";

/** About how wide this name is in the letters of titles, in em. */
export function widthOf(name: string): number {
  const wide = (letter: string): number => (NARROW_LETTERS.includes(letter) ? 0.33 : WIDE_LETTERS.includes(letter) ? 0.89 : letter === letter.toLowerCase() ? 0.54 : 0.69);
  return [...name].reduce((sum, letter) => sum + wide(letter), 0);
}
