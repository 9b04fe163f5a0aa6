import type { Friends, GameInfo, NewTable, Pace, Said, Sitter } from "../protocol";
import { DEFAULT_NAME, nameFor, usualBot } from "./newtable";

export const REACTIONS = ["hello", "nice", "well played", "take your time", "let me think"] as const;
export type Reaction = (typeof REACTIONS)[number];
export const SIGNS: Record<Reaction, string> = { hello: "☺", nice: "♥", "well played": "★", "take your time": "◷", "let me think": "…" };
/** How long a reaction stands beside a name. */
export const REACTION_SECONDS = 5;

/** A seat of a table for friends, while it is being planned: a friend's who comes by link, somebody's before this screen, or a bot's. */
export interface FriendSeat {
  who: "friend" | "here" | "bot";
  bot: string;
  /** Of somebody before this screen. */
  name: string;
}

export interface FriendsForm {
  game: string;
  others: FriendSeat[];
  options: Record<string, string>;
  watching: boolean;
  hints: boolean;
  /** On the front page, for anybody to join. */
  listed: boolean;
  pace: Pace;
}

export const NO_CLOCK: Pace = { kind: "none", amount: 0, late: "nothing" };
/** How much time there may be: minutes for each player, days for each turn. */
export const AMOUNTS: Record<Pace["kind"], number[]> = { none: [0], live: [10, 20, 30, 45, 60, 90], slow: [1, 2, 3, 5, 7, 14] };

export const friendSeat = (bots: string[]): FriendSeat => ({ who: "friend", bot: usualBot(bots), name: "" });

export function friendsForm(game: GameInfo, bots: string[]): FriendsForm {
  const count = Math.min(Math.max(2, game.least), game.most);
  const others = Array.from({ length: count - 1 }, () => friendSeat(bots));
  return {
    game: game.name,
    others,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    watching: true,
    hints: true,
    listed: false,
    pace: NO_CLOCK,
  };
}

export function friendsTable(form: FriendsForm, me: string): NewTable {
  const others = form.others.map(({ who, bot, name }, n) => {
    if (who === "friend") return { name: `Friend ${n + 1}`, open: true };
    return who === "here" ? { name: name.trim() || nameFor("person", n + 1, me) } : { name: nameFor("bot", n + 1, me), bot };
  });
  const { game, options, watching, hints, listed, pace } = form;
  return { game, seats: [{ name: me || DEFAULT_NAME }, ...others], options, watching, hints, listed, pace };
}

/** What stands after # is not sent to any server, and so is in no log. */
export const invitationLink = (id: string, secret: string, origin = location.origin): string => `${origin}/t/${id}#i=${secret}`;

/** The invitation of the link that led here; older links have it without a name. */
export function invitationIn({ hash, search }: { hash: string; search: string }): string {
  const named = new URLSearchParams(hash.slice(1)).get("i") ?? new URLSearchParams(search).get("i");
  if (named !== null) return named;
  return hash.includes("=") || hash.startsWith("#replay") ? "" : hash.slice(1);
}

/** Read it, and if it stood where servers write it down, move it to where they do not. */
export function takeInvitation(): string {
  const invitation = invitationIn(location);
  if (new URLSearchParams(location.search).has("i")) history.replaceState(null, "", `${location.pathname}#i=${invitation}`);
  return invitation;
}

export const mySeat = (friends: Friends): number => friends.seats.findIndex((sitter) => sitter.mine);

export const isOpen = (sitter: Sitter): boolean => !sitter.person && sitter.bot === null;

/** Everybody else is ready, and only I am missing. */
export function isAwaited(friends: Friends | null): boolean {
  if (!friends || friends.begun) return false;
  const me = friends.seats[mySeat(friends)];
  return me !== undefined && !me.ready && friends.seats.every((sitter) => sitter.mine || sitter.bot !== null || (sitter.person && sitter.ready));
}

/** "here", "away", or what plays there. */
export function sitterWords(sitter: Sitter): string {
  if (sitter.bot !== null) return sitter.person ? `bot: ${sitter.bot}, sitting in` : `bot: ${sitter.bot}`;
  return isOpen(sitter) ? "open" : sitter.presence;
}

/** The reaction of this seat that is still fresh. */
export function reactionOf(talk: Said[], seat: number, now: number): Reaction | null {
  const last = talk.findLast((said) => said.seat === seat && said.kind === "reaction");
  return last && now - last.at < REACTION_SECONDS ? (last.words as Reaction) : null;
}
