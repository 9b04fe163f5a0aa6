import type { Picture, Standing } from "../protocol";
import { capital, countOf, nameOf, ranking } from "./turns";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"];

/** A number with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

/** "3, 4 and 5" */
export const listOf = (words: (string | number)[]): string => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** A mark as a letter, by its number; the shapes are those of SeatMark. */
export const MARK_LETTERS = "●■▲◆⬢✚★▼";

/** A result as text, to be understood without a link: the game, everybody's points, and who has won. */
export function resultText(about: string, rows: { name: string; points: string; mark: number }[], words: string): string {
  const points = rows.map(({ name, points, mark }) => `${[...MARK_LETTERS][mark % 8]} ${name} ${points}`);
  return [about, points.join("   "), words].join("\n");
}

export interface EndVerdict {
  headline: string;
  lines: string[];
}

/** How the game ended, for the reader; `me` is the one seat at this screen, null if there are none or several. */
export function verdictOf(picture: Picture, me: number | null, standing: Standing | null): EndVerdict {
  const { winners, result } = picture;
  const points = (seat: number) => countOf(picture.scores[seat] ?? 0, "point");
  if (standing) return { headline: sentence(standing.words), lines: [sentence(picture.seats.length === 1 ? `${points(0)} in this game` : result)] };
  if (picture.seats.length === 1 || winners.length === 0) return split(result);
  const first = winners[0]!;
  const headline =
    winners.length > 1 ? `${listOf(winners.map((seat) => nameOf(picture.seats, seat)))} share the victory!` : me === first ? "You win!" : `${nameOf(picture.seats, first)} wins!`;
  return { headline, lines: [resultLine(picture, me)] };
}

function resultLine(picture: Picture, me: number | null): string {
  const rows = ranking(picture);
  const [best, next] = rows;
  const mine = rows.find((row) => row.seat === me);
  // Equal points: the game's own words say how the tie was broken.
  if (!best || !next || best.points === next.points) return sentence(picture.result);
  if (mine && mine.place > 1) return `You came ${PLACES[mine.place - 1]}, ${countOf(best.points - mine.points, "point")} behind ${nameOf(picture.seats, best.seat)}.`;
  return `${countOf(best.points, "point")}, ${best.points - next.points} ahead of ${nameOf(picture.seats, next.seat)}.`;
}

function split(result: string): EndVerdict {
  const at = result.search(/[;:,.] /);
  if (at < 0) return { headline: result, lines: [] };
  return { headline: result.slice(0, at), lines: [sentence(result.slice(at + 2))] };
}

function sentence(words: string): string {
  const start = capital(words);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** Three or four sentences from the points by round and by category. */
export function storyOf(picture: Picture, rounds: number[][], me: number | null): string[] {
  const hero = me ?? picture.winners[0] ?? 0;
  const tale = new Tale(picture, hero, me !== null);
  return [...tale.lastRound(rounds), ...tale.comeback(rounds), ...tale.leader(rounds), ...tale.categories()].slice(0, 4);
}

/** "You" for the reader, a name for everybody else. */
class Tale {
  constructor(
    private readonly picture: Picture,
    private readonly hero: number,
    private readonly isReader: boolean,
  ) {}

  private get others(): number[] {
    return this.picture.seats.map((_, seat) => seat).filter((seat) => seat !== this.hero);
  }

  private name(seat: number, isStart = false): string {
    if (seat === this.hero && this.isReader) return isStart ? "You" : "you";
    return nameOf(this.picture.seats, seat);
  }

  lastRound(rounds: number[][]): string[] {
    if (rounds.length < 3) return [];
    const gain = (seat: number): number => rounds.at(-1)![seat]! - rounds.at(-2)![seat]!;
    const rest = this.others.map((seat) => `${this.name(seat)} ${signed(gain(seat))}`);
    return [`The last round brought ${this.name(this.hero)} ${countOf(gain(this.hero), "point")}${rest.length > 0 ? `; ${listOf(rest)}` : ""}.`];
  }

  comeback(rounds: number[][]): string[] {
    if (rounds.length < 3 || this.others.length === 0) return [];
    const place = (points: number[]): number => points.filter((other) => other > points[this.hero]!).length;
    const before = place(rounds.at(-2)!);
    if (place(rounds.at(-1)!) >= before) return [];
    return [`${this.name(this.hero, true)} came from ${PLACES[before]} place in the last round.`];
  }

  /** Who was ahead for the most rounds, the last one left out. */
  leader(rounds: number[][]): string[] {
    if (this.others.length === 0) return [];
    const led = new Map<number, { rounds: number[]; lead: number }>();
    rounds.slice(1, -1).forEach((points, at) => {
      const [first, second] = [...points].sort((a, b) => b - a);
      if (first === undefined || second === undefined || first === second) return;
      const seat = points.indexOf(first);
      const known = led.get(seat) ?? { rounds: [], lead: 0 };
      led.set(seat, { rounds: [...known.rounds, at + 1], lead: Math.max(known.lead, first - second) });
    });
    const [top] = [...led].sort((a, b) => b[1].rounds.length - a[1].rounds.length);
    if (!top) return [];
    const [seat, { rounds: all, lead }] = top;
    return [`${this.name(seat, true)} led after round${all.length > 1 ? "s" : ""} ${listOf(all)}, by ${countOf(lead, "point")} at most.`];
  }

  /** Where the hero was best against the best of the others, and where worst. */
  categories(): string[] {
    const { hero, others } = this;
    const rows = this.picture.breakdown.map(({ label, points }) => {
      const rival = others.reduce((top, seat) => (points[seat]! > points[top]! ? seat : top), others[0] ?? hero);
      return { label, rival, mine: points[hero]!, theirs: points[rival]!, gap: points[hero]! - points[rival]! };
    });
    const [worst] = [...rows].sort((a, b) => a.gap - b.gap);
    const [best] = [...rows].sort((a, b) => b.gap - a.gap || b.mine - a.mine);
    const found: string[] = [];
    if (others.length === 0) {
      const [most] = [...rows].sort((a, b) => b.mine - a.mine);
      return most && most.mine > 0 ? [`Most points came from ${most.label}: ${most.mine}.`] : [];
    }
    if (best && best.gap > 0) found.push(`${this.name(hero, true)} did best in ${best.label}: ${signed(best.mine)} against ${this.name(best.rival)}’s ${signed(best.theirs)}.`);
    if (worst && worst.gap < 0) found.push(`${this.name(worst.rival, true)} was furthest ahead in ${worst.label}: ${signed(worst.theirs)} to ${signed(worst.mine)}.`);
    return found;
  }
}
