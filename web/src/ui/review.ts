import type { Ledger, Review, Spot } from "../protocol";

export const NOBODY = -1;

/** All points of the curves, the start first. */
export const spotsOf = (review: Review): Spot[] => [review.start, ...review.spots];

/** A column of the luck table: start, own decisions, luck, the others, end.  Rounded so that it still adds up. */
export function column(ledger: Ledger): number[] {
  const exact = [ledger.start, ledger.own, ledger.luck, ledger.others];
  const whole = exact.map(Math.round);
  const over = Math.round(ledger.end) - whole.reduce((sum, part) => sum + part, 0);
  const most = [1, 2, 3].reduce((best, at) => (Math.abs(exact[at]!) > Math.abs(exact[best]!) ? at : best), 1);
  whole[most]! += over;
  return [...whole, Math.round(ledger.end)].map((part) => part + 0); // no minus zero
}

/** With its sign, for what was gained or lost. */
export const gain = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

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
