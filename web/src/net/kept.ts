import type { Running } from "../ui/clock";
import type { Asked, Dream, Guided, Join, Line, Past, Picture, Points, Push, SeatPlan, Standing, Welcome } from "../protocol";

/** The table now, as this screen shows it. */
export interface Update {
  picture: Picture;
  /** What is printed on the components, by id; the same all through the match. */
  catalogue: unknown;
  /** The seats at this screen. */
  seats: number[];
  /** The seat of a bot that is thinking. */
  thinking: number | null;
  /** The seat that looks over its turn before anybody goes on. */
  waiting: number | null;
  /** Somebody asks for what needs everybody's yes. */
  asked: Asked | null;
  /** Why the players may agree to end the game now; empty if they may not. */
  mayEnd: string;
  /** What the guide says, in a guided game. */
  guide: Guided | null;
  /** Bots look less far ahead than their level promises. */
  hurried: boolean;
  /** Seats that have given up. */
  resigned: number[];
  /** At a table for friends. */
  clock: Running | null;
  /** Of the series this match belongs to. */
  standing: Standing | null;
}

/** What was told once and is not told again, and the pictures it makes with what is new. */
export class Kept {
  private welcome: Welcome | null = null;
  private players: SeatPlan[] = [];
  private points: Points = { scores: [], breakdown: [], rivals: [] };
  private standing: Standing | null = null;
  private logs = new Map<number, Line[]>();
  /** For each log, the version up to which its lines are here. */
  private versions: Record<number, number> = {};

  /** What to say on coming back, so that only what is missing is sent. */
  join(outline: boolean): Join {
    return { type: "join", names: this.players.map((player) => player.name), logs: this.versions, outline };
  }

  greet(welcome: Welcome): void {
    this.welcome = welcome;
  }

  show(push: Push): Update {
    if (push.players) this.meet(push.players);
    this.points = push.points ?? this.points;
    this.standing = push.standing ?? this.standing;
    for (const { log, kept, lines } of push.logs) {
      this.logs.set(log, [...before(this.linesOf(log), kept), ...lines]);
      this.versions[log] = push.now.version;
    }
    return {
      picture: this.picture(push, this.points, this.linesOf(push.now.seat)),
      catalogue: this.welcome?.catalogue ?? null,
      seats: push.seats,
      thinking: push.thinking ?? null,
      waiting: push.waiting ?? null,
      asked: push.asked ?? null,
      mayEnd: push.may_end ?? "",
      guide: push.guide ?? null,
      hurried: push.hurried ?? false,
      resigned: push.resigned ?? [],
      clock: push.clock ? { ...push.clock, at: Date.now() / 1000 } : null,
      standing: this.standing,
    };
  }

  /** An earlier move.  Its lines may come a little later, with a push. */
  lookBack(past: Past): Picture {
    return this.picture(past, past.points, before(this.linesOf(past.log), past.now.move));
  }

  /** What might be: the lines so far, and those of what was tried out. */
  dream({ now, points, lines }: Dream, seat: number): Picture {
    const real = this.linesOf(seat);
    const first = (real.at(-1)?.move ?? -1) + 1;
    return this.picture({ now }, points, [...real, ...lines.map((line) => ({ ...line, move: line.move + first }))]);
  }

  private picture({ now, outline }: Pick<Push, "now" | "outline">, points: Points, lines: Line[]): Picture {
    const { type: _, catalogue: __, ...fixed } = this.welcome!;
    return { ...fixed, ...now, ...points, seats: this.players, outline: outline ?? [], lines };
  }

  /** Names are in every line; if only a bot has sat down or stood up, the lines stay. */
  private meet(players: SeatPlan[]): void {
    const isRenamed = players.some((player, seat) => player.name !== this.players[seat]?.name);
    this.players = players;
    if (!isRenamed) return;
    this.logs.clear();
    this.versions = {};
  }

  private linesOf(log: number): Line[] {
    return this.logs.get(log) ?? [];
  }
}

/** The lines of the first moves. */
function before(lines: Line[], move: number): Line[] {
  const last = lines.findLastIndex((line) => line.move < move);
  return last === lines.length - 1 ? lines : lines.slice(0, last + 1);
}
