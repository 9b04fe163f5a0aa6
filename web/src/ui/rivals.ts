import type { Picture } from "../protocol";

/** Opponents that play by themselves stand beside the players wherever points are shown: as if each had a seat after theirs. */
export function withRivals(picture: Picture): Picture {
  const { rivals, seats } = picture;
  if (rivals.length === 0) return picture;
  return {
    ...picture,
    seats: [...seats, ...rivals.map(({ name }) => ({ name, bot: null }))],
    scores: [...picture.scores, ...rivals.map(({ points }) => points.reduce((sum, some) => sum + some, 0))],
    breakdown: picture.breakdown.map((line, place) => ({ ...line, points: [...line.points, ...rivals.map(({ points }) => points[place] ?? 0)] })),
    winners: [...picture.winners, ...rivals.flatMap(({ won }, place) => (won ? [seats.length + place] : []))],
  };
}
