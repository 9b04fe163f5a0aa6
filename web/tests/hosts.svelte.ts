import { type BoardHost, NO_POINTERS } from "../src/board/desk.svelte";
import type { LinkListener } from "../src/net/feed.svelte";
import type { Choice, Guided, Hint, Picture } from "../src/protocol";
import type { CoachedGame } from "../src/table/coach.svelte";

/** A page with a board: the test says what it shows, and reads what was decided. */
export class TestHost implements BoardHost {
  shown: Picture = $state.raw()!;
  choices: Choice[] = $state.raw([]);
  asked: string[] = $state.raw([]);
  busy = $state(false);
  readonly catalogue = null;
  readonly isBehind = false;
  readonly staged = null;
  readonly pointers = NO_POINTERS;
  readonly standing = null;
  readonly mentioned: string[] = [];
  readonly scrolls = true;
  readonly sent: string[] = [];

  constructor(shown: Picture) {
    this.shown = shown;
  }

  play(text: string): void {
    this.sent.push(text);
  }

  skip(): void {}
}

export class TestGame implements CoachedGame {
  guide: Guided | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  move = $state(0);
  canAsk = $state(true);
}

/** Notes in which order it hears what has come. */
export class TestListener implements LinkListener {
  readonly heard: string[] = [];

  afterUpdate(): void {
    this.heard.push("update");
  }

  afterPast(): void {
    this.heard.push("past");
  }
}
