import type { ClientMessage, Reason, ServerMessage, Update } from "../protocol";

/** Something to tell: what went wrong, with the rule if there is one. */
export interface Notice {
  id: number;
  words: string;
  reason: Reason | null;
}

export type LinkState = "connecting" | "open" | "lost" | "closed";

const LONGEST_WAIT = 10_000;
/** A decision unanswered for so long means a dead line that nobody has noticed. */
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

/** The line to one table: keeps the newest picture, comes back by itself. */
export class TableLink {
  update: Update | null = $state.raw(null);
  state: LinkState = $state("connecting");
  notices: Notice[] = $state.raw([]);
  /** The move at which something was sent that is not answered yet. */
  sentAt: number | null = $state(null);

  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private answer: ReturnType<typeof setTimeout> | undefined;
  private lastNotice = 0;
  private readonly address: string;
  private readonly connect: (address: string) => WebSocket;

  constructor(address: string, connect = (address: string) => new WebSocket(address)) {
    this.address = address;
    this.connect = connect;
  }

  get busy(): boolean {
    return this.state !== "open" || this.sentAt !== null;
  }

  open(): void {
    clearTimeout(this.retry);
    const socket = this.connect(this.address);
    this.socket = socket;
    // A socket that was given up must not speak any more.
    const ours = (act: () => void) => () => this.socket === socket && act();
    socket.onopen = ours(() => (this.sentAt = null));
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

  close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.answer);
    const socket = this.socket;
    this.socket = null;
    this.state = "closed";
    socket?.close();
  }

  play(seat: number, text: string): void {
    this.send({ type: "play", seat, version: this.update?.table.version ?? 0, text });
  }

  undo(seat: number): void {
    this.send({ type: "undo", seat, version: this.update?.table.version ?? 0 });
  }

  tell(words: string, reason: Reason | null = null): void {
    const others = this.notices.filter((notice) => notice.words !== words);
    this.notices = [...others, { id: ++this.lastNotice, words, reason }].slice(-3);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  private send(message: ClientMessage): void {
    if (this.busy || !this.socket) return;
    this.sentAt = message.version;
    this.socket.send(JSON.stringify(message));
    this.answer = setTimeout(() => this.giveUp(), PATIENCE);
  }

  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.tell("The server did not answer; connecting again. Look whether your decision has arrived.");
    this.lose(1006);
  }

  private hear(message: ServerMessage): void {
    if (message.type === "problem") {
      this.settle();
      this.tell(message.words, message.reason);
      return;
    }
    const first = this.state !== "open";
    this.state = "open";
    this.attempt = 0;
    if (first || message.table.version !== this.sentAt) {
      // The next decision went through: what was said before it is no longer of use.
      if (this.sentAt !== null) this.notices = [];
      this.settle();
    }
    this.update = message;
  }

  private settle(): void {
    clearTimeout(this.answer);
    this.sentAt = null;
  }

  private lose(code: number): void {
    this.settle();
    this.socket = null;
    if (isFinal(code)) {
      this.state = "closed";
      if (this.notices.length === 0) this.tell("This table is not open to you, or it is gone.");
      return;
    }
    this.state = "lost";
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt++));
  }
}
