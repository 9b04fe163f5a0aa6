import type { Catalogue } from "./view";

const PIECES: Record<string, string[]> = {
  "goods.1": ["good:fish", "good:wood", "good:gold"],
  "setup.3": ["ship:sloop", "ship:cutter", "ship:schooner"],
  "setup.8": ["worker:0", "share:0"],
  "setup.9": ["forest:0"],
  "fish.2": ["track:0"],
  "fish.7": ["reserve:0"],
  "work.2": ["worker:0"],
  "gold.1": ["space:gold"],
  "transfer.1": ["space:transfer_reserve"],
  "serve.1": ["space:serve_fish", "plate:0"],
  "building.1": ["space:build"],
  "issue.1": ["space:issue_share", "share:0"],
  "buy.1": ["space:buy_shares"],
  "deforest.1": ["space:deforest"],
  "reforest.1": ["space:reforest"],
  "thin_out.1": ["space:thin_out"],
  "ship.1": ["space:build_ship"],
  "elder.1": ["space:take_elder"],
};

/** What is shown beside a paragraph: the pieces it speaks of, or an example from the deck. */
export function pictured(rule: string, { cards, elders }: Catalogue): string[] {
  const [chapter, name] = rule.split(".");
  if (chapter === "elders") return `elder_${name}` in elders ? [`elder:elder_${name}`] : [];
  if (rule === "card.1") return ["A", "B", "C"].flatMap((letter) => first(cards, (card) => card.letter === letter));
  if (chapter === "card") return first(cards, ({ effects }) => effects[0]?.kind === name);
  return PIECES[rule] ?? [];
}

function first(cards: Catalogue["cards"], fits: (card: Catalogue["cards"][string]) => boolean): string[] {
  const found = Object.keys(cards).find((id) => fits(cards[id]!));
  return found ? [`card:${found}`] : [];
}

const SEEN = ["worker", "space", "card", "elder", "ship", "share", "plate", "reserve"];

/** Those of these pieces that can be shown at a glance: one plate stands for all, and where there is much to show the Worker goes without saying. */
export const glimpsed = (pieces: string[]): string[] => {
  const plate = pieces.find((piece) => piece.startsWith("plate:"));
  const seen = pieces.filter((piece) => SEEN.includes(piece.split(":")[0]!) && (piece === plate || !piece.startsWith("plate:")));
  return seen.length > 2 ? seen.filter((piece) => !piece.startsWith("worker:")) : seen;
};
