import type { View } from "./view";

/** Five in a row: the A and B Buildings, then your hand; later all C Buildings. */
export const COLUMNS = 5;

export const hasLateBuildings = (view: View): boolean => (view.display.C ?? []).length > 0;

export function rowsOf(view: View): number {
  const places = Object.values(view.display).flat().length + (hasLateBuildings(view) ? 0 : COLUMNS);
  return Math.max(4, Math.ceil(places / COLUMNS));
}
