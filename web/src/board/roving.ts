/** One stop for the Tab key in each part of the board; the arrows go from piece to piece within it. */
export function roving(box: HTMLElement): () => void {
  const pieces = (): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[data-stop]")];

  function settle(): void {
    const all = pieces();
    const stop = all.find((piece) => piece === document.activeElement) ?? all.find((piece) => piece.dataset.possible === "yes") ?? all[0];
    for (const piece of all) {
      const index = piece === stop ? 0 : -1;
      if (piece.tabIndex !== index || !piece.hasAttribute("tabindex")) piece.tabIndex = index;
    }
  }

  function onkeydown(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    const from = event.target as HTMLElement;
    if (!way || event.ctrlKey || event.altKey || event.metaKey || !from.matches("[data-stop]")) return;
    const next = nearest(from, pieces(), way);
    if (next) next.focus();
    event.preventDefault();
  }

  const onfocusin = (): void => settle();
  const observer = new MutationObserver(settle);
  observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-possible"] });
  box.addEventListener("keydown", onkeydown);
  box.addEventListener("focusin", onfocusin);
  settle();
  return () => {
    observer.disconnect();
    box.removeEventListener("keydown", onkeydown);
    box.removeEventListener("focusin", onfocusin);
  };
}

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest piece in that direction; a piece off the straight line counts as farther away. */
function nearest(from: HTMLElement, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const here = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const piece of all) {
    if (piece === from) continue;
    const there = middle(piece);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along > 3 && along + 3 * across < least) {
      least = along + 3 * across;
      best = piece;
    }
  }
  return best;
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
