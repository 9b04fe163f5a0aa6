import { settings } from "../ui/settings.svelte";

let fingers = 0;
if (typeof window !== "undefined") {
  const count = (event: TouchEvent): void => void (fingers = event.touches.length);
  for (const kind of ["touchstart", "touchend", "touchcancel"] as const) window.addEventListener(kind, count, { passive: true });
}

/** A little air around what is brought into sight, in pixels. */
const AIR = 6;

/** Scrolls so that all that can be chosen is in sight, if a screen holds it, else at least something; never under a finger. */
export function bringIntoView(root: HTMLElement): void {
  requestAnimationFrame(() => {
    if (fingers > 0) return;
    const dock = root.querySelector("[data-dock]");
    const pieces = [...root.querySelectorAll<HTMLElement>('[data-possible="yes"]')];
    // What lies in the dock is in sight wherever one is.
    const possible = (pieces.length > 0 ? pieces : [...root.querySelectorAll<HTMLElement>(".loose button")]).filter((piece) => !dock?.contains(piece));
    if (possible.length === 0) return;
    const [top, low] = sight(dock);
    const boxes = possible.map((piece) => piece.getBoundingClientRect());
    const from = Math.min(...boxes.map((box) => box.top));
    const to = Math.max(...boxes.map((box) => box.bottom));
    const behavior = settings.isCalm ? "auto" : "smooth";
    if (from >= top && to <= low) return;
    const pageScrolls = document.documentElement.scrollHeight > innerHeight;
    if (pageScrolls && to - from + 2 * AIR <= low - top) scrollBy({ top: from < top ? from - top - AIR : to - low + AIR, behavior });
    else if (!boxes.some((box) => box.top >= top && box.bottom <= low)) possible[0]!.scrollIntoView({ block: "center", behavior });
  });
}

/** From where to where things can be seen: bars that stay on top or at the bottom take room. */
function sight(dock: Element | null): [number, number] {
  const question = document.querySelector(".question");
  const top = question && getComputedStyle(question).position === "sticky" ? question.getBoundingClientRect().height : 0;
  const bar = dock?.getBoundingClientRect();
  return [top, bar && bar.height > 0 && bar.bottom > innerHeight - AIR ? bar.top : innerHeight];
}
