import { NO_POINTERS, type Pointers } from "../board/desk.svelte";
import type { Guided, GuidedStep, Hint, LessonCard } from "../protocol";
import { recall, remember } from "../ui/remember";

export const DEPTHS = ["Nudge", "Move", "Why"] as const;
/** How much a hint says: where to look, what to do, or also why. */
export type Depth = 0 | 1 | 2;

/** What the coach knows of the game.  At a table this is `TableSession`. */
export interface CoachedGame {
  /** What the guide says, in a guided game. */
  readonly guide: Guided | null;
  /** The hint for the open question. */
  readonly hint: Hint | null;
  /** How many moves have been made. */
  readonly move: number;
  /** A hint can be asked for. */
  readonly canAsk: boolean;
}

/** What the guide and the hints show beside the board, and where they point. */
export class Coach {
  private readonly id: string;
  private readonly game: CoachedGame;
  depth: Depth = $state(0);
  /** The guide was dismissed; it can be called back. */
  isLeft = $state(false);
  /** The move at which a hint was asked for: it is for one question only. */
  private hintedAt = $state(-1);
  /** Which of these lessons is being read. */
  private at: { key: string; place: number } = $state.raw({ key: "", place: 0 });
  /** The rest of a turn that a hint suggested, while it is being played: its first move, and what it says. */
  private line: { from: number; texts: string[] } | null = $state.raw(null);
  /** The lessons that were read and put away. */
  private read = $state("");
  /** The lessons whose suggestion is not wanted. */
  private skipped = $state("");

  guided: Guided | null = $derived.by(() => this.game.guide);
  hint: Hint | null = $derived.by(() => this.game.hint);
  /** A hint is on the screen; it comes before the guide. */
  isHinting: boolean = $derived.by(() => this.game.canAsk && this.hintedAt === this.game.move);
  cards: LessonCard[] = $derived(this.isLeft ? [] : (this.guided?.cards ?? []));
  private key: string = $derived(this.cards.map((card) => card.id).join(" "));
  place: number = $derived(this.at.key === this.key ? this.at.place : 0);
  card: LessonCard | null = $derived(this.read === this.key ? null : (this.cards[this.place] ?? null));
  isLast: boolean = $derived(this.place === this.cards.length - 1);
  steps: GuidedStep[] = $derived(this.isLeft || this.skipped === this.key ? [] : (this.guided?.steps ?? []));
  next: GuidedStep | null = $derived(this.steps.find((step) => !step.done) ?? null);

  private taught: Pointers = $derived.by(() => ({
    look: (this.card?.at ?? []).flatMap((piece, place) => (piece ? [{ piece, label: `${place + 1}` }] : [])),
    moves: this.next ? [{ text: this.next.text, label: "try this" }] : [],
  }));
  private hinted: Pointers = $derived.by(() => {
    if (!this.hint) return NO_POINTERS;
    if (this.depth === 0) return { look: this.hint.look.map((piece) => ({ piece, label: "" })), moves: [] };
    return { look: [], moves: this.hint.best.map((text) => ({ text, label: "hint" })) };
  });
  /** The next move of the turn that a hint suggested. */
  private planned: string | undefined = $derived.by(() => this.line?.texts[this.game.move - this.line.from]);
  private pointed: Pointers = $derived(this.planned && !this.next ? { look: [], moves: [{ text: this.planned, label: "hint" }] } : this.taught);
  /** What to point at on the board. */
  pointers: Pointers = $derived(this.isHinting ? this.hinted : this.pointed);

  constructor(id: string, game: CoachedGame) {
    this.id = id;
    this.game = game;
    this.isLeft = recall<string>(`guide.${id}`, "") === "left";
  }

  /** On to the next lesson, or back to the game. */
  goOn(): void {
    if (this.isLast) this.read = this.key;
    else this.turnTo(this.place + 1);
  }

  back(): void {
    if (this.place > 0) this.turnTo(this.place - 1);
  }

  skip(): void {
    this.skipped = this.key;
    this.read = this.key;
  }

  showAgain(): void {
    this.read = this.skipped = "";
    this.turnTo(0);
  }

  private turnTo(place: number): void {
    this.at = { key: this.key, place };
  }

  leave(isLeft: boolean): void {
    this.isLeft = isLeft;
    remember(`guide.${this.id}`, isLeft ? "left" : "");
  }

  /** A hint is asked for; asked for again, it says more. */
  ask(hasHint: boolean): void {
    if (this.isHinting && hasHint) this.depth = Math.min(2, this.depth + 1) as Depth;
    else this.depth = 0;
    this.hintedAt = this.game.move;
  }

  /** A move is being made: if it is the hint's, the rest of its turn is pointed at. */
  played(text: string): void {
    if (this.isHinting && this.hint && this.depth > 0 && text === this.hint.best[0]) this.line = { from: this.game.move + 1, texts: this.hint.line };
    else if (text !== this.planned) this.line = null;
  }

  closeHint(): void {
    this.hintedAt = -1;
  }
}
