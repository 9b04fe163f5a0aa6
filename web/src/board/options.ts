import { CHANCE, type Choice, type Picture } from "../protocol";

/** The options of the open question by the piece they belong to. */
export interface Placed {
  at: Map<string, Choice[]>;
  /** Possible options without a drawn piece. */
  unplaced: Choice[];
}

/** An option belongs to the first of its pieces that is drawn.  A piece with the same options as in `last` keeps their list, so that it is not redrawn. */
export function place(choices: Choice[], isDrawn: (piece: string) => boolean, last?: Placed): Placed {
  const at = new Map<string, Choice[]>();
  const unplaced: Choice[] = [];
  for (const choice of choices) {
    const piece = choice.at?.find(isDrawn);
    const known = piece === undefined ? undefined : at.get(piece);
    if (known) known.push(choice);
    else if (piece !== undefined) at.set(piece, [choice]);
    else if (!choice.reason) unplaced.push(choice);
  }
  for (const [piece, list] of at) {
    const before = last?.at.get(piece);
    if (before?.length === list.length && list.every((choice, number) => choice === before[number])) at.set(piece, before);
  }
  return { at, unplaced };
}

/** Rolls and draws that a person reads off real dice and cards stay in the list, which can be searched. */
export const isTypedIn = (picture: Picture): boolean => picture.to_move === CHANCE;

/** None, and always the same: what has not changed is not drawn again. */
export const NO_CHOICES: Choice[] = [];
export const NO_PIECES: string[] = [];

export const isPossible = (choice: Choice): boolean => !choice.reason;

/** The shortest words that tell an option from the others on the same piece. */
export function tagWords(choice: Choice, others: Choice[]): string {
  const isApart = (say: (option: Choice) => string): boolean => say(choice) !== "" && new Set(others.map(say)).size === others.length;
  const ways: ((option: Choice) => string)[] = [
    ({ short }) => short ?? "",
    ({ group, short }) => group || (short ?? ""),
    ({ group, short }) => [group, short].filter(Boolean).join(" "),
  ];
  return (ways.find(isApart) ?? (({ label }: Choice) => label))(choice);
}

/** Longer words, or more options, find no room in a dock below the board. */
const MOST_QUICK = 2;
const MOST_QUICK_LETTERS = 16;

/** Are these options, which belong to no piece, few and short: yes and no, pass, skip? */
export const areQuick = (choices: Choice[]): boolean => choices.length <= MOST_QUICK && choices.every((choice) => tagWords(choice, choices).length <= MOST_QUICK_LETTERS);

/** Up to this many options of one piece are shown on it as tags; more would hide it, and a click on it shows them all. */
export const MOST_TAGS = 3;

/** Longer words would reach beyond the board. */
const MOST_LETTERS = 20;

/** Are these options of one piece shown on it as tags? */
export const areTags = (choices: Choice[]): boolean => choices.length <= MOST_TAGS && choices.every((choice) => tagWords(choice, choices).length <= MOST_LETTERS);

/** From this many possible options on, they are chips under their headings. */
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

/** The order of options by their digit: as on a keyboard, 0 comes after 9; options without a digit follow. */
const rankOf = ({ key }: Choice): number => (!key ? 11 : key === "0" ? 10 : Number(key));

/** Options with a digit in its order, the others as the game gave them. */
export const byKey = (choices: Choice[]): Choice[] => (choices.some(({ key }) => key) ? [...choices].sort((a, b) => rankOf(a) - rankOf(b)) : choices);

/** The key of each possible option: its digit, else its place in the list after those with a digit. */
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
