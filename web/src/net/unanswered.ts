import { ACT_TYPES, QUIET_TYPES, type Act, type ClientMessage, type Friends, type Numbered } from "../protocol";

/** The table as the page shows it when it sends a message, or when it is back. */
export interface Snapshot {
  friends: Friends | null;
  /** The players' names. */
  names: string[];
}

/** What to do with a message whose answer was lost. */
export type Verdict = "done" | "again" | "overtaken";

interface Waiting {
  message: Numbered;
  before: Snapshot;
  sendings: number;
}

/** A message that never gets an answer is given up in the end. */
const MOST_SENDINGS = 4;

/** Messages that change something have a number, by which the server says that it is done. */
export const isNumbered = (message: ClientMessage): message is Numbered => !QUIET_TYPES.includes(message.type);
const isAct = (message: Numbered): message is Act => ACT_TYPES.includes(message.type);

/** What was sent and is not answered.  It is sent again after the connection broke: the server does nothing twice. */
export class Unanswered {
  private waiting: Waiting[] = [];
  /** Hints, looks at the past and the like change nothing: only the last of each kind counts. */
  private asked = new Map<ClientMessage["type"], ClientMessage>();
  /** It begins at random, so that other pages with the same seat use other numbers. */
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
  add(message: Numbered, before: Snapshot): Numbered {
    const numbered = { ...message, n: ++this.last };
    this.waiting.push({ message: numbered, before, sendings: 1 });
    return numbered;
  }

  ask(message: ClientMessage): void {
    if (message.type !== "away" && message.type !== "outline") this.asked.set(message.type, message);
  }

  /** What was asked for has come. */
  received(kind: "look" | "imagine" | "ask"): void {
    this.asked.delete(kind);
  }

  /** Everything up to this number is done.  Returns whether a move was among it. */
  answer(number: number): boolean {
    const answered = this.waiting.filter(({ message }) => message.n! <= number);
    this.waiting = this.waiting.filter(({ message }) => message.n! > number);
    return answered.some(({ message }) => isAct(message));
  }

  /** A problem that comes before the answer is about the first message that waits; the words say so if that was sent again. */
  failure(words: string): string {
    this.asked.clear();
    const first = this.waiting[0];
    return first && first.sendings > 1 ? failed(first.message, words) : words;
  }

  /** The connection is back: what is to be sent again, and what the person should know. */
  resume(now: Snapshot): { again: ClientMessage[]; notices: string[] } {
    const notices: string[] = [];
    this.waiting = this.waiting.filter((waiting) => {
      const verdict = waiting.sendings < MOST_SENDINGS ? verdictOn(waiting.message, waiting.before, now) : "overtaken";
      if (verdict === "overtaken") notices.push(`It is not clear whether your last ${kindOfMessage(waiting.message)} went through. Take another look.`);
      waiting.sendings++;
      return verdict === "again";
    });
    return { again: [...this.waiting.map(({ message }) => message), ...this.asked.values()], notices };
  }

  clear(): void {
    this.waiting = [];
    this.asked.clear();
  }
}

const kindOfMessage = (message: Numbered): string => (isAct(message) ? "move" : message.type === "say" ? "message" : "click");

function failed(message: Numbered, words: string): string {
  const what = message.type === "say" ? `Your message “${message.words}” was not sent.` : `Your last ${kindOfMessage(message)} did not go through.`;
  return `${what} ${words}`;
}

/** The server recognises moves and chat messages that come twice.  Whether the rest was done can be seen at the table. */
export function verdictOn(message: Numbered, before: Snapshot, now: Snapshot): Verdict {
  if (isAct(message) || message.type === "say" || message.type === "react") return "again";
  if (message.type === "make_plan" || message.type === "drop_plan") return "again";
  if (message.type === "rename") return now.names[message.seat] === message.name ? "done" : "again";
  if (!before.friends || !now.friends) return "again";
  const done = isDone(message, before.friends, now.friends);
  if (done === "unknown" || (!done && wasOvertaken(message, before.friends, now.friends))) return "overtaken";
  return done ? "done" : "again";
}

type LobbyMessage = Exclude<Numbered, Act | { type: "say" | "react" | "rename" | "make_plan" | "drop_plan" }>;

/** Is the table as the message wants it?  Of a message without a case here nobody can tell, so the person looks for themselves. */
function isDone(message: LobbyMessage, before: Friends, now: Friends): boolean | "unknown" {
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
      return hasSettings(now, message);
    case "pause":
      return (now.paused !== null) === message.paused;
    case "seating": {
      const sitter = now.seats[message.seat];
      return sitter !== undefined && !sitter.person && sitter.bot === message.bot;
    }
    default:
      return "unknown";
  }
}

/** Are the settings that the message changes as it wants them? */
function hasSettings(now: Friends, { type: _, n: __, ...wanted }: Extract<LobbyMessage, { type: "agree" }>): boolean {
  const settings: Record<string, unknown> = { ...now };
  return Object.entries(wanted).every(([name, value]) => JSON.stringify(settings[name]) === JSON.stringify(value));
}

/** Sent again, it would undo what somebody else has done since, such as remove a person who has just sat down. */
function wasOvertaken(message: LobbyMessage, before: Friends, now: Friends): boolean {
  if (message.type === "agree") return now.begun;
  if (message.type !== "seating") return false;
  const [then, here] = [before.seats[message.seat], now.seats[message.seat]];
  return then?.person !== here?.person || then?.bot !== here?.bot || then?.name !== here?.name;
}
