import type { TransitionConfig } from "svelte/transition";
import { settings } from "../ui/settings.svelte";

/** How a new thing shows itself.  What comes together with all around it, when the page is opened, does not.
    The browser makes the steps between: as a transition of Svelte's each would be written out anew. */
function show(element: Element, frames: Keyframe[], duration: number): TransitionConfig {
  if (!settings.isCalm) element.animate(frames, duration);
  return { duration: 0 };
}

/** A value that has changed glows for a moment. */
export const glow = (element: Element): TransitionConfig =>
  show(element, [{ background: "color-mix(in srgb, var(--sun) 72%, transparent)" }, { background: "transparent" }], 1_400);

/** Out of sight as long as it is on its way. */
export const land = (element: Element): TransitionConfig => show(element, [{ visibility: "hidden" }, { visibility: "hidden" }], 450);
