import type { View } from "./view";

/** Five in a row: the A and B Buildings, then your hand; later all C Buildings. */
export const COLUMNS = 5;

export const hasLateBuildings = (view: View): boolean => (view.display.C ?? []).length > 0;

/** How many places there are, whether a Building lies there or not. */
const placesIn = (view: View): number => Object.values(view.display).flat().length + (hasLateBuildings(view) ? 0 : COLUMNS);

export const rowsOf = (view: View): number => Math.max(4, Math.ceil(placesIn(view) / COLUMNS));

/** A tablet has four in a row. */
export const rowsOnTablet = (view: View): number => Math.ceil(placesIn(view) / 4);
