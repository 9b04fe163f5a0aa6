import type { Picture } from "../protocol";

/** The picture with automatic opponents as further seats, for wherever points are shown. */
export function withRivals(picture: Picture): Picture {
  const { rivals, seats } = picture;
  if (rivals.length === 0) return picture;
  return {
    ...picture,
    seats: [...seats, ...rivals.map(({ name }) => ({ name, bot: null, program: false }))],
    scores: [...picture.scores, ...rivals.map(({ points }) => points.reduce((sum, some) => sum + some, 0))],
    breakdown: picture.breakdown.map((line, place) => ({ ...line, points: [...line.points, ...rivals.map(({ points }) => points[place] ?? 0)] })),
    winners: [...picture.winners, ...rivals.flatMap(({ won }, place) => (won ? [seats.length + place] : []))],
  };
}
