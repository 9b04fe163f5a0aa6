/** After this many milliseconds a person wonders whether the click was noticed. */
const NOTICEABLE = 1_000;
/** Without an answer for this long, the connection must be dead. */
const LONGEST_ANSWER = 8_000;

/** Waits for the answer to what was sent. */
export class AnswerTimer {
  /** The answer takes long enough to be noticed. */
  isSlow = $state(false);
  private slow: ReturnType<typeof setTimeout> | undefined;
  private end: ReturnType<typeof setTimeout> | undefined;
  private readonly giveUp: () => void;

  /** `giveUp`: no answer has come. */
  constructor(giveUp: () => void) {
    this.giveUp = giveUp;
  }

  start(): void {
    this.stop();
    this.slow = setTimeout(() => (this.isSlow = true), NOTICEABLE);
    this.end = setTimeout(this.giveUp, LONGEST_ANSWER);
  }

  stop(): void {
    clearTimeout(this.slow);
    clearTimeout(this.end);
    this.isSlow = false;
  }
}
