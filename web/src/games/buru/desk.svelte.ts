import { type Desk, getAnyDesk } from "../../board/desk.svelte";
import type { Catalogue, PlayerView, StackView, View } from "./view";

export type BuruDesk = Desk<View, Catalogue>;

export const getDesk = (): BuruDesk => getAnyDesk<View, Catalogue>();

/** People by their seat's name, Lawan by theirs. */
export const lawanOf = (desk: BuruDesk, player: number): string => desk.view.players[player]?.lawan ?? desk.nameOf(player);

/** Whose mat is large: one's own; for those who watch, that of the first player. */
export const largeOf = (desk: BuruDesk): number => Math.max(0, desk.seat);

/** All players, the one who looks first, then clockwise. */
export function aroundFrom(desk: BuruDesk, first: number): number[] {
  const count = desk.view.players.length;
  return desk.view.players.map((_, place) => (first + place) % count);
}

/** The Explorer lifted from the mat before its region is chosen, by its id. */
export function lifted(desk: BuruDesk): string | null {
  const prefix = `explorer:${desk.seat}.`;
  return desk.picked?.startsWith(prefix) ? desk.picked.slice(prefix.length) : null;
}

/** What a stack comes to, as far as this seat may know: a total, or the least and the most that it can be. */
export const rangeOf = (stack: StackView): string => (stack.low === stack.high ? `= ${stack.low}` : `${stack.low}–${stack.high}`);

/** What a player would score now, as far as this seat may know. */
export const pointsOf = ({ points }: PlayerView): number => points.tributes + points.islanders + points.decrees + points.totems + points.elders;
