import type { Hint } from "../protocol";

/** How sure a hint is, for 0 to 3 bars. */
export const SURE = ["too close to call", "probably", "fairly sure", "quite sure"];

export interface Bar {
  /** What the bars compare. */
  caption: string;
  label: string;
  points: number;
  words: string;
  /** In per cent of the width; zero is in the middle. */
  left: number;
  width: number;
}

/** Rounded to halves below 2, else to whole points: more would pretend to be exact. */
export function roundly(points: number): string {
  const size = Math.abs(points);
  const whole = size < 2 ? Math.round(size * 2) / 2 : Math.round(size);
  const words = `${Math.floor(whole) || (whole % 1 ? "" : "0")}${whole % 1 ? "½" : ""}`;
  return whole === 0 ? "0" : `${points < 0 ? "−" : "+"}${words}`;
}

/** Where the best option is better or worse than the second best, by category. */
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
      return { caption: `${best.label} compared with ${other.label}, in points at the end`, label, points, words: roundly(points), left: points < 0 ? 50 - width : 50, width };
    });
}
