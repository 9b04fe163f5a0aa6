import type { Line, Picture, Recap } from "../protocol";
import { nameOf } from "./turns";

/** What a turn was, in a few words; its player's name stands before it. */
export function bitsOf(recap: Recap, lines: Line[]): string {
  if (recap.bits?.length) return recap.bits.join(isTurn(recap) ? " → " : " · ");
  return lines.find((line) => line.turn === recap.turn && !line.aside)?.words ?? "";
}

export const isTurn = (recap: Recap): boolean => (recap.kind ?? "turn") === "turn";

/** Whether the words begin with the name already: a decision that nobody else may see is told by its line. */
export const isNamed = (recap: Recap): boolean => isTurn(recap) && (recap.bits?.length ?? 0) > 0;

/** A turn in one sentence. */
export function sentenceOf(recap: Recap, { lines, seats }: Pick<Picture, "lines" | "seats">): string {
  const words = [bitsOf(recap, lines), gainWords(recap)].filter((part) => part).join(", ");
  return isNamed(recap) ? `${nameOf(seats, recap.seat)}: ${words}` : words;
}

/** What the player has more or less of: "−2 fish, +1 gold". */
export function gainWords({ gains = {} }: Recap): string {
  return Object.entries(gains)
    .map(([good, count]) => `${count < 0 ? `−${-count}` : `+${count}`} ${good}`)
    .join(", ");
}

/** The turns since this seat's last one, oldest first; none for those who watch. */
export function recapsSince(recaps: Recap[], seat: number): Recap[] {
  if (seat < 0) return [];
  const last = recaps.findLastIndex((one) => one.seat === seat);
  return recaps.slice(last + 1).filter(({ kind }) => kind !== "chance");
}

/** After how many moves each turn has been played.  Where a turn ends in the middle of a move, the position before that move stands for it. */
export function stopsOf(recaps: Recap[], moves: number): number[] {
  const stops = recaps.map(({ last }, place) => (recaps[place + 1]?.first === last ? last : last + 1));
  return [...new Set([0, ...stops, moves])].filter((stop) => stop <= moves).sort((a, b) => a - b);
}

/** How long a sentence takes to read, in milliseconds. */
export const readingTime = (sentence: string): number => Math.min(4_000, 1_200 + 45 * sentence.length);
