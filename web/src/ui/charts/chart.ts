/** Where the plot begins: room for the numbers of the scale. */
export const LEFT = 34;

/** Round numbers for the scale of a chart: at most seven steps, which hold all values. */
export function scaleOf(values: number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => (high - low) / size <= 6) ?? 1000;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.max(2, Math.ceil(high / step) - first + 1) }, (_, n) => (first + n) * step);
}

/** A name beside the end of its line. */
export const shortName = (name: string): string => [...name].slice(0, 9).join("");

interface Label {
  seat: number;
  y: number;
}

/** Labels from top to bottom, moved so that none covers another and none lies below `lowest`. */
export function spread(labels: Label[], gap: number, lowest: number): Label[] {
  const found = labels.map((label) => ({ ...label })).sort((a, b) => a.y - b.y);
  found.forEach((label, place) => place > 0 && (label.y = Math.max(label.y, found[place - 1]!.y + gap)));
  const over = (found.at(-1)?.y ?? 0) - lowest;
  return over > 0 ? found.map((label) => ({ ...label, y: label.y - over })) : found;
}
