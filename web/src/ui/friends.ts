import type { Friends, GameInfo, NewTable, Said, SettingInfo, Sitter } from "../protocol";
import { DEFAULT_NAME, nameFor, usualBot } from "./newtable";

export const REACTIONS = ["hello", "nice", "well played", "take your time", "let me think"] as const;
export type Reaction = (typeof REACTIONS)[number];
export const REACTION_SIGNS: Record<Reaction, string> = { hello: "☺", nice: "♥", "well played": "★", "take your time": "◷", "let me think": "…" };
/** How long a reaction is shown beside a name. */
export const REACTION_SECONDS = 5;

/** A seat in the form for a table with friends: for a friend who gets the link, somebody at this screen, or a bot. */
export interface FriendSeat {
  who: "friend" | "here" | "bot";
  bot: string;
  /** The name of somebody at this screen. */
  name: string;
}

export interface FriendsForm {
  game: string;
  others: FriendSeat[];
  options: Record<string, string>;
  settings: Record<string, unknown>;
}

export const friendSeat = (bots: string[]): FriendSeat => ({ who: "friend", bot: usualBot(bots), name: "" });

export function friendsForm(game: GameInfo, bots: string[], settings: SettingInfo[]): FriendsForm {
  const count = Math.min(Math.max(2, game.least), game.most);
  const others = Array.from({ length: count - 1 }, () => friendSeat(bots));
  return {
    game: game.name,
    others,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    settings: Object.fromEntries(settings.map((setting) => [setting.name, setting.default])),
  };
}

export function friendsTable(form: FriendsForm, me: string): NewTable {
  const others = form.others.map(({ who, bot, name }, n) => {
    if (who === "friend") return { name: `Friend ${n + 1}`, open: true };
    return who === "here" ? { name: name.trim() || nameFor("person", n + 1, me) } : { name: nameFor("bot", n + 1, me), bot };
  });
  const { game, options, settings } = form;
  return { game, seats: [{ name: me || DEFAULT_NAME }, ...others], options, ...settings };
}

/** "Deck: Mackerel". */
export const optionWords = (options: Record<string, string>): string[] => Object.entries(options).map(([name, value]) => `${name}: ${value}`);

/** The secret comes after the #: browsers do not send that part, so it is in no server's log. */
export const invitationLink = (id: string, secret: string, origin = location.origin): string => `${origin}/t/${id}#i=${secret}`;

/** Behind the address of a table that anybody may join. */
export const JOIN = "#join";

/** A code as it is read aloud: "KTR FWM". */
export const codeWords = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** A link to the replay of a finished game, and to a move of it. */
export const replayAddress = (secret: string, move = 0, origin = location.origin): string => `${origin}/replay#s=${secret}${move > 0 ? `&m=${move}` : ""}`;

/** The invitation of the link that led here; older links have it without a name. */
export function invitationIn({ hash, search }: { hash: string; search: string }): string {
  const named = new URLSearchParams(hash.slice(1)).get("i") ?? new URLSearchParams(search).get("i");
  if (named !== null) return named;
  return hash.includes("=") || hash.startsWith("#replay") || hash === JOIN ? "" : hash.slice(1);
}

/** Reads the invitation and, if it was in the query, moves it behind the #, where no server logs it. */
export function takeInvitation(): string {
  const invitation = invitationIn(location);
  if (new URLSearchParams(location.search).has("i")) history.replaceState(null, "", `${location.pathname}#i=${invitation}`);
  return invitation;
}

export const mySeat = (friends: Friends): number => friends.seats.findIndex((sitter) => sitter.mine);

export const isOpen = (sitter: Sitter): boolean => !sitter.person && sitter.bot === null;

/** Is everybody ready but me? */
export function isAwaited(friends: Friends | null): boolean {
  if (!friends || friends.begun) return false;
  const me = friends.seats[mySeat(friends)];
  return me !== undefined && !me.ready && friends.seats.every((sitter) => sitter.mine || sitter.bot !== null || (sitter.person && sitter.ready));
}

/** "here", "away", or what plays there. */
export function sitterWords(sitter: Sitter): string {
  if (sitter.bot !== null) return sitter.person ? `bot: ${sitter.bot}, filling in` : `bot: ${sitter.bot}`;
  if (sitter.program) return sitter.presence ? `bot: somebody’s program, ${sitter.presence}` : "bot: somebody’s program";
  return isOpen(sitter) ? "open" : sitter.presence;
}

/** The last reaction of this seat, if it is still shown. */
export function reactionOf(talk: Said[], seat: number, now: number): Reaction | null {
  const last = talk.findLast((said) => said.seat === seat && said.kind === "reaction");
  return last && now - last.at < REACTION_SECONDS ? (last.words as Reaction) : null;
}
