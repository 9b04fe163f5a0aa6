import type { GameInfo, NewTable, Table } from "../protocol";
import { countOf } from "./turns";

export type Who = "me" | "person" | "bot";

/** A seat in the form: what is typed stays when one tries another kind of player. */
export interface SeatForm {
  who: Who;
  name: string;
  bot: string;
}

export interface TableForm {
  seats: SeatForm[];
  options: Record<string, string>;
  table: boolean;
}

export const LONGEST_NAME = 40;
/** Until a name is typed in.  The log speaks of players in the third person, so "You" would not do. */
export const DEFAULT_NAME = "Skipper";
const BOT_NAMES = ["Runa", "Eskil", "Tove", "Halvard", "Signe", "Ivar", "Maren", "Leif"];

/** The first way to sit down: I against two bots, or as near to it as the game allows. */
export function defaultForm(game: GameInfo, bots: string[], me: string): TableForm {
  const count = Math.min(Math.max(3, game.least), game.most);
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const form: TableForm = { seats: [], options, table: false };
  resize(form, count, bots, me);
  return form;
}

/** Add or take away seats at the end. */
export function resize(form: TableForm, count: number, bots: string[], me: string): void {
  form.seats.length = Math.min(form.seats.length, count);
  while (form.seats.length < count) {
    const number = form.seats.length;
    const who: Who = number === 0 ? "me" : bots.length > 0 ? "bot" : "person";
    const seat: SeatForm = { who, name: "", bot: usualBot(bots) };
    seat.name = nameFor(who, number, me);
    form.seats.push(seat);
  }
}

/** A fair opponent for a first game: of the bots, listed from weak to strong, one in the upper middle. */
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
    else if (name.length > LONGEST_NAME) problems[number] = `A name has at most ${LONGEST_NAME} letters.`;
    else if (before !== undefined) problems[number] = `Player ${before + 1} has this name already.`;
    seen.set(name.toLowerCase(), number);
  });
  return problems;
}

export function newTable(game: GameInfo, form: TableForm): NewTable {
  const seats = form.seats.map((seat) => ({ name: seat.name.trim(), bot: seat.who === "bot" ? seat.bot : null }));
  return { game: game.name, seats, options: { ...form.options }, table: form.table };
}

/** The same once more, with the next seat in the first place: whoever had it has had it. */
export function rematch({ game, seats, options, real_table }: Table): NewTable {
  const [first, ...rest] = seats.map(({ name, bot }) => ({ name, bot }));
  return { game, seats: [...rest, first!], options, table: real_table };
}

/** "You against 2 bots": what one click starts. */
export function sittingWords(form: TableForm): string {
  const bots = form.seats.filter((seat) => seat.who === "bot").length;
  const people = form.seats.length - bots;
  if (form.seats.length === 1) return "You alone";
  if (bots === 0) return `${people} people at this screen`;
  return `${people === 1 ? "You" : `${people} people`} against ${countOf(bots, "bot")}`;
}

export function playerCounts(game: GameInfo): string {
  if (game.least === game.most) return countOf(game.most, "player");
  return `${game.least}–${game.most} players`;
}
