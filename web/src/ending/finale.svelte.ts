import type { Picture, ScoreGroup } from "../protocol";
import { countOf, nameOf } from "../ui/turns";

/** All of it, in milliseconds: nobody waits longer for the result. */
const ALL_STEPS = 8_400;
const LONGEST_STEP = 1_400;
/** Before the last two secrets. */
const BREATH = 1_200;

/** How long each step is shown, in milliseconds. */
export function stepLengths(groups: ScoreGroup[]): number[] {
  const steps = stepsOf(groups);
  const length = Math.min(LONGEST_STEP, ALL_STEPS / Math.max(1, steps.length));
  const isSecret = groups.some((group) => group.secret);
  return steps.map((_, place) => length + (isSecret && steps.length > 2 && place === steps.length - 3 ? BREATH : 0));
}

/** The numbers of the steps, in their order. */
export const stepsOf = (groups: ScoreGroup[]): number[] => [...new Set(groups.map((group) => group.step))].sort((a, b) => a - b);

/** Everybody's points when so many steps have been counted; before the first, what was known already. */
export function pointsAfter(picture: Picture, done: number): number[] {
  const left = new Set(stepsOf(picture.groups).slice(done));
  return picture.scores.map((score, seat) => score - sumOf(picture.groups.filter((group) => group.seat === seat && left.has(group.step))));
}

const sumOf = (groups: ScoreGroup[]): number => groups.reduce((sum, group) => sum + group.points, 0);

/** The seats with the most points. */
function ahead(points: number[]): number[] {
  const best = Math.max(...points);
  return points.flatMap((some, seat) => (some === best ? [seat] : []));
}

/** Who leads now, in a sentence. */
export function leadWords(picture: Picture, done: number): string {
  const points = pointsAfter(picture, done);
  const first = ahead(points);
  const names = first.map((seat) => nameOf(picture.seats, seat));
  if (picture.seats.length === 1) return `${countOf(points[0] ?? 0, "point")} so far.`;
  if (first.length > 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are level with ${points[first[0]!]}.`;
  const second = Math.max(...points.filter((_, seat) => seat !== first[0]));
  return `${names[0]} leads by ${points[first[0]!]! - second}.`;
}

/** Who was ahead before the count, and what decided it. */
export function decidedBy(picture: Picture): string {
  const [winner] = picture.winners;
  const steps = stepsOf(picture.groups);
  if (winner === undefined || picture.winners.length > 1 || picture.seats.length === 1 || steps.length === 0) return "";
  const name = nameOf(picture.seats, winner);
  const leads = Array.from({ length: steps.length + 1 }, (_, done) => ahead(pointsAfter(picture, done)));
  const isAlone = (seats: number[]): boolean => seats.length === 1 && seats[0] === winner;
  let from = leads.length;
  while (from > 0 && isAlone(leads[from - 1]!)) from--;
  if (from === leads.length) return "";
  if (from === 0) return `${name} was ahead before the count and stayed there.`;
  const group = picture.groups.find((group) => group.step === steps[from - 1] && group.seat === winner);
  const before = leads[0]!.includes(winner) ? "" : ` Before the count, ${nameOf(picture.seats, leads[0]![0]!)} was ahead.`;
  return group ? `${group.title} put ${name} in front: ${countOf(group.points, "point")}.${before}` : before.trim();
}

/** The count, step by step: by itself, or as the person wants it. */
export class Count {
  /** So many steps are done. */
  done = $state(0);
  isPaused = $state(false);
  private readonly lengths: number[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(lengths: number[], isTold: boolean) {
    this.lengths = lengths;
    if (isTold) this.wait(LONGEST_STEP / 2);
    else this.done = lengths.length;
  }

  get steps(): number {
    return this.lengths.length;
  }

  get isOver(): boolean {
    return this.done >= this.steps;
  }

  private wait(length: number): void {
    clearTimeout(this.timer);
    if (!this.isPaused && !this.isOver) this.timer = setTimeout(() => this.next(), length);
  }

  next(): void {
    if (this.isOver) return;
    this.done++;
    this.wait(this.lengths[this.done - 1] ?? 0);
  }

  /** One step back; there it stands. */
  back(): void {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.done = Math.max(0, this.done - 1);
  }

  toggle(): void {
    this.isPaused = !this.isPaused;
    if (this.isPaused) clearTimeout(this.timer);
    else this.next();
  }

  end(): void {
    clearTimeout(this.timer);
    this.done = this.steps;
  }

  again(): void {
    this.isPaused = false;
    this.done = 0;
    this.wait(LONGEST_STEP / 2);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
