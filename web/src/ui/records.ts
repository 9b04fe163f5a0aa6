import type { Picture, Result, SeatPlan } from "../protocol";
import { recall, remember } from "./remember";
import { countOf } from "./turns";

/** A game that was finished in this browser by the one person who plays here. */
export interface Played {
  /** The table's id, so that no game counts twice. */
  id: string;
  game: string;
  title: string;
  players: number;
  /** The bots' levels, "people" without bots, empty for a solo game. */
  level: string;
  points: number;
  won: boolean;
  /** Seconds since the epoch. */
  at: number;
  /** Points by category, if the server has them. */
  parts?: Record<string, number>;
}

const KEPT = 500;

export const allPlayed = (): Played[] => recall<Played[]>("played", []);

/** Games opened from a file: they do not count, as they were played elsewhere or have been counted. */
export const fromFiles = (): string[] => recall<string[]>("from-files", []);
export const rememberFile = (id: string): void => remember("from-files", [...fromFiles(), id].slice(-KEPT));

/** What this game adds to the records; null for spectators, for several people at one screen, and for games from files. */
export function resultOf(id: string, picture: Picture, seats: number[], now = Date.now() / 1000): Played | null {
  const seat = seats[0];
  if (seats.length !== 1 || seat === undefined || picture.to_move !== null || picture.typed_in || fromFiles().includes(id)) return null;
  const { game, title, scores, winners } = picture;
  return { id, game, title, players: picture.seats.length, level: levelOf(picture.seats), points: scores[seat] ?? 0, won: winners.includes(seat), at: now };
}

export function levelOf(seats: SeatPlan[]): string {
  const levels = [...new Set(seats.flatMap((seat) => seat.bot ?? (seat.program ? "program" : [])))];
  return levels.length > 0 ? levels.join(" and ") : seats.length > 1 ? "people" : "";
}

/** Stores the result unless it is there already; returns the others. */
export function keepResult(played: Played): Played[] {
  const all = allPlayed();
  const before = all.filter((other) => other.id !== played.id);
  if (before.length === all.length) remember("played", [...all, played].slice(-KEPT));
  return before;
}

/** The results the server has and those that only this browser has, without duplicates. */
export function merged(results: Result[], local: Played[], titles: Record<string, string>): Played[] {
  const known = results.map(({ match, game, players, level, points, won, parts, at }) => {
    return { id: match, game, title: titles[game] ?? game, players, level: players === 1 ? "" : level || "people", points, won, at, parts };
  });
  const ids = new Set(known.map((game) => game.id));
  return [...known, ...local.filter((game) => !ids.has(game.id))];
}

/** The average of each category, in the order of the game's own list. */
export function meansOf(games: Played[]): [string, number][] {
  const counted = games.flatMap(({ parts }) => (parts ? [parts] : []));
  const labels = [...new Set(counted.flatMap((parts) => Object.keys(parts)))];
  return labels.map((label) => [label, counted.reduce((sum, parts) => sum + (parts[label] ?? 0), 0) / counted.length]);
}

/** All games of one kind together. */
export interface Total {
  key: string;
  title: string;
  /** "3 players, medium bots" */
  kind: string;
  played: number;
  /** Null for solo games, which are not won or lost. */
  won: number | null;
  best: number;
  average: number;
}

export function companyOf({ players, level }: Pick<Played, "players" | "level">): string {
  if (players === 1) return "solo";
  return `${countOf(players, "player")}, ${level === "people" ? "all people" : `${level} bots`}`;
}

/** By game, players and bot level; the one played last comes first. */
export function totals(played: Played[]): Total[] {
  const groups = new Map<string, Played[]>();
  for (const game of [...played].sort((a, b) => b.at - a.at)) {
    const key = [game.game, game.players, game.level].join("|");
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return [...groups].map(([key, games]) => {
    const first = games[0]!;
    const points = games.map((game) => game.points);
    const won = first.players > 1 ? games.filter((game) => game.won).length : null;
    return { key, title: first.title, kind: companyOf(first), played: games.length, won, best: Math.max(...points), average: points.reduce((sum, n) => sum + n, 0) / games.length };
  });
}

/** A line of the records at the end of a game. */
export interface RecordLine {
  label: string;
  value: string;
  isNew?: boolean;
}

/** This result compared with earlier ones of its kind. */
export function recordLines(now: Played, before: Played[]): RecordLine[] {
  const same = before.filter((other) => other.game === now.game && other.players === now.players);
  const alike = same.filter((other) => other.level === now.level);
  const best = same.length > 0 ? same.reduce((top, other) => (other.points > top.points ? other : top)) : null;
  const isBest = best === null || now.points > best.points;
  const lines: RecordLine[] = [
    {
      label: now.players === 1 ? "Best solo result" : `Best with ${countOf(now.players, "player")}`,
      value: `${isBest ? now.points : best.points}`,
      isNew: isBest && best !== null,
    },
  ];
  if (best && isBest) lines.push({ label: "Before that", value: `${best.points}, ${dayOf(best.at)}` });
  const rows = [...alike, now];
  if (now.players > 1 && now.level !== "people")
    lines.push({ label: `Against ${now.level} bots`, value: `${countOf(rows.filter((row) => row.won).length, "win")} in ${countOf(rows.length, "game")}` });
  const last = [...same, now].sort((a, b) => a.at - b.at).slice(-10);
  if (last.length > 1) lines.push({ label: `Average of the last ${last.length} games`, value: (last.reduce((sum, row) => sum + row.points, 0) / last.length).toFixed(1) });
  return lines;
}

const dayOf = (at: number): string => new Date(at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
