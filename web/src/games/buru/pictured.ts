import type { Catalogue } from "./view";

const PIECES: Record<string, string[]> = {
  "morning.1": ["explorer:0.5", "explorer:0.4", "explorer:0.3", "explorer:0.1"],
  "totem.1": ["totem:gunung"],
  "decree.1": ["decree:d1"],
  "forest.1": ["card:f4"],
  "islander.goods": ["islander:A2"],
  "islander.count": ["islander:N6"],
};

/** What is shown beside a paragraph: the pieces it speaks of, or an example of their kind. */
export function pictured(rule: string, { islanders }: Catalogue): string[] {
  const [chapter, name] = rule.split(".");
  const example = chapter === "islander" && Object.keys(islanders).find((id) => islanders[id]!.kind === name);
  return example ? [`islander:${example}`] : (PIECES[rule] ?? []);
}

const SEEN = ["explorer", "region", "space", "islander", "card", "decree", "elder", "spirit", "totem", "marker"];

/** Those of these pieces that can be shown at a glance. */
export const glimpsed = (pieces: string[]): string[] => pieces.filter((piece) => SEEN.includes(piece.split(":")[0]!));
