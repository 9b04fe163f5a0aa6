import { type Desk, getAnyDesk } from "../../board/desk.svelte";
import type { Catalogue, View } from "./view";

export const getDesk = (): Desk<View, Catalogue> => getAnyDesk<View, Catalogue>();

/** The harbor of another player that is shown large. */
class Visit {
  seat: number | null = $state(null);
}
export const visit = new Visit();
