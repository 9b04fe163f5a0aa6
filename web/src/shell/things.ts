import type { Section } from "../protocol";

/** Something that lies on the table, with what it does. */
export interface Thing {
  name: string;
  traits: string[];
}

const NAMED = /([^[\]]+?) \[([^[\]]*)\](?:, |$)/;
/** At the end something may be said about the last one. */
const ALL_NAMED = new RegExp(`^((?:${NAMED.source})+)([^[\\]|]*)$`);

/** Games write `Net [2 fish | 1 VP], Hut [4 VP], used` for things that do something, and `1 fish | 2 wood` for others.  Empty for plain words. */
export function thingsOf(value: string): Thing[] {
  const all = ALL_NAMED.exec(value);
  if (all) {
    const things = [...all[1]!.matchAll(new RegExp(NAMED, "g"))].map(([, name, traits]) => ({ name: name!, traits: traits!.split(" | ") }));
    if (all.at(-1)) things.at(-1)!.traits.push(all.at(-1)!);
    return things;
  }
  return value.includes(" | ") && !value.includes("[") ? value.split(" | ").map((name) => ({ name, traits: [] })) : [];
}

/** A whole section in a few words: of things only their names. */
export function digest(section: Section): string {
  const short = (value: string): string => thingsOf(value).map((thing) => thing.name).join(", ") || value || "–";
  return (section.items ?? []).map((item) => `${item.label} ${short(item.value)}`).join(" · ");
}
