/** Something that lies on the table, with what it does. */
export interface Thing {
  name: string;
  traits: string[];
}

const NAMED = /([^[\]]+?) \[([^[\]]*)\](?:, |$)/;
const ALL_NAMED = new RegExp(`^(?:${NAMED.source})+$`);

/** Games write `Net [2 fish | 1 VP], Hut [4 VP]` for things that do something, and `1 fish | 2 wood` for others.  Empty for plain words. */
export function thingsOf(value: string): Thing[] {
  if (ALL_NAMED.test(value))
    return [...value.matchAll(new RegExp(NAMED, "g"))].map(([, name, traits]) => ({ name: name!, traits: traits!.split(" | ") }));
  return value.includes(" | ") && !value.includes("[") ? value.split(" | ").map((name) => ({ name, traits: [] })) : [];
}
