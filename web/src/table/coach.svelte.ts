import { type Coached, UNCOACHED } from "../board/desk.svelte";
import type { Card, Guided, Hint, Step } from "../protocol";
import { recall, remember } from "../ui/remember";

export const DEPTHS = ["Nudge", "Move", "Why"] as const;
/** How deep a hint goes: where to look, what to do, and for what reasons. */
export type Depth = 0 | 1 | 2;

/** What the guide and the hints show beside the board, and where they point. */
export class Coach {
  private readonly id: string;
  guided: Guided | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** A hint is on the screen; it comes before the guide. */
  isHinting = $state(false);
  depth: Depth = $state(0);
  /** The guide was sent away; it can be called back. */
  isLeft = $state(false);
  /** Which of the lessons at this question. */
  private at = $state(0);
  /** Lessons that were read and put away, by the first of them. */
  private read = $state("");
  /** The lesson whose suggestion is not wanted. */
  private skipped = $state("");

  cards: Card[] = $derived(this.isLeft ? [] : (this.guided?.cards ?? []));
  private key: string = $derived(this.cards.map((card) => card.id).join(" "));
  place: number = $derived(Math.min(this.at, Math.max(0, this.cards.length - 1)));
  card: Card | null = $derived(this.read === this.key ? null : (this.cards[this.place] ?? null));
  isLast: boolean = $derived(this.place === this.cards.length - 1);
  steps: Step[] = $derived(this.isLeft || this.skipped === this.key ? [] : (this.guided?.steps ?? []));
  next: Step | null = $derived(this.steps.find((step) => !step.done) ?? null);

  private taught: Coached = $derived.by(() => ({
    look: (this.card?.at ?? []).flatMap((piece, place) => (piece ? [{ piece, label: `${place + 1}` }] : [])),
    moves: this.next ? [{ text: this.next.text, label: "try this" }] : [],
  }));
  private hinted: Coached = $derived.by(() => {
    if (!this.hint) return UNCOACHED;
    if (this.depth === 0) return { look: this.hint.look.map((piece) => ({ piece, label: "" })), moves: [] };
    return { look: [], moves: this.hint.best.map((text) => ({ text, label: "hint" })) };
  });
  /** Where the board is pointed at. */
  coached: Coached = $derived(this.isHinting ? this.hinted : this.taught);

  constructor(id: string) {
    this.id = id;
    this.isLeft = recall<string>(`guide.${id}`, "") === "left";
  }

  /** What the server says now. */
  hear(guided: Guided | null): void {
    const ids = (of: Guided | null): string => (of?.cards ?? []).map((card) => card.id).join(" ");
    const isNew = ids(guided) !== ids(this.guided);
    this.guided = guided;
    if (isNew) this.at = 0;
  }

  /** On to the next lesson, or back to the game. */
  goOn(): void {
    if (this.isLast) this.read = this.key;
    else this.at++;
  }

  back(): void {
    if (this.place > 0) this.at = this.place - 1;
  }

  skip(): void {
    this.skipped = this.key;
    this.read = this.key;
  }

  showAgain(): void {
    this.read = this.skipped = "";
    this.at = 0;
  }

  leave(isLeft: boolean): void {
    this.isLeft = isLeft;
    remember(`guide.${this.id}`, isLeft ? "left" : "");
  }

  /** A hint is wanted: as deep as the last one, or deeper. */
  ask(hasHint: boolean): void {
    if (this.isHinting && hasHint) this.depth = Math.min(2, this.depth + 1) as Depth;
    else this.depth = 0;
    this.isHinting = true;
  }

  closeHint(): void {
    this.isHinting = false;
  }
}
