import type { IconSheet } from "../../board/icons";
import type { Catalogue, NomadFace, PlayerView, View } from "./view";

export const ICONS: IconSheet = {
  prefix: "tg",
  symbols: [
    ...["arrow", "settler", "monument", "boat", "sail", "nomad", "basket", "flower", "flip", "anchor", "palm"],
    ...["sun", "moon", "star", "bird", "worker", "beggar", "fisher", "trader", "chief"],
  ],
  pictures: ["fish", "shell", "coconut", "pearl", "dawn", "back"],
  wide: { settler: 24 / 28, monument: 24 / 28, boat: 56 / 48, palm: 40 / 52 },
};

export const GOODS = ["fish", "shell", "coconut", "pearl"] as const;

/** The sign on the band of points, by what a Nomad scores. */
export const SCORES: Record<string, string> = { storage: "basket", monument: "monument", settler: "settler", nomad: "nomad", flower: "flower", goods: "pearl" };

/** What a Leader does when revealed, in a few words. */
export const ABILITIES: Record<string, string> = {
  fourth_die: "roll a fourth die",
  beg: "neighbours give goods",
  fish: "1 Fish on the card",
  trade: "one Trade anywhere",
  start: "starts the next round",
};

/** The phases of a round, in a word. */
export const PHASES: Record<string, string> = { roll: "Roll", leaders: "Leaders", actions: "Actions", cleanup: "Cleanup" };

/** The steps of an action, in a word. */
export const STEP_WORDS: Record<string, string> = { choose: "Choose", pay: "Pay", take: "Take", monument: "Monument", place: "Place", refill: "Refill", with: "With" };
export const VERBS: Record<string, string> = {
  sail: "Sail",
  harvest: "Harvest",
  settle: "Settle",
  trade: "Trade",
  travel: "Travel",
  recruit: "Recruit",
  nomad: "Nomad",
  space: "Leader",
  swap: "Swap",
};

/** `3 Forests`, `1 Forest` */
export const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;

/** Each good as often as there is one of it, in the order of their worth. */
export const each = (goods: Record<string, number>): string[] => Object.entries(goods).flatMap(([good, count]) => Array<string>(count).fill(good));

export const goodsWords = (goods: Record<string, number>, catalogue: Catalogue): string =>
  Object.entries(goods)
    .filter(([, count]) => count > 0)
    .map(([good, count]) => `${count} ${catalogue.goods[good] ?? good}`)
    .join(", ") || "nothing";

/** `Fisher, Trader ×2` */
export const handWords = (hand: (string | null)[], catalogue: Catalogue): string => {
  const shown = inSight(hand);
  if (shown.length < hand.length) return many(hand.length, "card");
  const names = [...new Set(shown)].map((id) => {
    const count = shown.filter((other) => other === id).length;
    return `${catalogue.leaders[id]?.name ?? id}${count > 1 ? ` ×${count}` : ""}`;
  });
  return names.join(", ") || "nobody";
};

/** What is shown of a hand or a Traveller pile: a variant hides those of the others. */
export const inSight = (ids: (string | null)[]): string[] => ids.filter((id) => id !== null);

/** A Traveller pile in words: the names, or that they lie face down. */
export const travellerWords = (pile: (string | null)[], catalogue: Catalogue): string => {
  const names = inSight(pile).map((id) => catalogue.nomads[id]?.name ?? id);
  const which = names.length > 0 ? `: ${names.join(", ")}` : pile.length > 0 ? ", face down" : "";
  return `${many(pile.length, "Traveller")}${which}`;
};

/** Points count without a Traveller pile that is not shown. */
export const isPartial = (player: PlayerView): boolean => player.travellers.includes(null);

/** Everything on a Nomad, for ears. */
export const nomadWords = (face: NomadFace, catalogue: Catalogue): string => `Costs ${goodsWords(face.cost, catalogue)}. ${face.benefit.words} ${face.scores.words}`;

/** Is this step of an action open, for this seat? */
export const isAt = (view: View, seat: number, verb: string, step: string): boolean =>
  view.action !== null && view.action.seat === seat && view.action.verb === verb && view.action.steps[view.action.step] === step;
