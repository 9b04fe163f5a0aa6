/** After this many milliseconds of silence the page asks whether the server is still there. */
const QUIET = 3_000;
/** The same while nobody looks at the page. */
const QUIET_HIDDEN = 30_000;
/** How long the server has for its answer: a busy one needs a while. */
const LONGEST_PONG = 7_000;
/** How long a connection may take until the first message comes. */
const LONGEST_OPENING = 20_000;

/** Notices that a connection is dead although nobody has closed it: a network that is gone says nothing. */
export class Pulse {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly ping: () => void;
  private readonly giveUp: () => void;

  constructor(ping: () => void, giveUp: () => void) {
    this.ping = ping;
    this.giveUp = giveUp;
  }

  /** A connection is being made. */
  open(): void {
    this.waitFor(LONGEST_OPENING);
  }

  /** Something has come. */
  heard(): void {
    this.stop();
    this.timer = setTimeout(() => this.check(), document.hidden ? QUIET_HIDDEN : QUIET);
  }

  /** Asks now. */
  check(): void {
    this.waitFor(LONGEST_PONG);
    this.ping();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** In two steps: a page that was busy or asleep first hears what has come meanwhile. */
  private waitFor(time: number): void {
    this.stop();
    this.timer = setTimeout(() => (this.timer = setTimeout(this.giveUp, time / 2)), time / 2);
  }
}

/** Is it this very computer, which can be reached without any network? */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
