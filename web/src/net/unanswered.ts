import type { Act, ClientMessage, Friends } from "../protocol";

/** Whatever changes something: the server says by its number when it has dealt with it. */
export type Numbered = Exclude<ClientMessage, { type: "look" | "imagine" | "ask" | "outline" | "away" }>;

/** What a page sees of the table when it asks for something, or when it is back. */
export interface Scene {
  friends: Friends | null;
  /** Of the players. */
  names: string[];
}

/** What to do with a message whose answer was lost. */
export type Verdict = "done" | "again" | "overtaken";

interface Waiting {
  message: Numbered;
  before: Scene;
  sendings: number;
}

/** A message that never gets an answer, however often the connection is made anew, must not go round for ever. */
const MOST_SENDINGS = 4;
const ACTS = new Set(["play", "undo", "confirm", "ask_back", "ask_end", "answer", "resign"]);
const QUIET = new Set(["look", "imagine", "ask", "outline", "away"]);

export const isNumbered = (message: ClientMessage): message is Numbered => !QUIET.has(message.type);
const isAct = (message: Numbered): message is Act => ACTS.has(message.type);

/** What was sent and is not answered.  After the connection broke, it is sent again: the server does nothing twice. */
export class Unanswered {
  private waiting: Waiting[] = [];
  /** Hints, looks at the past and the like change nothing: of each kind, the last counts. */
  private asked = new Map<ClientMessage["type"], ClientMessage>();
  /** Numbers of other pages with the same seat are others. */
  private last: number;

  constructor(first = Math.floor(Math.random() * 2 ** 40)) {
    this.last = first;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** The move that is on its way; there is at most one. */
  get act(): Act | null {
    return this.waiting.map(({ message }) => message).find(isAct) ?? null;
  }

  /** Keeps it, and returns it with its number. */
  add(message: Numbered, before: Scene): Numbered {
    const numbered = { ...message, n: ++this.last };
    this.waiting.push({ message: numbered, before, sendings: 1 });
    return numbered;
  }

  ask(message: ClientMessage): void {
    if (message.type !== "away" && message.type !== "outline") this.asked.set(message.type, message);
  }

  /** What was asked for is here. */
  hear(kind: "look" | "imagine" | "ask"): void {
    this.asked.delete(kind);
  }

  /** Everything up to this number has been dealt with.  Was a move among it? */
  answer(number: number): boolean {
    const answered = this.waiting.filter(({ message }) => message.n! <= number);
    this.waiting = this.waiting.filter(({ message }) => message.n! > number);
    return answered.some(({ message }) => isAct(message));
  }

  /** A problem that comes before the answer is about the first that waits: in words, if that had to be sent again. */
  failure(words: string): string {
    this.asked.clear();
    const first = this.waiting[0];
    return first && first.sendings > 1 ? failed(first.message, words) : words;
  }

  /** The connection is back: what is to be sent again, and what is to be told. */
  comeBack(now: Scene): { again: ClientMessage[]; told: string[] } {
    const told: string[] = [];
    this.waiting = this.waiting.filter((one) => {
      const verdict = one.sendings < MOST_SENDINGS ? verdictOn(one.message, one.before, now) : "overtaken";
      if (verdict === "overtaken") told.push(`It is not clear whether your last ${kindOf(one.message)} went through. Take another look.`);
      one.sendings++;
      return verdict === "again";
    });
    return { again: [...this.waiting.map(({ message }) => message), ...this.asked.values()], told };
  }

  forget(): void {
    this.waiting = [];
    this.asked.clear();
  }
}

const kindOf = (message: Numbered): string => (isAct(message) ? "move" : message.type === "say" ? "message" : "click");

function failed(message: Numbered, words: string): string {
  const what = message.type === "say" ? `Your message “${message.words}” was not sent.` : `Your last ${kindOf(message)} did not go through.`;
  return `${what} ${words}`;
}

/** Moves and messages the server knows again.  Whether the rest was done, is to be seen around the table. */
export function verdictOn(message: Numbered, before: Scene, now: Scene): Verdict {
  if (isAct(message) || message.type === "say" || message.type === "react") return "again";
  if (message.type === "rename") return now.names[message.seat] === message.name ? "done" : "again";
  if (!before.friends || !now.friends) return "again";
  return isSo(message, before.friends, now.friends) ? "done" : wasOvertaken(message, before.friends, now.friends) ? "overtaken" : "again";
}

type RoomMessage = Exclude<Numbered, Act | { type: "say" | "react" | "rename" }>;

/** Is it as the message wants it? */
function isSo(message: RoomMessage, before: Friends, now: Friends): boolean {
  const mine = now.seats.filter((sitter) => sitter.mine);
  switch (message.type) {
    case "ready":
      return now.begun || mine.every((sitter) => sitter.ready === message.ready);
    case "mark":
      return mine[0]?.mark === message.mark;
    case "stand_in":
      return mine.every((sitter) => sitter.bot === message.bot);
    case "leave":
      return mine.length === 0;
    case "renew":
      return now.invitation !== before.invitation;
    case "agree":
      return now.listed === message.listed && now.watching === message.watching && now.hints === message.hints;
    case "seating": {
      const sitter = now.seats[message.seat];
      return sitter !== undefined && !sitter.person && sitter.bot === message.bot;
    }
  }
}

/** Sent again, it would undo what somebody else has done since: send away whoever has just sat down. */
function wasOvertaken(message: RoomMessage, before: Friends, now: Friends): boolean {
  if (message.type === "agree") return now.begun;
  if (message.type !== "seating") return false;
  const [then, here] = [before.seats[message.seat], now.seats[message.seat]];
  return then?.person !== here?.person || then?.bot !== here?.bot || then?.name !== here?.name;
}
