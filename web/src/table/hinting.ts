import type { Hint } from "../protocol";

/** How sure a hint is, from none of three bars to all of them. */
export const SURE = ["too close to call", "probably", "fairly sure", "quite sure"];

export interface Bar {
  /** What the bars compare. */
  caption: string;
  label: string;
  points: number;
  words: string;
  /** In per cent of the width; the middle is nothing. */
  left: number;
  width: number;
}

/** Halves below 2, else whole points: no number claims more than it knows. */
export function roundly(points: number): string {
  const size = Math.abs(points);
  const whole = size < 2 ? Math.round(size * 2) / 2 : Math.round(size);
  const words = `${Math.floor(whole) || (whole % 1 ? "" : "0")}${whole % 1 ? "½" : ""}`;
  return whole === 0 ? "0" : `${points < 0 ? "−" : "+"}${words}`;
}

/** Where the best option is ahead of the next one that is behind it, or falls short of it, by category. */
export function bars(hint: Hint): Bar[] {
  const best = hint.options.find((option) => option.text === hint.best[0]);
  const other = hint.options.filter((option) => !hint.best.includes(option.text)).sort((a, b) => a.behind.mean - b.behind.mean)[0];
  if (!best || !other || hint.certainty === 0) return [];
  const rows = Object.entries(other.categories).filter(([, points]) => Math.abs(points) >= 0.25);
  const most = Math.max(...rows.map(([, points]) => Math.abs(points)), 1);
  return rows
    .sort(([, a], [, b]) => b - a)
    .map(([label, points]) => {
      const width = (Math.abs(points) / most) * 48;
      return { caption: `${best.label}, beside ${other.label}, in points by the end`, label, points, words: roundly(points), left: points < 0 ? 50 - width : 50, width };
    });
}
