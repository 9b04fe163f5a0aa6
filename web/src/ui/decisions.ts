import type { Choice, Reason } from "../protocol";

/** From this many options on there is a box to filter them. */
export const FILTER_FROM = 13;

/** Options that are not possible now, all for the same reason. */
export interface Refusal {
  reason: Reason;
  choices: Choice[];
}

export interface Sorted {
  possible: Choice[];
  refused: Refusal[];
}

/** The possible options first, then the others by their reason, each in the order the game gave. */
export function sortChoices(choices: Choice[], filter = ""): Sorted {
  const possible: Choice[] = [];
  const refused = new Map<string, Refusal>();
  for (const choice of choices) {
    if (!matches(choice.label, filter)) continue;
    if (!choice.reason) {
      possible.push(choice);
      continue;
    }
    const key = `${choice.reason.rule} ${choice.reason.words}`;
    const group = refused.get(key);
    if (group) group.choices.push(choice);
    else refused.set(key, { reason: choice.reason, choices: [choice] });
  }
  return { possible, refused: [...refused.values()] };
}

/** Every word typed occurs somewhere, in any order. */
export function matches(text: string, filter: string): boolean {
  const where = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(" ")
    .every((word) => where.includes(word));
}

/** What a long label says after the option's short name, so that the name, set in bold, is not said twice. */
export function afterName({ label, short = "" }: Choice): string {
  return label.startsWith(short) ? label.slice(short.length) : `: ${label}`;
}
