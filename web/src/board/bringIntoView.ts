import { settings } from "../ui/settings/settings.svelte";

let fingers = 0;
if (typeof window !== "undefined") {
  const count = (event: TouchEvent): void => void (fingers = event.touches.length);
  for (const kind of ["touchstart", "touchend", "touchcancel"] as const) window.addEventListener(kind, count, { passive: true });
}

/** The margin around what is scrolled into sight, in pixels. */
const MARGIN = 6;

/** Scrolls so that everything that can be chosen is in sight if it fits on the screen, else at least one piece; never while a finger is down. */
export function bringIntoView(root: HTMLElement): void {
  requestAnimationFrame(() => {
    if (fingers > 0) return;
    const dock = root.querySelector("[data-dock]");
    const pieces = [...root.querySelectorAll<HTMLElement>('[data-possible="yes"]')];
    // The dock is always in sight.
    const possible = (pieces.length > 0 ? pieces : [...root.querySelectorAll<HTMLElement>(".unplaced button")]).filter((piece) => !dock?.contains(piece));
    if (possible.length === 0) return;
    const [top, low] = sight(dock);
    const boxes = possible.map((piece) => piece.getBoundingClientRect());
    const from = Math.min(...boxes.map((box) => box.top));
    const to = Math.max(...boxes.map((box) => box.bottom));
    const behavior = settings.isCalm ? "auto" : "smooth";
    if (from >= top && to <= low) return;
    const pageScrolls = document.documentElement.scrollHeight > innerHeight;
    if (pageScrolls && to - from + 2 * MARGIN <= low - top) scrollBy({ top: from < top ? from - top - MARGIN : to - low + MARGIN, behavior });
    else if (!boxes.some((box) => box.top >= top && box.bottom <= low)) possible[0]!.scrollIntoView({ block: "center", behavior });
  });
}

/** The visible part of the page, from top to bottom, without the bars that stay on the screen. */
function sight(dock: Element | null): [number, number] {
  const question = document.querySelector(".question");
  const top = question && getComputedStyle(question).position === "sticky" ? question.getBoundingClientRect().height : 0;
  const bar = dock?.getBoundingClientRect();
  const tabs = document.querySelector(".docked > .dock")?.getBoundingClientRect();
  const low = tabs && tabs.left === 0 ? tabs.top : innerHeight;
  return [top, bar && bar.height > 0 && bar.bottom > low - MARGIN ? Math.min(bar.top, low) : low];
}
