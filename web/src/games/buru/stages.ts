import { freshLines } from "../../board/story";
import type { Picture } from "../../protocol";
import { settings } from "../../ui/settings/settings.svelte";
import type { Catalogue, RegionView, View } from "./view";

/** Everyone shows the Explorer they kept. */
export interface Noon {
  kind: "noon";
  kept: { player: number; explorer: string }[];
}

/** A region where two or more have Explorers is revealed. */
export interface Reveal {
  kind: "reveal";
  region: RegionView;
  /** The order of the columns: as they sit, from the Emissary on; so the leftmost of those level comes first. */
  columns: number[];
  /** Whose place decides ties. */
  emissary: number;
  /** Who had the totem of the region before; undefined if it stays where it is. */
  totemFrom?: number | null;
}

export type StageScene = Noon | Reveal;

/** What is put on between two pictures: one thing after the other. */
export function scenesOf(before: Picture, after: Picture, catalogue: Catalogue): StageScene[] {
  const [was, is] = [before.view as View, after.view as View];
  if (was.round !== is.round) return [];
  const scenes: StageScene[] = [];
  const kept = is.players.flatMap(({ kept }, player) => (kept !== null && was.players[player]!.kept === null ? [{ player, explorer: kept }] : []));
  if (kept.length > 0) scenes.push({ kind: "noon", kept });
  is.regions.forEach((region, place) => {
    if (region.revealed && !was.regions[place]!.revealed && region.order.length > 1) scenes.push(revealOf(region, is, before, after, catalogue));
  });
  return scenes;
}

function revealOf(region: RegionView, view: View, before: Picture, after: Picture, catalogue: Catalogue): Reveal {
  const count = view.players.length;
  const columns = [...region.order].sort((a, b) => ((a - view.ties_from + count) % count) - ((b - view.ties_from + count) % count));
  const totem = `totem:${catalogue.regions[region.id]!.totem}`;
  const moved = freshLines(before, after)
    .flatMap((line) => line.moved ?? [])
    .find(({ what }) => what === totem);
  const from = moved ? view.players.findIndex((_, seat) => moved.start === `player:${seat}`) : -1;
  return { kind: "reveal", region, columns, emissary: view.ties_from, ...(moved ? { totemFrom: from < 0 ? null : from } : {}) };
}

/** When each Explorer turns over, in milliseconds: those of the lowest total first. */
export function flipTimes(region: RegionView): Map<number, number[]> {
  let at = 0;
  return new Map([...region.order].reverse().map((player) => [player, region.stacks[player]!.shown!.map(() => 350 + 420 * at++)]));
}

/** When all have turned over. */
export const flippedAt = (region: RegionView): number => 350 + 420 * region.order.reduce((sum, player) => sum + region.stacks[player]!.explorers, 0);

/** For how long the finished picture stands where nothing moves, in milliseconds. */
const STILL = 1_500;

/** How long a scene lasts, in milliseconds. */
export function sceneLength(scene: StageScene): number {
  if (settings.isCalm) return STILL;
  return scene.kind === "noon" ? 3_200 : flippedAt(scene.region) + 2_800;
}

/** How long all scenes between two pictures last.  Without motion, or with everything shown at once, there are none: the lanes show the outcome. */
export function scenesLength(before: Picture, after: Picture, catalogue: Catalogue): number {
  if (settings.choices.motion === "off" || settings.choices.pace === "once") return 0;
  return scenesOf(before, after, catalogue).reduce((sum, scene) => sum + sceneLength(scene), 0);
}

/** The light of the hour: at the Lake it is dusk already. */
export const lightOf = (phase: string, region: string | null): string => (phase === "afternoon" && region === "lake" ? "dusk" : phase);

const SUN: Record<string, number> = { setup: 0.12, dawn: 0.2, morning: 0.31, noon: 0.46, dusk: 0.95 };
/** The sun walks over the island in the order of the Afternoon. */
export function sunAt(phase: string, region: number): number {
  return Math.round(1052 * (SUN[phase] ?? 0.58 + 0.09 * Math.max(0, region)));
}
