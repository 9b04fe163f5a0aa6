import type { Act, ClientMessage, Friends, Join, MakePlan, Past, Push, Reason, ServerMessage } from "../protocol";
import { AnswerTimer } from "./answerTimer.svelte";
import { type LinkListener, TableFeed } from "./feed.svelte";
import { isLoopback, Pulse } from "./pulse";
import { isFinal, waitBefore } from "./retry";
import { isNumbered, type Snapshot, Unanswered } from "./unanswered";

/** A message for the person: what went wrong, with the rule if there is one. */
export interface Notice {
  id: number;
  words: string;
  reason: Reason | null;
}

/** Whether I check my turn before the others go on. */
export type Confirming = "always" | "matters" | "never";

export type LinkState = "connecting" | "open" | "lost" | "closed";

export function addressOf(id: string, at: { protocol: string; host: string } = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/ws/${encodeURIComponent(id)}`;
}

/** The connection to one table: sends decisions, holds what the server has sent, and reconnects by itself. */
export class TableLink extends TableFeed {
  state: LinkState = $state("connecting");
  notices: Notice[] = $state.raw([]);
  /** The move that was sent and is not answered yet. */
  sent: Act | null = $state.raw(null);
  /** A hint was asked for and has not come yet. */
  isAsking = $state(false);
  /** The page shows the table in words. */
  private wantsOutline = false;
  /** The server knows that. */
  private getsOutline = false;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly answerTimer = new AnswerTimer(() => this.giveUp());
  private readonly pulse = new Pulse(
    () => this.socket?.send(JSON.stringify({ type: "ping" } satisfies ClientMessage)),
    () => this.giveUp(),
  );
  private readonly unanswered = new Unanswered();
  /** Something went wrong since the last move was sent. */
  private hasFailed = false;
  private lastNotice = 0;
  /** Only one look at the past is on its way; of those asked for meanwhile only the last counts. */
  private isLooking = false;
  private nextLook: { seat: number; move: number } | null = null;
  private readonly address: string;
  /** From the link that somebody sent. */
  readonly invitation: string;
  /** The secret of a link to a replay; empty at a table. */
  readonly replay: string;
  private readonly connect: (address: string) => WebSocket;

  constructor(address: string, listener: LinkListener, connect = (address: string) => new WebSocket(address), invitation = "", replay = "") {
    super(listener);
    this.address = address;
    this.invitation = invitation;
    this.replay = replay;
    this.connect = connect;
  }

  /** An answer takes long enough to be noticed. */
  get isSlow(): boolean {
    return this.answerTimer.isSlow;
  }

  /** No move can be sent now. */
  get busy(): boolean {
    return this.state !== "open" || this.sent !== null;
  }

  open(): void {
    clearTimeout(this.retry);
    this.getsOutline = this.wantsOutline;
    const join: Join = { ...this.cache.join(this.getsOutline), ...(this.invitation && { invitation: this.invitation }), ...(this.replay && { replay: this.replay }) };
    const socket = this.connect(this.address);
    this.socket = socket;
    this.pulse.open();
    // Not in the address: addresses end up in logs, and an invitation is a secret.
    socket.onopen = () => {
      // A socket that was given up must not send anything.
      if (this.socket === socket) socket.send(JSON.stringify(join));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.socket === socket) this.lose(event.code);
    };
  }

  /** Try at once: the network or the person came back. */
  wake(): void {
    if (this.state === "lost") this.open();
    else this.checkLine();
  }

  /** Is the server still there? */
  private checkLine(): void {
    if (this.state === "open" && this.unanswered.isEmpty) this.pulse.check();
  }

  /** The browser says that there is no network; a server on this very computer may be there all the same. */
  goOffline(): void {
    if (this.state !== "open") return;
    if (isLoopback(this.address)) this.checkLine();
    else this.giveUp();
  }

  /** Joins again, since the server knows this person under another name now. */
  rejoin(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.answerTimer.stop();
    this.state = "connecting";
    this.open();
  }

  close(): void {
    clearTimeout(this.retry);
    this.answerTimer.stop();
    this.pulse.stop();
    const socket = this.socket;
    this.socket = null;
    this.state = "closed";
    socket?.close();
  }

  /** `confirm`: if this ends my turn, does anybody go on before I confirm it? */
  play(seat: number, text: string, confirm: Confirming = "never"): void {
    this.act({ type: "play", seat, version: this.version, text, hold: confirm !== "never", briefly: confirm === "matters" });
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

  /** `skips`: the moves are my own, and the others' are made up. */
  imagine(seat: number, moves: string[], skips = false): void {
    this.send({ type: "imagine", seat, version: this.version, moves, ...(skips && { skips }) });
  }

  /** Decide so as soon as I am asked. */
  makePlan(seat: number, moves: string[], skips: boolean, wishes: Pick<MakePlan, "only_if" | "past_news" | "stands">): void {
    this.send({ type: "make_plan", seat, version: this.version, moves, skips, ...wishes });
  }

  /** I have no plan any more, or I have seen why it was dropped. */
  dropPlan(seat: number): void {
    this.send({ type: "drop_plan", seat });
  }

  look(seat: number, move: number): void {
    if (this.isLooking) this.nextLook = { seat, move };
    else this.isLooking = this.send({ type: "look", seat, move });
  }

  ask(seat: number): void {
    if (!this.isAsking) this.isAsking = this.send({ type: "ask", seat, version: this.version });
  }

  /** Asks for the table in words, or no longer. */
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
    this.hasFailed = false;
    this.send(message);
  }

  /** Returns false if there is no connection.  A message that changes something is kept until the server has answered it. */
  send(message: ClientMessage): boolean {
    const isKept = isNumbered(message);
    if (this.state !== "open" || !this.socket) {
      if (isKept) this.tell("There is no connection right now. Please try again when it is back.");
      return false;
    }
    if (!isKept) this.unanswered.ask(message);
    this.socket.send(JSON.stringify(isKept ? this.unanswered.add(message, this.snapshot) : message));
    if (isKept) this.wait();
    return true;
  }

  private get snapshot(): Snapshot {
    return { friends: this.friends, names: this.update?.picture.seats.map((seat) => seat.name) ?? [] };
  }

  /** Waits for the answers that are still to come. */
  private wait(): void {
    this.sent = this.unanswered.act;
    if (this.unanswered.isEmpty) this.answerTimer.stop();
    else this.answerTimer.start();
    this.listen();
  }

  /** From now on silence counts; while an answer is due, that is what is waited for. */
  private listen(): void {
    if (this.unanswered.isEmpty) this.pulse.heard();
    else this.pulse.stop();
  }

  /** The connection seems to be there, but no answer comes: try another one. */
  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lose(1006);
  }

  /** Sends again what was not answered before the connection broke. */
  private sendAgain(): void {
    const { again, notices } = this.unanswered.resume(this.snapshot);
    for (const message of again) this.socket?.send(JSON.stringify(message));
    this.wait();
    for (const words of notices) this.tell(words);
  }

  private settle(number: number): void {
    // The next decision went through: older notices are of no use any more.
    if (this.unanswered.answer(number) && !this.hasFailed) this.notices = [];
    this.wait();
  }

  private receive(message: ServerMessage): void {
    this.listen();
    if (message.type === "welcome") this.setWelcome(message);
    else if (message.type === "push") this.receivePush(message);
    else if (message.type === "done") this.settle(message.n);
    else if (message.type === "past") this.receivePast(message);
    else if (message.type === "pong") return;
    else if (message.type === "friends") this.receiveFriends(message);
    else if (message.type === "talk") this.addTalk(message.said);
    else if (message.type === "gallery") this.addGallery(message);
    else if (message.type === "imagined") {
      this.unanswered.received("imagine");
      this.setImagined(message);
    } else if (message.type === "advice") {
      this.unanswered.received("ask");
      this.isAsking = false;
      this.setAdvice(message);
    } else {
      this.hasFailed = true;
      this.isLooking = this.isAsking = false;
      this.nextLook = null;
      this.tell(this.unanswered.failure(message.words), message.reason);
    }
  }

  private receivePush(push: Push): void {
    const isBack = this.setOpen();
    this.showOutline(this.wantsOutline);
    if (push.done) this.settle(push.done);
    this.setUpdate(push);
    if (isBack) this.sendAgain();
  }

  /** Before the game starts there are no pushes: the connection is open when this comes. */
  private receiveFriends(friends: Friends): void {
    this.setFriends(friends);
    if (!friends.begun && this.setOpen()) this.sendAgain();
  }

  private receivePast(past: Past): void {
    this.unanswered.received("look");
    this.setPast(past);
    const next = this.nextLook;
    this.isLooking = false;
    this.nextLook = null;
    if (next) this.look(next.seat, next.move);
  }

  /** Returns whether the connection was not open before. */
  private setOpen(): boolean {
    const isBack = this.state !== "open";
    this.state = "open";
    this.attempt = 0;
    return isBack;
  }

  private lose(code: number): void {
    this.answerTimer.stop();
    this.pulse.stop();
    this.socket = null;
    if (isFinal(code)) {
      this.state = "closed";
      this.unanswered.clear();
      if (this.notices.length === 0) this.tell("This game is not open to you, or it no longer exists.");
      return;
    }
    this.state = "lost";
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt++));
  }
}
