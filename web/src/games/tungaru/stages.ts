import type { Picture } from "../../protocol";
import { settings } from "../../ui/settings/settings.svelte";
import type { Catalogue, View } from "./view";

/** The dice of the round; everybody takes the same. */
export interface Roll {
  kind: "roll";
  faces: number[];
}

/** All Leaders turn over: in the order in which they take effect. */
export interface Leaders {
  kind: "leaders";
  /** As the players sit; `order` is the place in which the Leader takes effect, from 0 on. */
  cards: { seat: number; id: string; order: number; fourth: number | null }[];
}

export type StageScene = Roll | Leaders;

const areOpen = (view: View): boolean => view.players.every((player) => player.leader !== null);

/** What is put on between two pictures: one thing after the other. */
export function scenesOf(before: Picture, after: Picture, catalogue: Catalogue): StageScene[] {
  const [was, is] = [before.view as View, after.view as View];
  const isNewRound = was.round !== is.round;
  const scenes: StageScene[] = [];
  if (is.roll.length > 0 && (isNewRound || was.roll.length === 0)) scenes.push({ kind: "roll", faces: is.roll });
  if (areOpen(is) && (isNewRound || !areOpen(was))) scenes.push({ kind: "leaders", cards: leadersOf(is, catalogue) });
  return scenes;
}

/** Those with the same Leader act clockwise from the starting player. */
function leadersOf(view: View, catalogue: Catalogue): Leaders["cards"] {
  const count = view.players.length;
  const numberOf = (seat: number): number => catalogue.leaders[view.players[seat]!.leader!.id]!.number;
  const seats = view.players.map((_, seat) => seat);
  const inOrder = [...seats].sort((a, b) => numberOf(a) - numberOf(b) || ((a - view.first + count) % count) - ((b - view.first + count) % count));
  return seats.map((seat) => {
    const player = view.players[seat]!;
    return { seat, id: player.leader!.id, order: inOrder.indexOf(seat), fourth: player.dice[3]?.face ?? null };
  });
}

// When things happen, in milliseconds.
const [FACE_DOWN, FLIP, APART, MOVE, READ, READ_EACH] = [500, 480, 350, 540, 900, 300];
export const [HOME, DICE_COPIED] = [540, 1_800];
/** When this card turns over. */
export const flipAt = (order: number): number => FACE_DOWN + APART * order;
/** When they change places. */
export const movesAt = (cards: number): number => flipAt(cards - 1) + FLIP + 300;
/** When the place in the order is told. */
export const toldAt = (cards: number): number => movesAt(cards) + MOVE;
/** When they fly to their players. */
export const homeAt = (cards: number): number => toldAt(cards) + READ + READ_EACH * cards;

/** For how long the finished picture stands where nothing moves, in milliseconds. */
const STILL = 2_000;
const ROLL_LASTS = 2_900;

export function sceneLength(scene: StageScene): number {
  if (settings.isCalm) return scene.kind === "roll" ? STILL * 0.6 : STILL;
  return scene.kind === "roll" ? ROLL_LASTS : homeAt(scene.cards.length) + HOME;
}

/** How long all scenes between two pictures last.  Without motion, or with everything shown at once, there are none. */
export function scenesLength(before: Picture, after: Picture, catalogue: Catalogue): number {
  if (settings.choices.motion === "off" || settings.choices.pace === "once") return 0;
  return scenesOf(before, after, catalogue).reduce((sum, scene) => sum + sceneLength(scene), 0);
}
