/** Where a tip goes: beside its piece, and never over what can be chosen, if there is any such place. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 8;
const EDGE_GAP = 4;
/** How far apart the places are that are looked at. */
const STEP = 16;

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How far one box is from the other; 0 if they touch. */
function distance(a: Box, b: Box): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}

/** The numbers from the first to the last, with both of them. */
function range(first: number, last: number): number[] {
  const count = Math.max(0, Math.floor((last - first) / STEP));
  return [...Array.from({ length: count + 1 }, (_, n) => first + n * STEP), last];
}

/** The upper left corner of the tip, for the box of its piece and of everything that should stay free. */
export function tipPlace(anchor: Box, size: { width: number; height: number }, kept: Box[], view: { width: number; height: number }): { x: number; y: number } {
  const lastX = Math.max(EDGE_GAP, view.width - size.width - EDGE_GAP);
  const lastY = Math.max(EDGE_GAP, view.height - size.height - EDGE_GAP);
  const inside = (n: number, last: number): number => Math.max(EDGE_GAP, Math.min(n, last));
  const middle = inside((anchor.top + anchor.bottom - size.height) / 2, lastY);
  const near = [
    { x: anchor.right + GAP, y: middle },
    { x: anchor.left - GAP - size.width, y: middle },
    { x: inside((anchor.left + anchor.right - size.width) / 2, lastX), y: anchor.bottom + GAP },
    { x: inside((anchor.left + anchor.right - size.width) / 2, lastX), y: anchor.top - GAP - size.height },
  ].filter(({ x, y }) => x >= EDGE_GAP && x <= lastX && y >= EDGE_GAP && y <= lastY);
  const all = [...near, ...range(EDGE_GAP, lastX).flatMap((x) => range(EDGE_GAP, lastY).map((y) => ({ x, y })))];
  let best = { x: inside(anchor.right + GAP, lastX), y: middle, cost: Number.POSITIVE_INFINITY };
  for (const { x, y } of all) {
    const tip = { left: x, top: y, right: x + size.width, bottom: y + size.height };
    const far = Math.max(GAP, distance(tip, anchor));
    if (far >= best.cost) continue;
    const covered = kept.reduce((sum, box) => sum + overlap(tip, box), overlap(tip, anchor) * 4);
    const cost = covered > 0 ? 1e5 + covered : far;
    if (cost < best.cost) best = { x, y, cost };
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}
