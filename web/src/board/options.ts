import { CHANCE, type Choice, type Picture } from "../protocol";

/** The options of the open question by the piece that bears them, and those that no piece bears. */
export interface Placed {
  at: Map<string, Choice[]>;
  /** Possible options without a drawn piece. */
  loose: Choice[];
}

/** An option belongs to the first of its pieces that is drawn.  A piece whose options are those of `last` keeps their list: it is not drawn anew. */
export function place(choices: Choice[], isDrawn: (piece: string) => boolean, last?: Placed): Placed {
  const at = new Map<string, Choice[]>();
  const loose: Choice[] = [];
  for (const choice of choices) {
    const piece = choice.at?.find(isDrawn);
    const known = piece === undefined ? undefined : at.get(piece);
    if (known) known.push(choice);
    else if (piece !== undefined) at.set(piece, [choice]);
    else if (!choice.reason) loose.push(choice);
  }
  for (const [piece, list] of at) {
    const before = last?.at.get(piece);
    if (before?.length === list.length && list.every((choice, number) => choice === before[number])) at.set(piece, before);
  }
  return { at, loose };
}

/** Rolls and draws that a person reads off real dice and cards stay in the list, which can be searched. */
export const isTypedIn = (picture: Picture): boolean => picture.to_move === CHANCE;

export const isPossible = (choice: Choice): boolean => !choice.reason;

/** What an option is called beside others on the same piece: whatever tells them apart in the fewest words. */
export function tagWords(choice: Choice, others: Choice[]): string {
  const isApart = (say: (one: Choice) => string): boolean => say(choice) !== "" && new Set(others.map(say)).size === others.length;
  const ways: ((one: Choice) => string)[] = [(one) => one.short ?? "", (one) => one.group || (one.short ?? ""), (one) => [one.group, one.short].filter(Boolean).join(" ")];
  return (ways.find(isApart) ?? ((one: Choice) => one.label))(choice);
}

/** So many options of one piece stand on it as tags; more would hide it, and a click on it shows them all. */
export const MOST_TAGS = 3;

/** Longer words would stand out of the board. */
const MOST_LETTERS = 20;

/** Do these options of one piece stand on it as tags? */
export const areTags = (choices: Choice[]): boolean => choices.length <= MOST_TAGS && choices.every((choice) => tagWords(choice, choices).length <= MOST_LETTERS);

/** From this many possible options on they stand as chips under their headings. */
export const GROUP_FROM = 8;

export interface Group {
  title: string;
  choices: Choice[];
}

/** Options with the same heading together, in the order of the game; those without one each stand alone. */
export function groupChoices(possible: Choice[]): Group[] {
  const headings = new Set(possible.map((choice) => choice.group ?? ""));
  if (possible.length < GROUP_FROM || headings.size < 2) return [{ title: "", choices: possible }];
  return [...headings].map((title) => ({ title, choices: possible.filter((choice) => (choice.group ?? "") === title) }));
}

/** Where an option stands by its digit: as on a keyboard, 0 comes after 9, and options without one follow. */
const rankOf = ({ key }: Choice): number => (!key ? 11 : key === "0" ? 10 : Number(key));

/** Options that bear a digit stand in its order, the others as the game gave them. */
export const byKey = (choices: Choice[]): Choice[] => (choices.some(({ key }) => key) ? [...choices].sort((a, b) => rankOf(a) - rankOf(b)) : choices);

/** The key of each possible option: the digit it bears; else its place in the list, after those that bear one. */
export function keysOf(choices: Choice[]): Map<string, string> {
  const listed = groupChoices(byKey(choices.filter(isPossible))).flatMap((group) => group.choices);
  let last = Math.max(0, ...listed.map(({ key }) => Number(key ?? 0)));
  return new Map(listed.map(({ text, key }) => [text, key ?? (last < 9 ? String(++last) : "")]));
}

/** What I would have more or less of each good the moment this option is taken. */
export function changeBy(choice: Choice): Record<string, number> {
  const change: Record<string, number> = { ...choice.gives };
  for (const cost of [choice.price, choice.owes]) for (const [good, count] of Object.entries(cost ?? {})) change[good] = (change[good] ?? 0) - count;
  return change;
}
