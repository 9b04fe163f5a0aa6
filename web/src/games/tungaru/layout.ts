import type { Catalogue } from "./view";

export interface Point {
  x: number;
  y: number;
}

/** Where everything lies on the sea, in units. */
export interface Layout {
  wide: number;
  high: number;
  /** An island's card, and how much smaller than usual it is. */
  island: { wide: number; high: number; scale: number };
  /** Wide cards have room for words. */
  isRoomy: boolean;
  /** Their upper left corners. */
  islands: Record<string, Point>;
  /** The middle of each anchorage. */
  grounds: Record<string, Point>;
  migration: Record<string, Point>;
  reefs: { x: number; wide: number }[];
  islet: Point | null;
  walkways: [Point, Point][];
  /** The sections of the sea with the border before each; empty if they are no ring around the islands. */
  waters: { points: Point[]; border: Point[] }[];
  /** Where a boat crosses from one section to another: "s1 s2". */
  crossings: Record<string, Point>;
}

const SEA_WIDE = 1084;
const SEA_HIGH = 444;
const MIDDLE = SEA_HIGH / 2;
const CARD = 160;
const SHORE = 7;
export const TILE = { wide: 84, high: 103 };

/** Islands in two rows, the reef with the Migration spaces between them, anchorages beside the islands they serve.
    The printed boards look so, and any other falls into the same order by its x and y. */
export function layOut(catalogue: Catalogue): Layout {
  const rows = twoRows(catalogue);
  const most = Math.max(rows[0].length, rows[1].length);
  const wide = most <= 3 ? 286 : most === 4 ? 246 : Math.floor((SEA_WIDE - 24 - 25 * (most - 1)) / most);
  const scale = Math.min(1, wide / 246);
  const island = { wide, high: CARD * scale, scale };
  const islands: Record<string, Point> = {};
  rows.forEach((row, number) => {
    const margin = most <= 3 ? 38 : 12;
    const step = row.length > 1 ? (SEA_WIDE - 2 * margin - wide) / (row.length - 1) : 0;
    row.forEach((id, place) => (islands[id] = { x: row.length > 1 ? margin + step * place : (SEA_WIDE - wide) / 2, y: number ? SEA_HIGH - SHORE - island.high : SHORE }));
  });
  const ground: Ground = { catalogue, rows, islands, island };
  const reefs = most <= 3 ? [{ x: 340, wide: 404 }] : [298, 574].map((x) => ({ x, wide: 212 }));
  const ring = ringOf(ground, reefs[0]!.x);
  return {
    wide: SEA_WIDE,
    high: SEA_HIGH,
    island,
    isRoomy: most <= 3,
    islands,
    grounds: anchorages(ground),
    migration: migrationSpots(catalogue, most <= 3 ? [352, 445, 555, 648] : [306, 420, 580, 694]),
    reefs,
    islet: catalogue.islet_spaces > 0 ? { x: most <= 3 ? 806 : SEA_WIDE / 2, y: MIDDLE } : null,
    walkways: walkways(ground),
    ...ring,
  };
}

interface Ground {
  catalogue: Catalogue;
  rows: [string[], string[]];
  islands: Record<string, Point>;
  island: { wide: number; high: number };
}

function twoRows({ islands }: Catalogue): [string[], string[]] {
  const all = Object.keys(islands);
  const byX = (a: string, b: string): number => islands[a]!.x - islands[b]!.x;
  const upper = all.filter((id) => islands[id]!.y < 50).sort(byX);
  const lower = all.filter((id) => islands[id]!.y >= 50).sort(byX);
  if (Math.abs(upper.length - lower.length) <= 2) return [upper, lower];
  const sorted = all.sort((a, b) => islands[a]!.y - islands[b]!.y);
  const half = Math.ceil(sorted.length / 2);
  return [sorted.slice(0, half).sort(byX), sorted.slice(half).sort(byX)];
}

const isUpper = (spot: Point): boolean => spot.y < MIDDLE;

/** How two islands lie to each other, and the left and upper one first. */
function relation({ rows, islands, island }: Ground, a: string, b: string): { kind: "row" | "column" | "other"; first: Point; second: Point } {
  const [p, q] = [islands[a]!, islands[b]!];
  const row = rows.find((ids) => ids.includes(a) && ids.includes(b));
  if (row) return { kind: Math.abs(row.indexOf(a) - row.indexOf(b)) === 1 ? "row" : "other", first: p.x < q.x ? p : q, second: p.x < q.x ? q : p };
  return { kind: Math.abs(p.x - q.x) < island.wide / 3 ? "column" : "other", first: p.y < q.y ? p : q, second: p.y < q.y ? q : p };
}

