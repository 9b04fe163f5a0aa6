import type { DailyDay, DailyGame, DailyScore } from "../protocol";

/** A day of the strip: its first letter, and my points if I played it. */
export interface DaySquare {
  day: string;
  letter: string;
  points: number | null;
}

const noon = (day: string): Date => new Date(`${day}T12:00`);

/** The day so many days before. */
export function dayBefore(day: string, days: number): string {
  const then = noon(day);
  then.setDate(then.getDate() - days);
  return [then.getFullYear(), then.getMonth() + 1, then.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

const mineOf = (scores: DailyScore[]): number | null => scores.find((score) => score.mine)?.points ?? null;

function pointsOn({ scores, past }: Pick<DailyGame, "scores" | "past">, today: string, day: string): number | null {
  return mineOf(day === today ? scores : (past.find((other: DailyDay) => other.day === day)?.scores ?? []));
}

/** The last days with my points, today last. */
export function daySquares(deal: Pick<DailyGame, "scores" | "past">, today: string, count = 7): DaySquare[] {
  return Array.from({ length: count }, (_, place) => {
    const day = dayBefore(today, count - 1 - place);
    return { day, letter: noon(day).toLocaleDateString("en-GB", { weekday: "narrow" }), points: pointsOn(deal, today, day) };
  });
}

/** On how many days in a row I have finished some deal; today counts once it is played. */
export function streakOf(deals: Pick<DailyGame, "scores" | "past">[], today: string): number {
  const isPlayed = (day: string): boolean => deals.some((deal) => pointsOn(deal, today, day) !== null);
  const first = isPlayed(today) ? 0 : 1;
  let days = first;
  while (isPlayed(dayBefore(today, days))) days++;
  return days - first;
}
