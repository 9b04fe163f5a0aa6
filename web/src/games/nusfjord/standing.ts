import type { Table } from "../../protocol";

/** Where a campaign stands: what skerry.match.series keeps between its games. */
export interface Standing {
  games: number;
  /** Of the games played so far. */
  points: number[];
  goal: number;
  rank: number;
  words: string;
}

/** The standing, from a server that tells it with the table. */
export function standingOf(table: Table & { standing?: Standing | null }): Standing | null {
  return table.standing ?? null;
}
