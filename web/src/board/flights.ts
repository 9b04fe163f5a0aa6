import type { Line } from "../protocol";

/** One thing that flies, and when it starts. */
export interface Flight {
  what: string;
  start: string;
  end: string;
  count: number;
  /** Milliseconds after the new picture. */
  wait: number;
}

/** Nobody could follow more at a time. */
const MOST_FLIGHTS = 24;

/** What flies according to the log: line after line, and within a line almost together. */
export function flightsOf(lines: Line[], step: number): Flight[] {
  const flights: Flight[] = [];
  let wait = 0;
  for (const line of lines) {
    const moved = (line.moved ?? []).filter((move) => move.start || move.end);
    moved.forEach(({ what, start, end, count = 1 }, place) => flights.push({ what, start, end, count, wait: wait + place * 60 }));
    if (moved.length > 0) wait += step;
  }
  return flights.slice(0, MOST_FLIGHTS);
}

/** A piece is named by its kind and its id; a good has a name alone. */
export const isPiece = (what: string): boolean => what.includes(":");

export const pieceKind = (piece: string): string => piece.slice(0, piece.indexOf(":"));

/** The names under which to look for a thing at a place: goods often have a spot of their own there. */
export const placeNames = (what: string, place: string): string[] => (place ? [`${place}/${what}`, place] : []);
