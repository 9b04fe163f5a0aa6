import type { DailyScore } from "../protocol";

/** How a day's deal ended against bots or Lawan; empty for a game without opponents. */
export function outcomeOf({ margin, won }: DailyScore): string {
  if (margin === null) return "";
  if (won) return margin > 0 ? `won by ${margin}` : "won the tie";
  if (margin > 0) return "resigned";
  return margin < 0 ? `${-margin} behind` : "tied, but lost";
}
