import type { TransitionConfig } from "svelte/transition";
import { settings } from "./settings.svelte";

/** How a new thing shows itself.  What comes together with all around it, when the page is opened, does not. */
const lasting = (duration: number, css: (rest: number) => string): TransitionConfig => ({
  duration: settings.isCalm ? 0 : duration,
  css: (_, rest) => css(rest),
});

/** A value that has changed glows for a moment. */
export const glow = (_: Element): TransitionConfig =>
  lasting(1_400, (rest) => `background: color-mix(in srgb, var(--sun) ${Math.round(rest * 72)}%, transparent)`);

/** Out of sight as long as it is on its way. */
export const land = (_: Element): TransitionConfig => lasting(450, (rest) => (rest > 0 ? "visibility: hidden" : ""));
