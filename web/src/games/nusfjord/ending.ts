import type { Catalogue } from "./view";

export { default as Boards } from "./Ending.svelte";
export { default as Scene } from "./Evening.svelte";
export { default as Row } from "./VillageRow.svelte";

/** Which deck the Buildings came from. */
export const setupOf = (catalogue: Catalogue): string => (catalogue.deck === "mixed" ? "Mixed decks" : `${catalogue.deck_name} deck`);
