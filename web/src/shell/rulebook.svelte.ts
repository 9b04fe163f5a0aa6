import { getContext, setContext } from "svelte";
import type { Rules } from "../protocol";
import { fetchRules, wordsOf } from "./api";

/** The rules of the game on the table, and where the reader has opened them. */
export class RuleBook {
  rules: Rules | null = $state.raw(null);
  problem = $state("");
  isOpen = $state(false);
  /** The § mark to show; empty for the beginning. */
  target = $state("");
  private game = "";

  async load(game: string): Promise<void> {
    if (game === this.game && (this.rules || !this.problem)) return;
    this.game = game;
    this.problem = "";
    try {
      this.rules = await fetchRules(game);
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  show(rule = ""): void {
    this.target = rule;
    this.isOpen = true;
    if (this.game) void this.load(this.game);
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

const KEY = Symbol("rule book");
export const setRuleBook = (book: RuleBook): RuleBook => setContext(KEY, book);
export const getRuleBook = (): RuleBook | undefined => getContext(KEY);
