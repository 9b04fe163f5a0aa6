// Single pieces of Buru, drawn outside its board.
import "./look.css";

export { default as Glance } from "./Glance.svelte";
export { glimpsed, pictured } from "./pictured";
export { default as Sample } from "./Sample.svelte";
export { ICONS } from "./signs";
export { default as Symbols } from "./Symbols.svelte";
export { cards } from "./cards";
