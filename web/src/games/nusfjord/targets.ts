import type { Choice } from "../../protocol";
import type { PlayerView, View } from "./whole";

/** Which piece on the table an option is about: its kind and id, as in `space:serve_fish`; empty if there is none. */
export function pieceOf(text: string, view: View): string {
  const [verb = "", what = ""] = text.split(" ");
  switch (verb) {
    case "place":
      return what.startsWith("elder_") ? `elder:${what}` : `space:${what}`;
    case "copy":
    case "do":
      return `space:${what}`;
    case "hungry":
    case "take":
    case "elder":
      return `elder:${what}`;
    case "use":
    case "build":
    case "pick":
      return `card:${what}`;
    case "serve":
      // The options count plates to fill; the table shows which one would be the last of them.
      return `plate:${view.plates.filter((plate) => plate.filled).length + Number(what) - 1}`;
    case "on":
      return `cell:${what}`;
    case "double":
    case "ship":
    case "good":
      return `${verb}:${what}`;
    case "feed_share":
    case "player":
    case "begin":
      return `seat:${what}`;
  }
  return "";
}

/** Every piece that is drawn for this seat and can bear an option. */
export function piecesOn(view: View, seat: number): Set<string> {
  const pieces = new Set<string>();
  for (const space of view.spaces) pieces.add(`space:${space.id}`);
  view.plates.forEach((_, number) => pieces.add(`plate:${number}`));
  for (const stack of view.elders) if (stack.top) pieces.add(`elder:${stack.top.id}`);
  for (const ship of view.ships) {
    pieces.add(`ship:${ship.id}`);
    if (ship.gold_instead) pieces.add(`ship:${ship.id}_for_gold`);
  }
  for (const card of [...view.display_a, ...view.display_b, ...view.display_c]) pieces.add(`card:${card.id}`);
  // One's own seat is the whole lower half, no piece.
  view.players.forEach((_, number) => number !== seat && pieces.add(`seat:${number}`));
  const own = view.players[seat];
  if (own) addOwn(pieces, own);
  return pieces;
}

function addOwn(pieces: Set<string>, own: PlayerView): void {
  for (const good of ["wood", "fish", "gold"]) pieces.add(`good:${good}`);
  for (const elder of own.elders) pieces.add(`elder:${elder.id}`);
  for (const card of own.hand ?? []) pieces.add(`card:${card.id}`);
  for (const cell of own.harbor) {
    if (cell.card) pieces.add(`card:${cell.card.id}`);
    if (cell.kind === "free") pieces.add(`cell:${cell.id}`);
  }
  for (const forest of own.forests) pieces.add(`double:${forest.id}`);
  for (const double of own.free_doubles) pieces.add(`double:${double}`);
}

/** Draws and rolls typed in by a person are read off real cards: they stay in the list, which can be searched. */
const TYPED_IN = /^(reveal|draw|turn_up) /;

export interface Targets {
  /** The option a click on the piece takes, or the reason why it does not. */
  at: Map<string, Choice>;
  /** Options without a piece. */
  loose: Choice[];
}

export function targets(choices: Choice[], view: View, seat: number): Targets {
  const at = new Map<string, Choice>();
  const loose: Choice[] = [];
  const pieces = piecesOn(view, seat);
  for (const choice of choices) {
    const piece = pieceOf(choice.text, view);
    if (pieces.has(piece) && (!at.has(piece) || at.get(piece)!.reason)) at.set(piece, choice);
    else if (!choice.reason && !TYPED_IN.test(choice.text)) loose.push(choice);
  }
  return { at, loose };
}
