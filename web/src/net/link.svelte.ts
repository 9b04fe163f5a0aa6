import type { Act, Advice, ClientMessage, Dream, Friends, Join, Past, Picture, Push, Reason, Said, ServerMessage } from "../protocol";
import { Kept, type Update } from "./kept";
import { reuse } from "./reuse";
import { isNumbered, type Scene, Unanswered } from "./unanswered";

/** Something to tell: what went wrong, with the rule if there is one. */
export interface Notice {
  id: number;
  words: string;
  reason: Reason | null;
}

export type LinkState = "connecting" | "open" | "lost" | "closed";

const LONGEST_WAIT = 10_000;
/** After so long somebody wonders whether the click was noticed. */
const NOTICEABLE = 1_000;
/** Something unanswered for so long means a dead line that nobody has noticed. */
const PATIENCE = 8_000;
/** The server's way to say that coming back is of no use: 1008 and the codes of our own. */
const isFinal = (code: number): boolean => code === 1008 || (code >= 4000 && code < 5000);

/** How long to wait before the nth try; a little chance keeps many browsers from coming back all at once. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** attempt) * (0.75 + chance / 2);
}

export function addressOf(id: string, at: { protocol: string; host: string } = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/ws/${encodeURIComponent(id)}`;
}

/** The line to one table: keeps what was told, puts the newest picture together, comes back by itself. */
export class TableLink {
  update: Update | null = $state.raw(null);
  state: LinkState = $state("connecting");
  notices: Notice[] = $state.raw([]);
  /** Told before anything is drawn anew. */
  before: (update: Update) => void = () => {};
  /** The move that was sent and is not answered yet. */
  sent: Act | null = $state.raw(null);
  /** An answer takes its time. */
  isSlow = $state(false);
  /** The picture of an earlier move that came last. */
  past: Picture | null = $state.raw(null);
  advice: Advice | null = $state.raw(null);
  /** How many moves had been made then. */
  advisedAt = $state(-1);
  /** What was tried out last. */
  dream: Picture | null = $state.raw(null);
  isAsking = $state(false);
  /** Who sits around a table for friends; null at a table of one's own. */
  friends: Friends | null = $state.raw(null);
  talk: Said[] = $state.raw([]);

  private readonly kept = new Kept();
  private lastPast: Past | null = null;
  private wantsOutline = false;
  /** Whether the server knows that. */
  private getsOutline = false;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private answer: ReturnType<typeof setTimeout> | undefined;
  private readonly unanswered = new Unanswered();
  /** Something went wrong since the last move was sent. */
  private isTroubled = false;
  private lastNotice = 0;
  /** One look is on its way at a time; of those wished meanwhile only the last counts. */
  private isLooking = false;
  private nextLook: { seat: number; move: number } | null = null;
  private readonly address: string;
  /** From the link that somebody sent. */
  readonly invitation: string;
  private readonly connect: (address: string) => WebSocket;

  constructor(address: string, connect = (address: string) => new WebSocket(address), invitation = "") {
    this.address = address;
    this.invitation = invitation;
    this.connect = connect;
  }

  get busy(): boolean {
    return this.state !== "open" || this.sent !== null;
  }

