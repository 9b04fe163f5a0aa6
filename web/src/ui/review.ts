import type { Ledger, Review, Spot } from "../protocol";

export const NOBODY = -1;

/** All points of the curves, the start first. */
export const spotsOf = (review: Review): Spot[] => [review.start, ...review.spots];

/** A column of the luck table: start, own decisions, luck, the others, what is not explained, end.  What rounding leaves over is not explained. */
export function column(ledger: Ledger): number[] {
  const whole = [ledger.start, ledger.own, ledger.luck, ledger.others].map(Math.round);
  const end = Math.round(ledger.end);
  const rest = end - whole.reduce((sum, part) => sum + part, 0);
  return [...whole, rest, end].map((part) => part + 0); // no minus zero
}

/** With its sign and in halves, for what was gained or lost. */
export function gain(n: number): string {
  const size = Math.abs(n);
  const words = size % 1 ? `${Math.floor(size) || ""}½` : `${size}`;
  return n > 0 ? `+${words}` : n < 0 ? `−${words}` : "0";
}

/** A chance as games of ten: it is not known more precisely. */
export const tenths = (chance: number): number => Math.min(10, Math.max(0, Math.round(10 * chance)));

export interface Column {
  round: number;
  from: number;
  to: number;
}

/** Which places of the curve belong to which round; each begins where the one before ended. */
export function columnsOf(spots: Spot[]): Column[] {
  const found: Column[] = [];
  spots.forEach((spot, place) => {
    const last = found.at(-1);
    if (last && last.round === spot.round) last.to = place;
    else found.push({ round: spot.round, from: last ? last.to : place, to: place });
  });
  return found.filter((column) => column.to > column.from);
}

/** Whether chances to win are worth showing: not in a solo game without rivals. */
export const hasChances = (review: Review): boolean => review.end.points.length > 1 || spotsOf(review).some((spot) => spot.win[0]!.mean < 0.995);
