import type { PlayerView, View } from "./whole";

/** How many of each kind of thing lie where: the table as a list of places, to see what has moved. */
export type Counts = Map<string, Map<string, number>>;

export function countsOf(view: View): Counts {
  const counts: Counts = new Map();
  const put = (kind: string, place: string, n = 1): void => {
    if (n <= 0) return;
    const places = counts.get(kind) ?? new Map<string, number>();
    places.set(place, (places.get(place) ?? 0) + n);
    counts.set(kind, places);
  };
  view.plates.forEach((plate, number) => put("fish", `plate:${number}`, plate.filled ? 1 : 0));
  for (const ship of view.ships) put(ship.id, `ship:${ship.id}`, ship.stock);
  for (const stack of view.elders) {
    if (stack.top) put(stack.top.id, `elder:${stack.top.id}`);
  }
  for (const card of [...view.display_a, ...view.display_b, ...view.display_c]) put(`card ${card.id}`, `card:${card.id}`);
  if (view.placing) put(`card ${view.placing.id}`, `card:${view.placing.id}`);
  view.market.forEach((n, colour) => put(`share ${colour}`, "market", n));
  for (const space of view.spaces) {
    for (const worker of space.workers) put(workerKind(worker.seat, worker.colour), `space:${space.id}`);
  }
  view.players.forEach((player, seat) => countPlayer(put, player, seat, view));
  return counts;
}

export const workerKind = (seat: number, colour: string | null): string => `worker ${colour ?? seat}`;

function countPlayer(put: (kind: string, place: string, n?: number) => void, player: PlayerView, seat: number, view: View): void {
  const at = (place: string): string => `${seat}.${place}`;
  put("wood", at("wood"), player.wood);
  put("wood", at("reserve"), player.reserve_wood);
  put("fish", at("fish"), player.fish);
  put("fish", at("reserve"), player.reserve_fish);
  put("gold", at("gold"), player.gold);
  put(workerKind(seat, view.colour), at("workers"), player.workers_left);
  for (const elder of player.elders) {
    put("fish", at(elder.id), elder.fish);
    put(elder.id, at(elder.id));
    if (elder.worker) put(workerKind(seat, view.colour), at(elder.id));
  }
  for (const cell of player.harbor) if (cell.card) put(`card ${cell.card.id}`, at(cell.id));
  for (const card of player.hand ?? []) put(`card ${card.id}`, `card:${card.id}`);
  for (const forest of player.forests) put("forest", at(forest.id), forest.forests);
  player.ships.forEach((n, type) => put(view.ships[type]!.id, at("track"), n));
  player.shares.forEach((n, colour) => put(`share ${colour}`, at("shares"), n));
}

export interface Move {
  kind: string;
  from: string;
  to: string;
}

/** What has moved between two pictures.  What comes from nowhere comes from `source`; what goes nowhere is not shown. */
export function movesBetween(before: Counts, after: Counts, source: (to: string) => string): Move[] {
  const moves: Move[] = [];
  for (const [kind, places] of after) {
    const old = before.get(kind) ?? new Map<string, number>();
    const left: string[] = [];
    for (const [place, n] of old) for (let i = n - (places.get(place) ?? 0); i > 0; i--) left.push(place);
    for (const [place, n] of places) {
      for (let i = n - (old.get(place) ?? 0); i > 0; i--) {
        const from = left.shift() ?? (isGood(kind) ? source(place) : "");
        if (from && from !== place) moves.push({ kind, from, to: place });
      }
    }
    // Paid goods go where the action is.
    if (isGood(kind)) for (const place of left) moves.push({ kind, from: place, to: source(place) });
  }
  return moves.filter((move) => move.from !== move.to);
}

const isGood = (kind: string): boolean => kind === "fish" || kind === "wood" || kind === "gold" || kind === "forest";