  open(): void {
    clearTimeout(this.retry);
    this.getsOutline = this.wantsOutline;
    const join: Join = { ...this.kept.join(this.getsOutline), ...(this.invitation && { invitation: this.invitation }) };
    const socket = this.connect(this.address);
    this.socket = socket;
    // What joins goes in a message: addresses end up in logs, and an invitation is a secret.
    socket.onopen = () => {
      // A socket that was given up must not speak any more.
      if (this.socket === socket) socket.send(JSON.stringify(join));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.socket === socket) this.lose(event.code);
    };
  }

  /** Try at once: the network or the person came back. */
  wake(): void {
    if (this.state === "lost") this.open();
  }

  /** The server knows me by another name now. */
  comeAgain(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.stopWaiting();
    this.state = "connecting";
    this.open();
  }

  close(): void {
    clearTimeout(this.retry);
    this.stopWaiting();
    const socket = this.socket;
    this.socket = null;
    this.state = "closed";
    socket?.close();
  }

  private get version(): number {
    return this.update?.picture.version ?? 0;
  }

  /** `hold`: if this ends my turn, let nobody go on before I confirm it. */
  play(seat: number, text: string, hold = false): void {
    this.act({ type: "play", seat, version: this.version, text, hold });
  }

  undo(seat: number): void {
    this.act({ type: "undo", seat, version: this.version });
  }

  confirm(seat: number): void {
    this.act({ type: "confirm", seat, version: this.version });
  }

  askBack(seat: number): void {
    this.act({ type: "ask_back", seat, version: this.version });
  }

  askEnd(seat: number): void {
    this.act({ type: "ask_end", seat, version: this.version });
  }

  reply(seat: number, yes: boolean): void {
    this.act({ type: "answer", seat, version: this.version, yes });
  }

  resign(seat: number, bot: string): void {
    this.act({ type: "resign", seat, version: this.version, bot });
  }

  imagine(seat: number, moves: string[]): void {
    this.send({ type: "imagine", seat, version: this.version, moves });
  }

  look(seat: number, move: number): void {
    if (this.isLooking) this.nextLook = { seat, move };
    else this.isLooking = this.send({ type: "look", seat, move });
  }

  ask(seat: number): void {
    if (!this.isAsking) this.isAsking = this.send({ type: "ask", seat, version: this.version });
  }

  /** Is the table to be shown in words, too? */
  showOutline(wanted: boolean): void {
    this.wantsOutline = wanted;
    if (this.getsOutline === wanted || !this.send({ type: "outline", wanted })) return;
    this.getsOutline = wanted;
    if (wanted && this.lastPast) this.look(this.lastPast.now.seat, this.lastPast.now.move);
  }

  rename(seat: number, name: string): void {
    this.send({ type: "rename", seat, name });
  }

  tell(words: string, reason: Reason | null = null): void {
    const others = this.notices.filter((notice) => notice.words !== words);
    this.notices = [...others, { id: ++this.lastNotice, words, reason }].slice(-3);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  private act(message: Act): void {
    if (this.busy) return;
    this.isTroubled = false;
    this.send(message);
  }

  /** False if there is no connection.  What changes something is kept until the server has answered it. */
  send(message: ClientMessage): boolean {
    const isKept = isNumbered(message);
    if (this.state !== "open" || !this.socket) {
      if (isKept) this.tell("There is no connection right now. Please try again when it is back.");
      return false;
    }
    if (!isKept) this.unanswered.ask(message);
    this.socket.send(JSON.stringify(isKept ? this.unanswered.add(message, this.scene) : message));
    if (isKept) this.wait();
    return true;
  }

  private get scene(): Scene {
    return { friends: this.friends, names: this.update?.picture.seats.map((seat) => seat.name) ?? [] };
  }

  /** For the answer to what is on its way. */
  private wait(): void {
    this.stopWaiting();
    this.sent = this.unanswered.act;
    if (this.unanswered.isEmpty) return;
    this.slow = setTimeout(() => (this.isSlow = true), NOTICEABLE);
    this.answer = setTimeout(() => this.giveUp(), PATIENCE);
  }

  private stopWaiting(): void {
    clearTimeout(this.slow);
    clearTimeout(this.answer);
    this.isSlow = false;
  }

  /** The connection seems to be there, but nothing comes: another one shows what became of it. */
  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lose(1006);
  }

  /** What was not answered before the connection broke. */
  private sendAgain(): void {
    const { again, told } = this.unanswered.comeBack(this.scene);
    for (const message of again) this.socket?.send(JSON.stringify(message));
    this.wait();
    for (const words of told) this.tell(words);
  }

  private settle(number: number): void {
    // The next decision went through: what was said before it is no longer of use.
    if (this.unanswered.answer(number) && !this.isTroubled) this.notices = [];
    this.wait();
  }

  private hear(message: ServerMessage): void {
    if (message.type === "welcome") this.kept.greet(message);
    else if (message.type === "push") this.show(message);
    else if (message.type === "done") this.settle(message.n);
    else if (message.type === "past") this.lookBack(message);
    else if (message.type === "friends") this.meet(message);
    else if (message.type === "talk") this.listen(message.said);
    else if (message.type === "dream") this.dreamOf(message);
    else if (message.type === "advice") {
      this.unanswered.hear("ask");
      this.isAsking = false;
      // What comes too late is about an older question; what others say meanwhile changes none.
      this.advice = message.version < this.version ? null : message;
      this.advisedAt = this.update?.picture.move ?? -1;
    } else {
      this.isTroubled = true;
      this.isLooking = this.isAsking = false;
      this.nextLook = null;
      this.tell(this.unanswered.failure(message.words), message.reason);
    }
  }

  private show(push: Push): void {
    const first = this.state !== "open";
    this.state = "open";
    this.attempt = 0;
    this.showOutline(this.wantsOutline);
    const next = reuse(this.update, this.kept.show(push));
    this.before(next);
    this.update = next;
    if (push.done) this.settle(push.done);
    if (first) this.sendAgain();
    if (this.lastPast) this.past = reuse(this.past, this.kept.lookBack(this.lastPast));
  }

  /** Before the game starts, this is all there is to hear. */
  private meet(friends: Friends): void {
    this.friends = reuse(this.friends, friends);
    if (friends.begun) return;
    const first = this.state !== "open";
    this.state = "open";
    this.attempt = 0;
    if (first) this.sendAgain();
  }

  private listen(said: Said[]): void {
    const last = this.talk.at(-1)?.seq ?? -1;
    this.talk = [...this.talk, ...said.filter((one) => one.seq > last)].slice(-200);
  }

  private dreamOf(dream: Dream): void {
    this.unanswered.hear("imagine");
    this.dream = reuse(this.dream ?? this.update?.picture, this.kept.dream(dream, dream.now.seat));
  }

  private lookBack(past: Past): void {
    this.unanswered.hear("look");
    this.lastPast = past;
    this.past = reuse(this.past, this.kept.lookBack(past));
    const next = this.nextLook;
    this.isLooking = false;
    this.nextLook = null;
    if (next) this.look(next.seat, next.move);
  }

  private lose(code: number): void {
    this.stopWaiting();
    this.socket = null;
    if (isFinal(code)) {
      this.state = "closed";
      this.unanswered.forget();
      if (this.notices.length === 0) this.tell("This game is not open to you, or it no longer exists.");
      return;
    }
    this.state = "lost";
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt++));
  }
}
