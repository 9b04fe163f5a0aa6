import type { CardFace, Catalogue, View as Seen } from "./view";

/* The view with what is printed on the components beside it, as the parts of this board read it. */

export interface Table {
  round: number;
  rounds: number;
  first: number;
  turn: number;
  deck: string;
  solo: string | null; // normal, advanced
  colour: string | null; // of the Workers in play, in the solo game
  spaces: SpaceView[];
  plates: PlateView[];
  ships: ShipView[];
  track: number[]; // haul by covered spaces
  elders: StackView[];
  columns: number; // of a Harbor board
  council: number; // seats
  elder_fish: number; // so many on an Elder, and they leave him
  free_points: number; // of each free Building space
  unissued_points: number; // of each Share not issued
  good: number[] | null; // from and to how many points a solo game is good
  display_a: CardView[];
  display_b: CardView[];
  display_c: CardView[];
  piles: number[]; // undrawn A, B, C that may still come
  market: number[]; // Shares on the Action board, by colour
  share_cost: number[]; // of Buy All Shares, by seat
  placing: CardView | null; // paid for, looking for its space
  players: PlayerView[];
}

export interface SpaceView {
  id: string;
  name: string;
  room: number;
  workers: WorkerView[];
  column: number | null;
  rule: string;
}

export interface WorkerView {
  seat: number;
  colour: string | null; // in the solo game
}

export interface PlateView {
  price: number;
  filled: boolean;
}

export interface ShipView {
  id: string;
  name: string;
  size: number;
  wood: number;
  fish: number;
  gold: number;
  gold_instead: number;
  points: number;
  stock: number;
}

export interface StackView {
  top: ElderView | null;
  below: ElderView | null; // an open Elder under the top one
  face_down: boolean;
}

export interface ElderView {
  id: string;
  name: string;
  words: string;
  source: string;
  fish: number;
  worker: boolean;
}

/** A Building. */
export interface CardView {
  id: string;
  name: string;
  letter: string;
  category: string;
  wood: number;
  fish: number;
  gold: number;
  points: number; // printed
  star: boolean; // a star is printed instead
  words: string;
  source: string;
}

export interface PlayerView {
  wood: number;
  wood_limit: number;
  fish: number;
  gold: number;
  reserve_fish: number;
  reserve_wood: number;
  reserve_limit: number;
  fish_on_shares: number;
  haul: number;
  covered: number;
  ships: number[]; // by type
  shares: number[]; // held, by colour
  unissued: number;
  elders: ElderView[];
  harbor: CellView[];
  forests: ForestView[];
  n_forests: number;
  free_spaces: number;
  free_doubles: string[];
  buildings: string[];
  hand_size: number;
  hand: CardView[] | null; // only one's own
  workers_left: number;
  leads: number[]; // the rounds in which this player is First Player
  score: number;
}

/** A cell of a Harbor board. */
export interface CellView {
  id: string;
  kind: string; // reserve, free, forest, building, none
  card: CardView | null;
  turned: boolean;
}

export interface ForestView {
  id: string; // of the double space: that of its left cell
  forests: number;
}

export type View = Table;

const CATEGORIES: Record<string, string> = {
  immediately: "Immediately",
  whenever: "Whenever",
  anytime: "Anytime",
  once: "Once",
  special: "Special Ability",
  points: "Victory Points",
};

function card(id: string, printed: Catalogue): CardView {
  const face = printed.cards[id] as CardFace;
  const { wood = 0, fish = 0, gold = 0 } = face.price;
  const { name, letter, points, star, words, source } = face;
  return { id, name, letter, category: CATEGORIES[face.when]!, wood, fish, gold, points, star, words, source };
}

function elder(id: string, printed: Catalogue, fish = 0, worker = false): ElderView {
  const { name, words, source } = printed.elders[id]!;
  return { id, name, words, source, fish, worker };
}

function harborOf(p: Seen["players"][number], printed: Catalogue): CellView[] {
  return p.harbor.map(({ id, kind, card: built, turned = false }) => ({ id, kind, card: built ? card(built, printed) : null, turned }));
}

function player(p: Seen["players"][number], printed: Catalogue): PlayerView {
  const types = Object.keys(printed.ships);
  return {
    ...p,
    ships: types.map((type) => p.ships.filter((ship) => ship === type).length),
    elders: p.elders.map(({ id, fish = 0, worker = null }) => elder(id, printed, fish, worker !== null)),
    harbor: harborOf(p, printed),
    forests: Object.entries(p.forests).map(([id, forests]) => ({ id, forests })),
    n_forests: Object.values(p.forests).reduce((sum, n) => sum + n, 0),
    free_spaces: p.harbor.filter((cell) => cell.kind === "free").length,
    buildings: p.harbor.flatMap((cell) => (cell.card ? [cell.card] : [])),
    hand: p.hand?.map((id) => card(id, printed)) ?? null,
  };
}

/** On display, by number. */
function open(places: Seen["display"][string], printed: Catalogue): CardView[] {
  return places.flatMap((place) => (place.card ? [place.card] : [])).sort().map((id) => card(id, printed));
}

export function whole(seen: Seen, printed: Catalogue): Table {
  const spaces = Object.entries(printed.spaces).map(([id, { name, room, column, rule }]) => ({
    id, name, room, column, rule,
    workers: seen.spaces[id]!.map(({ seat, colour = null }) => ({ seat, colour })),
  }));
  const ships = Object.entries(printed.ships).map(([id, { name, size, price, gold_instead, points }]) => {
    const { wood = 0, fish = 0, gold = 0 } = price;
    return { id, name, size, wood, fish, gold, gold_instead, points, stock: seen.stock[id]! };
  });
  return {
    round: seen.round,
    rounds: printed.rounds.length,
    first: seen.first,
    turn: seen.turn,
    deck: printed.deck.charAt(0).toUpperCase() + printed.deck.slice(1),
    solo: printed.solo,
    colour: seen.colour,
    spaces,
    plates: printed.plates.map((price, number) => ({ price, filled: seen.plates[number]! })),
    ships,
    track: printed.track,
    elders: seen.elders.map(({ top = null, below = null, face_down = false }) => ({
      top: top ? elder(top, printed) : null, below: below ? elder(below, printed) : null, face_down,
    })),
    columns: printed.columns,
    council: printed.council,
    elder_fish: printed.elder_fish,
    free_points: printed.free_points,
    unissued_points: printed.unissued_points,
    good: printed.good,
    display_a: open(seen.display["A"]!, printed),
    display_b: open(seen.display["B"]!, printed),
    display_c: open(seen.display["C"]!, printed),
    piles: ["A", "B", "C"].map((letter) => seen.to_come[letter]!),
    market: seen.market,
    share_cost: seen.share_cost,
    placing: seen.placing ? card(seen.placing, printed) : null,
    players: seen.players.map((p) => player(p, printed)),
  };
}
