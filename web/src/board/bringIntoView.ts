import { settings } from "../shell/settings.svelte";

let fingers = 0;
if (typeof window !== "undefined") {
  const count = (event: TouchEvent): void => void (fingers = event.touches.length);
  for (const kind of ["touchstart", "touchend", "touchcancel"] as const) window.addEventListener(kind, count, { passive: true });
}

/** Scrolls so that something that can be chosen is in sight; not if something is already, and never under a finger. */
export function bringIntoView(root: HTMLElement): void {
  requestAnimationFrame(() => {
    if (fingers > 0) return;
    const pieces = [...root.querySelectorAll<HTMLElement>('[data-possible="yes"]')];
    const possible = pieces.length > 0 ? pieces : [...root.querySelectorAll<HTMLElement>(".loose button")];
    const question = document.querySelector(".question")?.getBoundingClientRect();
    // Only a bar that stays on top takes room from what is scrolled.
    const top = question && question.top <= 1 ? question.bottom : 0;
    // So does a dock at the bottom.
    const low = root.querySelector("[data-dock]")?.getBoundingClientRect().top || innerHeight;
    const inSight = possible.some((piece) => {
      const { top: from, bottom } = piece.getBoundingClientRect();
      return from >= top && bottom <= Math.min(low, innerHeight);
    });
    if (!inSight) possible[0]?.scrollIntoView({ block: "center", behavior: settings.isCalm ? "auto" : "smooth" });
  });
}
