import type { Choice, Picture } from "../protocol";
import type { TableLink } from "../net/link.svelte";

type Line = Pick<TableLink, "imagine" | "dream" | "update" | "tell">;

/** Trying things out: decisions that only this screen sees, on cards that are made up.  They are thrown away. */
export class WhatIf {
  isOpen = $state(false);
  /** What was decided so far, as it is sent and as it reads. */
  private steps: { text: string; label: string }[] = $state.raw([]);
  /** What was tried last, to be read on one's turn. */
  plan: string[] = $state.raw([]);
  /** The move at which it began: when the game goes on, it is over. */
  private from = 0;
  private readonly link: Line;

  constructor(link: Line) {
    this.link = link;
  }

  /** The made-up table; the last one until the next has come. */
  get picture(): Picture | null {
    return this.isOpen ? this.link.dream : null;
  }

  get labels(): string[] {
    return this.steps.map((step) => step.label);
  }

  get isBusy(): boolean {
    return this.link.dream?.move === undefined;
  }

  open(): void {
    this.isOpen = true;
    this.from = this.link.update?.picture.move ?? 0;
    this.go([]);
  }

  /** Decide in thought, for whoever would be asked. */
  try(text: string): void {
    const choice = this.picture?.choices.find((choice: Choice) => choice.text === text);
    if (choice) this.go([...this.steps, { text, label: choice.label }]);
  }

  back(): void {
    this.go(this.steps.slice(0, -1));
  }

  close(): void {
    this.isOpen = false;
    this.steps = [];
  }

  keep(): void {
    this.plan = this.labels;
    this.close();
  }

  /** The real game has gone on. */
  see(move: number): void {
    if (!this.isOpen || move === this.from) return;
    this.close();
    this.link.tell("The game has gone on, so what you were trying out is gone.");
  }

  private go(steps: { text: string; label: string }[]): void {
    const seat = this.link.update?.seats[0];
    if (seat === undefined) return;
    this.steps = steps;
    this.link.imagine(
      seat,
      steps.map((step) => step.text),
    );
  }
}
