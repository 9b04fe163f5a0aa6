import type { Choice } from "../../protocol";
import type { CardView } from "./whole";

/** The sign and the explanation of each kind of Building. */
export const CATEGORIES: Record<string, { icon: string; words: string }> = {
  Immediately: { icon: "immediately", words: "once, when it is built" },
  Whenever: { icon: "whenever", words: "each time something happens" },
  Anytime: { icon: "anytime", words: "in your own turns" },
  Once: { icon: "once", words: "a single time, when you like" },
  "Special Ability": { icon: "special", words: "a rule that holds for you" },
  "Victory Points": { icon: "points", words: "points at the end" },
};

/** The drawing on each space of the Action board. */
export const SPACES: Record<string, string> = {
  gold: "gold",
  transfer_reserve: "barrel",
  serve_fish: "fish",
  build: "house",
  build_second: "house",
  issue_share: "share",
  buy_shares: "share",
  deforest: "axe",
  reforest: "sapling",
  thin_out: "wood",
  build_ship: "sloop",
  take_elder: "elder",
};

/** The solo game's Workers by colour: the seats' colours and marks that come nearest. */
export const SOLO_SEATS: Record<string, number> = { red: 1, blue: 0, yellow: 3 };

/** A text as pieces: goods become drawings, the rest stays words. */
export function withIcons(text: string): { text?: string; icon?: string }[] {
  return text
    .split(/\b(fish|wood|gold)\b/)
    .filter((part) => part !== "")
    .map((part) => (part === "fish" || part === "wood" || part === "gold" ? { icon: part } : { text: part }));
}

/** A number with a typeset minus. */
export const signed = (n: number): string => String(n).replace("-", "−");

/** `3 Forests`, `1 Forest` */
export const many = (n: number, one: string, more = `${one}s`): string => `${signed(n)} ${Math.abs(n) === 1 ? one : more}`;

export interface Goods {
  wood: number;
  fish: number;
  gold: number;
}

/** What something costs, in words. */
export function priceWords(price: Goods): string {
  const parts = (["wood", "fish", "gold"] as const).filter((good) => price[good] > 0).map((good) => `${price[good]} ${good}`);
  return parts.join(", ") || "nothing";
}

/** The price of an option, if it is another than the printed one. */
export function offeredPrice(card: CardView, choice: Choice): Goods | null {
  const { wood = 0, fish = 0, gold = 0 } = choice.price ?? {};
  return wood === card.wood && fish === card.fish && gold === card.gold ? null : { wood, fish, gold };
}

/** Everything on a Building, for ears. */
export function cardWords(card: CardView, isOwn = false): string {
  const points = card.star ? "points by its condition" : many(card.points, "point");
  const made = card.source === "reconstructed" ? " Reconstructed." : "";
  return `${isOwn ? "In your hand. " : ""}${card.letter}, ${priceWords(card)}, ${points}. ${card.words}${made}`;
}
