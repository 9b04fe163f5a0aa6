import { CHANCE, type Line, type Section, type SeatPlan, type Picture } from "../protocol";
import type { Update } from "../net/tableCache";

/** The places in which people act. */
export const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th"];

/** Would this picture show a person's secrets to somebody else at the screen?  `present` is the seat of the person at the screen. */
export function mustHandOver(update: Update, present: number | null): boolean {
  if (update.seats.length < 2 || update.picture.to_move === null) return false;
  return update.picture.seat !== present;
}

/** Do the others wait for the person at this screen to confirm the turn? */
export function isMyConfirm({ waiting, seats, picture }: Update): boolean {
  return waiting !== null && waiting === picture.seat && seats.includes(waiting);
}

/** A decision that could not be undone waits for the “Done” of the person at this screen. */
export function isMeant(update: Update): boolean {
  return isMyConfirm(update) && update.picture.meant !== null;
}

/** Who goes on when the turn is done, in words. */
export function nextWords({ picture }: Update): string {
  const { to_move: next, seat, seats } = picture;
  return next === null || next === CHANCE || next === seat ? "The game goes on" : `${nameOf(seats, next)} goes on`;
}

/** The lines of the seat's last turn: after the last decision of anybody else. */
export function ownTurn(lines: Line[], seat: number): Line[] {
  const before = lines.findLastIndex((line) => line.seat !== seat && line.seat !== CHANCE);
  const turn = lines.slice(before + 1).filter((line) => !line.aside);
  const first = turn.findIndex((line) => line.seat === seat);
  return first < 0 ? [] : turn.slice(first);
}

/** Who made the newest decision in the log. */
export function lastToDecide(picture: Picture): number | null {
  return picture.lines.at(-1)?.seat ?? null;
}

/** Who has to do something, in words. */
export function turnWords(update: Update): string {
  const { picture, seats, thinking, waiting } = update;
  if (picture.to_move === null) return picture.result || "The game is over";
  if (waiting !== null) return isMyConfirm(update) ? "Your turn is done" : `${nameOf(picture.seats, waiting)} is checking the turn`;
  if (thinking !== null) return `${nameOf(picture.seats, thinking)} is thinking`;
  if (picture.choices.length > 0) {
    if (picture.to_move === CHANCE) return "Enter what the dice or cards show";
    return seats.length > 1 ? `${nameOf(picture.seats, picture.to_move)}, your turn` : "Your turn";
  }
  if (picture.to_move === CHANCE) return "Waiting for a roll or a draw";
  return `Waiting for ${nameOf(picture.seats, picture.to_move)}`;
}

/** The seats from best to worst, with their place; equal points share one. */
export function ranking(picture: Picture): { seat: number; place: number; points: number }[] {
  const rows = picture.scores.map((points, seat) => ({ seat, points, won: picture.winners.includes(seat) }));
  // Winners first: a game may break ties by other things than points.
  rows.sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points || a.seat - b.seat);
  return rows.map((row) => {
    const better = rows.filter((other) => (other.won && !row.won) || (other.won === row.won && other.points > row.points));
    return { seat: row.seat, points: row.points, place: better.length + 1 };
  });
}

/** The sections of one's own seat and all others, in the order of the game. */
export function splitSections(sections: Section[], own: number): { mine: Section[]; rest: Section[] } {
  const isOwn = (section: Section) => own >= 0 && section.seat === own;
  return { mine: sections.filter(isOwn), rest: sections.filter((section) => !isOwn(section)) };
}

export function nameOf(seats: SeatPlan[], seat: number): string {
  return seat === CHANCE ? "chance" : (seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** With a capital letter. */
export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

export const countOf = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** What costs the reader points, if the total is below nothing: "Below zero for now: Unissued Shares (−3)."  Else nothing. */
export function belowWords({ seat, scores, breakdown }: Picture): string {
  if (seat < 0 || (scores[seat] ?? 0) >= 0) return "";
  const costs = breakdown.filter((line) => (line.points[seat] ?? 0) < 0).map((line) => `${line.label} (−${-line.points[seat]!})`);
  return costs.length > 0 ? `Below zero for now: ${costs.join(", ")}.` : "";
}
