import type { Picture } from "../protocol";
import { type BoardHost, NO_POINTERS } from "./desk.svelte";

/** The host of a board that is only looked at: nothing can be decided. */
export const still = (picture: Picture, catalogue: unknown): BoardHost => ({
  shown: picture,
  catalogue,
  choices: [],
  asked: [],
  busy: false,
  isBehind: false,
  staged: null,
  pointers: NO_POINTERS,
  standing: null,
  mentioned: [],
  scrolls: false,
  play() {},
  skip() {},
});
