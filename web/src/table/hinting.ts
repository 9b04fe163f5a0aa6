import type { Hint } from "../protocol";
import { gain } from "../ui/review";

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

/** What the number that a hint states is made of; the last row is the number itself. */
export function bars(hint: Hint): Bar[] {
  const { stated } = hint;
  if (stated?.kind !== "points" || stated.parts.length === 0) return [];
  const name = (text: string | undefined): string => hint.options.find((option) => option.text === text)?.label ?? "";
  const most = Math.max(...stated.parts.map(({ points }) => Math.abs(points)), Math.abs(stated.number));
  const caption = `${name(hint.best[0])} compared with ${name(stated.against)}, in points at the end`;
  return [...stated.parts, { label: "In all", points: stated.number }].map(({ label, points }) => {
    const width = (Math.abs(points) / most) * 48;
    return { caption, label, points, words: gain(points), left: points < 0 ? 50 - width : 50, width };
  });
}

/** How sure a hint is, and what that rests on. */
export function sureness(hint: Hint): string {
  const sure = SURE[hint.certainty]!;
  return hint.stated ? `${sure}, from ${hint.pairs} imagined games each, assuming bots play out the rest` : sure;
}
