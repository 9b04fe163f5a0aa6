import { getContext, setContext } from "svelte";
import type { Learn, Rules } from "../../protocol";
import { type Samples, samples } from "../registry";
import { fetchLearn, fetchRules, wordsOf } from "../../net/api";

/** The rules of the game on the table, and where the reader has opened them. */
export class RuleBook {
  rules: Rules | null = $state.raw(null);
  problem = $state("");
  isOpen = $state(false);
  /** The § mark to show; empty for the beginning. */
  target = $state("");
  /** Pieces to draw beside the words; null if this game has none or they cannot be had, undefined until that is known. */
  pieces: { samples: Samples; learn: Learn } | null | undefined = $state.raw();
  private game = "";

  async load(game: string): Promise<void> {
    if (game === this.game && (this.rules || !this.problem)) return;
    if (game !== this.game) {
      this.rules = null;
      this.pieces = undefined;
    }
    this.game = game;
    this.problem = "";
    try {
      const rules = await fetchRules(game);
      if (game === this.game) this.rules = rules;
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** The rules of this game, from the beginning. */
  showGame(game: string): void {
    void this.load(game);
    this.show();
  }

  show(rule = ""): void {
    this.target = rule;
    this.isOpen = true;
    if (!this.game) return;
    void this.load(this.game);
    if (this.pieces === undefined) void this.illustrate(this.game);
  }

  private async illustrate(game: string): Promise<void> {
    const drawn = samples[game];
    if (!drawn) {
      this.pieces = null;
      return;
    }
    try {
      const [learn, pieces] = await Promise.all([fetchLearn(game), drawn()]);
      if (game === this.game) this.pieces = { samples: pieces, learn };
    } catch {
      this.pieces = null;
    }
  }

  /** The pieces that belong to a § mark. */
  pictured(rule: string): string[] {
    return this.pieces?.samples.pictured(rule, this.pieces.learn.catalogue as never) ?? [];
  }

  close(): void {
    this.isOpen = false;
  }

  chapter(rule: string): string {
    return this.rules?.paragraphs.find((paragraph) => paragraph.id === rule)?.chapter ?? "";
  }

  words(rule: string): string {
    return this.rules?.paragraphs.find((paragraph) => paragraph.id === rule)?.words ?? "";
  }
}

const BOOK_KEY = Symbol("rule book");
export const setRuleBook = (book: RuleBook): RuleBook => setContext(BOOK_KEY, book);
export const getRuleBook = (): RuleBook | undefined => getContext(BOOK_KEY);
