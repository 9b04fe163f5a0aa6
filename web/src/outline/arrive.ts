import type { TransitionConfig } from "svelte/transition";
import { settings } from "../ui/settings/settings.svelte";

/** Animates a new element.  Svelte does not call this for elements that come with the whole page.
    By the Web Animations API: a Svelte transition would write out all frames each time. */
function show(element: Element, frames: Keyframe[], duration: number): TransitionConfig {
  if (!settings.isCalm) element.animate(frames, duration);
  return { duration: 0 };
}

/** A value that has changed glows for a moment. */
export const glow = (element: Element): TransitionConfig =>
  show(element, [{ background: "color-mix(in srgb, var(--sun) 72%, transparent)" }, { background: "transparent" }], 1_400);
