export { default as Boards } from "./Ending.svelte";
export { default as Scene } from "./Evening.svelte";