function anchorages(on: Ground): Record<string, Point> {
  const { catalogue, island } = on;
  const found: Record<string, Point> = {};
  for (const [id, face] of Object.entries(catalogue.grounds)) {
    const spot = anchorage(on, face.islands);
    while (Object.values(found).some((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < 44)) spot.x += spot.x < SEA_WIDE / 2 ? 48 : -48;
    found[id] = spot;
  }
  return found;

  function anchorage(ground: Ground, served: string[]): Point {
    const middles = served.map((island) => middleOf(ground, island));
    const mean = { x: middles.reduce((sum, { x }) => sum + x, 0) / middles.length, y: MIDDLE };
    if (served.length !== 2) return mean;
    const { kind, first, second } = relation(ground, served[0]!, served[1]!);
    if (kind === "row") {
      const isOpen = second.x - first.x - island.wide >= 60;
      const y = isOpen ? 117 : 181;
      return { x: mean.x, y: isUpper(first) ? SHORE + y : SEA_HIGH - SHORE - y + (isOpen ? 2 : 0) };
    }
    if (kind === "column") return { x: mean.x + (island.wide / 2 - (catalogue.boats > 1 ? 50 : 36)) * (mean.x < SEA_WIDE / 2 ? -1 : 1), y: MIDDLE };
    return mean;
  }
}

const middleOf = ({ islands, island }: Ground, id: string): Point => ({ x: islands[id]!.x + island.wide / 2, y: islands[id]!.y + island.high / 2 });

/** Near the islands they feed: those on the left first. */
function migrationSpots({ migration }: Catalogue, places: number[]): Record<string, Point> {
  const order = ["sun", "bird", "moon", "star"];
  const ids = Object.keys(migration).sort((a, b) => order.indexOf(migration[a]!.sign) - order.indexOf(migration[b]!.sign));
  return Object.fromEntries(ids.map((id, place) => [id, { x: places[place] ?? 0, y: MIDDLE - 46 }]));
}

function walkways(on: Ground): [Point, Point][] {
  const found: [Point, Point][] = [];
  for (const [id, face] of Object.entries(on.catalogue.islands)) {
    for (const other of face.walkways) {
      if (other < id && on.catalogue.islands[other]?.walkways.includes(id)) continue;
      if (on.islands[other]) found.push(walkway(on, id, other));
    }
  }
  return found;
}

function walkway(on: Ground, a: string, b: string): [Point, Point] {
  const { wide, high } = on.island;
  const { kind, first, second } = relation(on, a, b);
  if (kind === "row") {
    const y = isUpper(first) ? SHORE + 41 : SEA_HIGH - SHORE - 41;
    return [
      { x: first.x + wide - 6, y },
      { x: second.x + 6, y },
    ];
  }
  if (kind === "column") {
    const x = (first.x + second.x + wide) / 2;
    return [
      { x, y: first.y + high - 6 },
      { x, y: second.y + 6 },
    ];
  }
  return [middleOf(on, a), middleOf(on, b)];
}

/** The sea as sections around the ring of islands: one from each island to the next. */
function ringOf(on: Ground, reef: number): Pick<Layout, "waters" | "crossings"> {
  const { catalogue, rows } = on;
  const ring = [...rows[0], ...rows[1].toReversed()];
  const sections = ring.map((id, place) => {
    const next = ring[(place + 1) % ring.length]!;
    return Object.values(catalogue.grounds).find(({ islands }) => islands.length === 2 && islands.includes(id) && islands.includes(next))?.section;
  });
  const borders = ring.map((id) => borderAt(on, id, reef));
  const isRing =
    new Set(sections).size === ring.length &&
    Object.keys(catalogue.sections).length === ring.length &&
    sections.every((section, place) => isBeside(section, sections[(place + 1) % ring.length]));
  if (!isRing) return { waters: [], crossings: {} };
  const crossings: Record<string, Point> = {};
  ring.forEach((_, place) => {
    const before = sections[(place + ring.length - 1) % ring.length]!;
    const spot = borders[place]!.crossing;
    crossings[`${before} ${sections[place]!}`] = spot;
    crossings[`${sections[place]!} ${before}`] = spot;
  });
  const waters = ring.map((_, place) => {
    const border = borders[place]!.line;
    return { border, points: [...border, ...borders[(place + 1) % ring.length]!.line.toReversed()] };
  });
  return { waters, crossings };

  function isBeside(a: string | undefined, b: string | undefined): boolean {
    return a !== undefined && b !== undefined && (catalogue.sections[a] ?? []).includes(b);
  }
}

/** From the reef under the island to the edge of the sea; and where one sails across it. */
function borderAt(on: Ground, id: string, reef: number): { line: Point[]; crossing: Point } {
  const row = on.rows.find((ids) => ids.includes(id))!;
  const place = row.indexOf(id);
  const middle = middleOf(on, id);
  const upper = isUpper(middle);
  /** Everything is symmetrical: told for the upper left. */
  const turn = (x: number, y: number, isLeft = true): Point => ({ x: isLeft ? x : SEA_WIDE - x, y: upper ? y : SEA_HIGH - y });
  if (place === 0 || place === row.length - 1) {
    const isLeft = place === 0;
    const outer = turn(0, 0, isLeft);
    if (row.length <= 3)
      return { line: [turn(reef + 2, MIDDLE - 14, isLeft), turn(reef - 104, MIDDLE - 34, isLeft), middle, outer], crossing: turn(reef - 52, MIDDLE - 24, isLeft) };
    // Two boats lie side by side here: the border keeps clear of them.
    return {
      line: [turn(reef + 2, MIDDLE - 7, isLeft), turn(reef - 112, MIDDLE - 9, isLeft), turn(reef - 132, MIDDLE - 50, isLeft), outer],
      crossing: turn(reef - 124, MIDDLE - 30, isLeft),
    };
  }
  const line = [{ x: SEA_WIDE / 2, y: MIDDLE }, { x: middle.x, y: MIDDLE }, middle, turn(middle.x, 0)];
  return { line, crossing: turn(middle.x, SHORE + on.island.high + 4) };
}

const oneDecimal = (n: number): string => n.toFixed(1);
export const svgPoints = (spots: Point[]): string => spots.map(({ x, y }) => `${oneDecimal(x)},${oneDecimal(y)}`).join(" ");

/** A shore: the same for the same seed. */
export function shore(wide: number, high: number, seed: number, grow: number): string {
  const corners = 28;
  let chance = seed * 9301 + 49297;
  const jitter = (): number => (chance = (chance * 9301 + 49297) % 233280) / 233280 - 0.5;
  const power = (n: number): number => Math.sign(n) * Math.abs(n) ** 0.34;
  const points = Array.from({ length: corners }, (_, place) => {
    const angle = (place / corners) * Math.PI * 2;
    const off = jitter() * 5;
    return { x: wide / 2 + power(Math.cos(angle)) * (wide / 2 + grow + off), y: high / 2 + power(Math.sin(angle)) * (high / 2 + grow + off * 0.6) };
  });
  const between = (place: number): string => {
    const [a, b] = [points[place % corners]!, points[(place + 1) % corners]!];
    return `${oneDecimal((a.x + b.x) / 2)} ${oneDecimal((a.y + b.y) / 2)}`;
  };
  const curves = points.map((_, place) => `Q${oneDecimal(points[(place + 1) % corners]!.x)} ${oneDecimal(points[(place + 1) % corners]!.y)} ${between(place + 1)}`);
  return `M${between(0)}${curves.join("")}Z`;
}

/** The way of a boat over the water: from ground to ground through the crossings, between islands and reef. */
export function routeOf(layout: Layout, from: string, to: string, sections: string[]): { path: string; crossings: Point[] } | null {
  const [start, end] = [layout.grounds[from], layout.grounds[to]];
  if (!start || !end) return null;
  const crossings = sections.slice(1).flatMap((section, place) => layout.crossings[`${sections[place]} ${section}`] ?? []);
  const spots = [start, ...crossings, end].flatMap((spot, place, all) => (place === 0 ? [spot] : [...around(layout, all[place - 1]!, spot), spot]));
  let path = `M${oneDecimal(start.x)} ${oneDecimal(start.y)}`;
  for (let place = 1; place < spots.length - 1; place++) {
    const [before, here, next] = [spots[place - 1]!, spots[place]!, spots[place + 1]!];
    const [into, out] = [near(here, before), near(here, next)];
    path += `L${oneDecimal(into.x)} ${oneDecimal(into.y)}Q${oneDecimal(here.x)} ${oneDecimal(here.y)} ${oneDecimal(out.x)} ${oneDecimal(out.y)}`;
  }
  return { path: `${path}L${oneDecimal(end.x)} ${oneDecimal(end.y)}`, crossings };
}

/** The channel between islands and reef. */
const CHANNEL = 50;
const isInChannel = ({ y }: Point): boolean => Math.abs(y - MIDDLE) <= CHANNEL + 6 && Math.abs(y - MIDDLE) >= CHANNEL - 6;

/** From the open water into the channel, or out of it, a boat turns at the corner of the reef. */
function around({ reefs }: Layout, a: Point, b: Point): Point[] {
  const [first, last] = [reefs[0]!.x - 8, reefs.at(-1)!.x + reefs.at(-1)!.wide + 8];
  const corner = (outer: Point, inner: Point): Point[] => {
    const side = outer.x < first && inner.x > first ? first : outer.x > last && inner.x < last ? last : null;
    return side === null ? [] : [{ x: side, y: inner.y < MIDDLE ? MIDDLE - CHANNEL : MIDDLE + CHANNEL }];
  };
  return isInChannel(b) && !isInChannel(a) ? corner(a, b) : isInChannel(a) && !isInChannel(b) ? corner(b, a) : [];
}

/** Where a boat begins to turn on its way from here to there. */
function near(here: Point, there: Point): Point {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  const part = Math.min(0.5, 18 / (far || 1));
  return { x: here.x + (there.x - here.x) * part, y: here.y + (there.y - here.y) * part };
}
