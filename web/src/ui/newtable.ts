import { BOT_NAMES, type GameInfo, type NewTable, type Option, type SeriesInfo, type Standing, type Picture } from "../protocol";
import { countOf } from "./turns";

export type Who = "me" | "person" | "bot";

/** A seat in the form.  What was typed stays when the kind of player changes. */
export interface SeatForm {
  who: Who;
  name: string;
  bot: string;
}

export interface TableForm {
  seats: SeatForm[];
  options: Record<string, string>;
  typedIn: boolean;
  /** The series to play the next game of; null for a single game. */
  series: SeriesInfo | null;
  /** Give up the running series and begin another. */
  anew: boolean;
}

/** In characters as people count them: a flag emoji is one. */
export const LONGEST_NAME = 40;
/** For the input field, which counts code units. */
export const LONGEST_TYPED = 160;
const LONGEST_BYTES = 160;

export function isTooLong(name: string): boolean {
  if (name.length <= LONGEST_NAME) return new TextEncoder().encode(name).length > LONGEST_BYTES;
  // Created only if needed: creating a segmenter is slow.
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)];
  return characters.length > LONGEST_NAME || new TextEncoder().encode(name).length > LONGEST_BYTES;
}

/** The name of a person who has not typed one.  Not "You": the log is in the third person. */
export const DEFAULT_NAME = "Skipper";

/** The form as it is first shown: one person against two bots, or as close to it as the game allows. */
export function defaultForm(game: GameInfo, bots: string[], me: string): TableForm {
  const count = Math.min(Math.max(3, game.least), game.most);
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const form: TableForm = { seats: [], options, typedIn: false, series: null, anew: false };
  resize(form, count, bots, me);
  return form;
}

/** Add or remove seats at the end. */
export function resize(form: TableForm, count: number, bots: string[], me: string): void {
  form.seats.length = Math.min(form.seats.length, count);
  while (form.seats.length < count) {
    const number = form.seats.length;
    const who: Who = number === 0 ? "me" : bots.length > 0 ? "bot" : "person";
    const seat: SeatForm = { who, name: "", bot: usualBot(bots) };
    seat.name = nameFor(who, number, me);
    form.seats.push(seat);
  }
  // A game for one is mine: nobody watches a bot alone.
  const [only] = form.seats;
  if (count === 1 && only && only.who !== "me") Object.assign(only, { who: "me", name: nameFor("me", 0, me) });
}

/** The default bot: of the levels, listed from weak to strong, one in the upper middle. */
export const usualBot = (bots: string[]): string => bots[Math.floor(bots.length / 2)] ?? "";

export function nameFor(who: Who, seat: number, me: string): string {
  if (who === "me") return me || DEFAULT_NAME;
  if (who === "person") return `Player ${seat + 1}`;
  return BOT_NAMES[(seat + BOT_NAMES.length - 1) % BOT_NAMES.length]!;
}

/** What keeps the form from being sent, by seat; empty if nothing does. */
export function nameProblems(form: TableForm): Record<number, string> {
  const problems: Record<number, string> = {};
  const seen = new Map<string, number>();
  form.seats.forEach((seat, number) => {
    const name = seat.name.trim();
    const before = seen.get(name.toLowerCase());
    if (!name) problems[number] = "Give this player a name.";
    else if (isTooLong(name)) problems[number] = "This name is too long.";
    else if (before !== undefined) problems[number] = `Player ${before + 1} already has this name.`;
    seen.set(name.toLowerCase(), number);
  });
  return problems;
}

/** Is this option a choice at all, with this many players and these other options? */
export function isUsed({ choices, players, needs }: Option, count: number, chosen: Record<string, string>): boolean {
  const isForThem = players.length === 0 || players.includes(count);
  return choices.length > 1 && isForThem && Object.entries(needs).every(([name, value]) => chosen[name] === value);
}

/** A running series keeps its options: nothing can be chosen. */
export const isUnderWay = ({ series, anew }: TableForm): boolean => series !== null && series.options !== null && !anew;

export function newTable(game: GameInfo, form: TableForm): NewTable {
  const seats = form.seats.map((seat) => ({ name: seat.name.trim(), bot: seat.who === "bot" ? seat.bot : null }));
  const chosen = game.options.map((option) => [option.name, isUsed(option, form.seats.length, form.options) ? form.options[option.name] : option.default]);
  const options = isUnderWay(form) ? form.series!.options! : Object.fromEntries(chosen);
  const table: NewTable = { game: game.name, seats, options, typed_in: form.typedIn };
  return form.series ? { ...table, typed_in: false, series: form.series.kind, anew: form.anew } : table;
}

/** The same table again, with the next seat in the first place; everybody keeps their colour. */
export function rematch({ game, seats, options, typed_in }: Picture, marks: number[]): NewTable {
  const [first, ...rest] = seats.map(({ name, bot }) => ({ name, bot }));
  const [mine, ...others] = seats.map((_, seat) => marks[seat] ?? seat);
  return { game, seats: [...rest, first!], options, typed_in, marks: [...others, mine!] };
}

/** The next game of the series this one belongs to, or the first of another. */
export function nextGame({ game, seats, options }: Picture, { kind }: Standing): NewTable {
  const { series: _, ...rest } = options;
  return { game, seats: seats.map(({ name, bot }) => ({ name, bot })), options: rest, series: kind };
}

/** What "Play now" starts: "you and 2 bots". */
export function sittingWords(form: TableForm): string {
  const bots = form.seats.filter((seat) => seat.who === "bot").length;
  const people = form.seats.length - bots;
  if (form.seats.length === 1) return "just you";
  if (bots === 0) return `${people} people at this screen`;
  return `${people === 1 ? "you" : `${people} people`} and ${countOf(bots, "bot")}`;
}

export function playerCounts(game: GameInfo): string {
  if (game.least === game.most) return countOf(game.most, "player");
  return `${game.least}–${game.most} players`;
}
