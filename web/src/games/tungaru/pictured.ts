import type { Catalogue } from "./view";

const PIECES: Record<string, string[]> = {
  "setup.1": ["island:A"],
  "settle.1": ["island:B"],
  "recruit.1": ["nomad:N12"],
};

/** What is shown beside a paragraph: the pieces it speaks of, or an example of their kind. */
export function pictured(rule: string, { leaders, nomads }: Catalogue): string[] {
  const [chapter, name] = rule.split(".") as [string, string];
  if (chapter === "leader" && name in leaders) return [`leader:${name}`];
  const isMeant = (nomad: Catalogue["nomads"][string]): boolean => (chapter === "nomad" ? nomad.benefit?.kind : chapter === "score" ? nomad.scores?.kind : "") === name;
  const example = Object.keys(nomads).find((id) => isMeant(nomads[id]!));
  return example ? [`nomad:${example}`] : (PIECES[rule] ?? []);
}

const SEEN = ["leader", "nomad", "island", "ground", "boat", "settler", "monument"];

/** Those of these pieces that can be shown at a glance. */
export const glimpsed = (pieces: string[]): string[] => pieces.filter((piece) => SEEN.includes(piece.split(":")[0]!));
