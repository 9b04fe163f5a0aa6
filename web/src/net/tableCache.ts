import type { Running } from "../ui/clock";
import type { Asked, Guided, ImaginedTable, Join, Line, Past, Picture, PlanNow, Points, Push, Recap, SeatPlan, Standing, Tail, Welcome } from "../protocol";

/** The table now, as this screen shows it. */
export interface Update {
  picture: Picture;
  /** What lies between the last update and this one, turn by turn, if several turns do. */
  steps: Picture[];
  /** What is printed on the components, by id; the same all through the match. */
  catalogue: unknown;
  /** The seats at this screen. */
  seats: number[];
  /** The seat of a bot that is thinking. */
  thinking: number | null;
  /** The seat that checks its turn before anybody goes on. */
  waiting: number | null;
  /** Seconds until the others go on without a “Done”, when this came; null if they wait for it. */
  waitingFor: number | null;
  /** Somebody asks for something that everybody must agree to. */
  asked: Asked | null;
  /** Why the players may agree to end the game now; empty if they may not. */
  mayEnd: string;
  /** What the guide says, in a guided game. */
  guide: Guided | null;
  /** The bots look less far ahead than usual at their level. */
  hurried: boolean;
  /** Seats that have given up. */
  resigned: number[];
  /** At a table for friends. */
  clock: Running | null;
  /** What I have decided in advance. */
  plan: PlanNow | null;
  /** Everybody decides in secret now, and I need not wait until I am asked. */
  together: boolean;
  /** Of the series this match belongs to. */
  standing: Standing | null;
  /** Colour and shape by seat, as they were when the table was opened. */
  marks: number[];
}

/** Keeps what the server sends only once, and puts it together with what is new. */
export class TableCache {
  private welcome: Welcome | null = null;
  private players: SeatPlan[] = [];
  private points: Points = { scores: [], breakdown: [], rivals: [], groups: [] };
  private standing: Standing | null = null;
  private logs = new Map<number, Story>();
  /** Up to which version the lines of each log are here. */
  private versions: Record<number, number> = {};

  /** The first message to the server: it says what is here already, so that only the rest is sent. */
  join(outline: boolean): Join {
    return { type: "join", names: this.players.map((player) => player.name), logs: this.versions, outline };
  }

  setWelcome(welcome: Welcome): void {
    this.welcome = welcome;
  }

  updateFrom(push: Push): Update {
    if (push.players) this.setPlayers(push.players);
    this.points = push.points ?? this.points;
    this.standing = push.standing ?? this.standing;
    for (const tail of push.logs) {
      this.logs.set(tail.log, joined(this.storyOf(tail.log), tail));
      this.versions[tail.log] = push.now.version;
    }
    const story = this.storyOf(push.now.seat);
    return {
      picture: this.picture(push, this.points, story),
      steps: (push.steps ?? []).map(({ now, points }) => this.picture({ now }, points, before(story, now.move))),
      catalogue: this.welcome?.catalogue ?? null,
      seats: push.seats,
      thinking: push.thinking ?? null,
      waiting: push.waiting ?? null,
      waitingFor: push.waiting_for ?? null,
      asked: push.asked ?? null,
      mayEnd: push.may_end ?? "",
      guide: push.guide ?? null,
      hurried: push.hurried ?? false,
      resigned: push.resigned ?? [],
      clock: push.clock ? { ...push.clock, at: Date.now() / 1000 } : null,
      plan: push.plan ?? null,
      together: push.together ?? false,
      standing: this.standing,
      marks: this.welcome?.marks ?? [],
    };
  }

  /** An earlier move.  Its lines may come a little later, with a push. */
  pastFrom(past: Past): Picture {
    return this.picture(past, past.points, before(this.storyOf(past.log), past.now.move));
  }

  /** An imagined table, with the lines so far and those of what was tried out. */
  imaginedFrom({ now, points, lines }: ImaginedTable): Picture {
    const real = this.storyOf(now.seat);
    const first = (real.lines.at(-1)?.move ?? -1) + 1;
    const turn = (real.recaps.at(-1)?.turn ?? 0) + 1;
    const tried = lines.map((line) => ({ ...line, move: line.move + first, turn }));
    return this.picture({ now }, points, { ...real, lines: [...real.lines, ...tried] });
  }

  private picture({ now, outline }: Pick<Push, "now" | "outline">, points: Points, { lines, recaps }: Story): Picture {
    const { type: _, catalogue: __, marks: ___, ...fixed } = this.welcome!;
    return { ...fixed, ...now, ...points, seats: this.players, outline: outline ?? [], lines, recaps };
  }

  /** Lines contain names: they are dropped when a player is renamed, but not when only a bot has come or gone. */
  private setPlayers(players: SeatPlan[]): void {
    const isRenamed = players.some((player, seat) => player.name !== this.players[seat]?.name);
    this.players = players;
    if (!isRenamed) return;
    this.logs.clear();
    this.versions = {};
  }

  private storyOf(log: number): Story {
    return this.logs.get(log) ?? { lines: [], recaps: [] };
  }
}

/** A log: its lines, and its turns in a few words. */
interface Story {
  lines: Line[];
  recaps: Recap[];
}

/** The story of the first moves. */
function before({ lines, recaps }: Story, move: number): Story {
  const last = lines.findLastIndex((line) => line.move < move);
  return { lines: last === lines.length - 1 ? lines : lines.slice(0, last + 1), recaps: recaps.filter(({ first }) => first < move) };
}

/** The story with its new end.  A turn comes whole, so it replaces what was known of it. */
function joined(story: Story, { kept, lines, recaps }: Tail): Story {
  const since = recaps[0]?.turn ?? 0;
  return { lines: [...before(story, kept).lines, ...lines], recaps: [...story.recaps.filter(({ turn }) => turn < since), ...recaps] };
}
