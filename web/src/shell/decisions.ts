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

/** From this many possible options on they stand under the verb they begin with. */
export const GROUP_FROM = 8;

export interface Group {
  title: string;
  choices: Choice[];
}

/** Options with the same verb together; those with a verb of their own come first, without a title. */
export function groupChoices(possible: Choice[]): Group[] {
  const byVerb = new Map<string, Choice[]>();
  for (const choice of possible) byVerb.set(verbOf(choice), [...(byVerb.get(verbOf(choice)) ?? []), choice]);
  if (possible.length < GROUP_FROM || byVerb.size < 2) return [{ title: "", choices: possible }];
  const single = possible.filter((choice) => byVerb.get(verbOf(choice))!.length === 1);
  const groups = [...byVerb].filter(([, choices]) => choices.length > 1).map(([verb, choices]) => ({ title: titleOf(verb), choices }));
  return single.length > 0 ? [{ title: "", choices: single }, ...groups] : groups;
}

const verbOf = (choice: Choice): string => choice.text.split(" ", 1)[0]!;
const titleOf = (verb: string): string => verb.charAt(0).toUpperCase() + verb.slice(1).replaceAll("_", " ");

/** Every word typed occurs somewhere, in any order. */
export function matches(text: string, filter: string): boolean {
  const where = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}

/** The key that plays the possible option at this place, if it has one. */
export const keyOf = (place: number): string => (place < 9 ? String(place + 1) : "");
