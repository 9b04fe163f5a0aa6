import type { TableLink } from "../net/link.svelte";
import type { Choice, Picture } from "../protocol";
import type { Condition } from "./conditions";

/** A decision that was tried out, as it is sent and as it reads. */
export interface TriedStep {
  text: string;
  label: string;
  at: string[];
  /** It is my own; the others' are only assumed. */
  isMine: boolean;
}

type Link = Pick<TableLink, "imagine" | "imagined" | "imaginedSteps" | "update" | "tell" | "makePlan">;

/** Trying things out: decisions that only this screen sees, on cards that are made up.  They are thrown away, or become a plan. */
export class WhatIf {
  isOpen = $state(false);
  /** What was decided so far. */
  private steps: TriedStep[] = $state.raw([]);
  /** The labels of what was kept, to read on my turn. */
  plan: string[] = $state.raw([]);
  /** Only my decisions are asked for: until it is my turn, the others do something or other. */
  isAhead = $state(false);
  /** Everybody decides at the same time: the first decision is the plan. */
  isBrief = $state(false);
  /** What must not have changed for a plan to be carried out, and whether it goes on when something is revealed. */
  wishes: { only_if: Condition[]; past_news: boolean } = $state({ only_if: ["price"], past_news: false });
  /** The move at which it began: when the game goes on, it is over. */
  private from = 0;
  private readonly link: Link;

  constructor(link: Link) {
    this.link = link;
  }

  /** The imagined table; the last one until the next has come. */
  get picture(): Picture | null {
    return this.isOpen ? this.link.imagined : null;
  }

  /** Those that are possible, as far as the server has said so. */
  get tried(): TriedStep[] {
    return this.steps.slice(0, Math.max(this.link.imaginedSteps, this.isAhead ? 0 : this.steps.length));
  }

  get labels(): string[] {
    return this.tried.map((step) => step.label);
  }

  get hasOwn(): boolean {
    return this.tried.some((step) => step.isMine);
  }

  open(): void {
    this.isAhead = this.isBrief = false;
    this.begin([]);
  }

  /** Decide in advance.  `steps` are those of the plan that is to be changed; where all decide `together`, one is enough. */
  openAhead(steps: TriedStep[] = [], together = false, wishes?: { only_if: Condition[]; past_news: boolean }): void {
    if (wishes) this.wishes = wishes;
    this.isAhead = true;
    this.isBrief = together;
    this.begin(steps);
  }

  /** Decide, for whichever player would be asked. */
  try(text: string): void {
    const choice = this.picture?.choices.find((choice) => choice.text === text);
    if (!choice || !this.picture) return;
    const step = { text, label: choice.label, at: [...(choice.at ?? [])], isMine: this.picture.to_move === this.picture.seat };
    if (this.isBrief) {
      this.steps = [step];
      this.send([text], { only_if: [] });
    } else this.go([...this.tried, step]);
  }

  back(): void {
    this.go(this.tried.slice(0, -1));
  }

  close(): void {
    this.isOpen = false;
    this.steps = [];
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  keepAsPlan(): void {
    this.plan = this.labels;
    this.close();
  }

  /** Others' decisions were tried out, too. */
  get hasAssumed(): boolean {
    return this.tried.some((step) => !step.isMine);
  }

  /** Decide so, as soon as it is my turn, if nothing has changed that matters. */
  makePlan(): void {
    const { only_if, past_news } = this.wishes;
    this.send(
      this.tried.map((step) => step.text),
      { only_if: only_if.filter((condition) => condition !== "others" || this.hasAssumed), past_news },
    );
  }

  /** My next turn can be given up, and with it the rest of the round. */
  get passing(): Choice | null {
    const { picture } = this;
    if (!this.isAhead || !picture || this.tried.length > 0 || picture.to_move !== picture.seat || picture.question?.kind !== "turn") return null;
    return picture.choices.find((choice) => choice.passes && !choice.reason) ?? null;
  }

  /** Pass whenever it is my turn, until the round ends. */
  passRound(text: string): void {
    this.send([text], { stands: true });
  }

  /** The number of moves made in the real game, and whether it is my turn there. */
  seeMove(move: number, isMine = true): void {
    if (!this.isOpen || move === this.from) return;
    if (this.isAhead && !isMine) {
      this.from = move;
      this.go(this.steps);
      return;
    }
    const wasAhead = this.isAhead;
    this.close();
    this.link.tell(wasAhead ? "It is your turn now, so there is nothing to plan." : "The game has moved on, so what you were trying out is gone.");
  }

  private begin(steps: TriedStep[]): void {
    this.isOpen = true;
    this.from = this.link.update?.picture.move ?? 0;
    this.go(steps);
  }

  private send(moves: string[], wishes: { only_if?: Condition[]; past_news?: boolean; stands?: boolean }): void {
    const seat = this.link.update?.seats[0];
    if (seat === undefined) return;
    this.link.makePlan(seat, moves, this.isAhead, wishes);
    this.close();
  }

  private go(steps: TriedStep[]): void {
    const seat = this.link.update?.seats[0];
    if (seat === undefined) return;
    this.steps = steps;
    this.link.imagine(
      seat,
      steps.map((step) => step.text),
      this.isAhead,
    );
  }
}
