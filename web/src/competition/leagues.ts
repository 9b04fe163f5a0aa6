import type { GameInfo, LeagueInfo, LeagueSeat, LeagueTable, NewLeague } from "../protocol";
import { countOf } from "../ui/turns";

/** "3 people of at most 16 entered", "round 2 of 3, 9 people" */
export function stateWords({ state, entries, round, plan }: LeagueInfo): string {
  const people = entries === 1 ? "1 person" : `${entries} people`;
  if (state === "open") return `${people} of at most ${plan.most} entered`;
  if (state === "over") return `over after ${countOf(round, "round")}`;
  return round > 0 ? `round ${round} of ${plan.rounds}, ${people}` : `starting, ${people}`;
}

/** The secret comes after the #: browsers do not send that part. */
export const leagueLink = (id: string, code: string, origin = location.origin): string => `${origin}/leagues/${id}${code ? `#c=${code}` : ""}`;

export const codeIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get("c") ?? "";

/** "3", "1½" */
export function halves(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? `${whole}` : `${whole || ""}½`;
}

/** "1. Ann, 24 points" once the game is over; until then the name. */
export function seatWords({ name, place, game_points }: LeagueSeat, { over }: Pick<LeagueTable, "over">): string {
  return over && place !== null && game_points !== null ? `${place}. ${name}, ${countOf(game_points, "point").replace("-", "−")}` : name;
}

/** A league as the form offers it at first. */
export function firstLeague(game: GameInfo): NewLeague {
  const players = Math.min(Math.max(2, game.least), game.most);
  return {
    name: "",
    game: game.name,
    players,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    rounds: 3,
    turn_days: 2,
    round_days: 14,
    late: "bot",
    least: Math.max(4, players),
    most: 16,
    rated: false,
    by_code: false,
  };
}
