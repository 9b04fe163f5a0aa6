import type { Item, Section } from "../protocol";

/** A value that does not fit beside its label. */
const LONG = 22;
export const isLong = (item: Item): boolean => item.value.length + (item.note?.length ?? 0) > LONG;

/** About how many lines a section takes. */
export function height(section: Section): number {
  const lines = (item: Item) => (isLong(item) ? 1 + Math.ceil((item.value.length + (item.note?.length ?? 0)) / 34) : 1);
  return 2 + (section.items ?? []).reduce((sum, item) => sum + lines(item), 0);
}

export const keyOf = (section: Section): string => (section.seat == null ? section.title.replace(/\d+/g, "#") : `seat ${section.seat}`);

/** Deals sections into columns of about the same height, in their order; those that were placed before stay there. */
export class Columns {
  private places = new Map<string, number>();
  private count = 0;

  deal(sections: Section[], count: number): Section[][] {
    const columns: Section[][] = Array.from({ length: count }, () => []);
    const isKnown = count === this.count && sections.every((section) => this.places.has(keyOf(section)));
    if (!isKnown) this.place(sections, count);
    for (const section of sections) columns[this.places.get(keyOf(section))!]!.push(section);
    return columns;
  }

  private place(sections: Section[], count: number): void {
    this.count = count;
    this.places.clear();
    const heights = Array.from({ length: count }, () => 0);
    for (const section of sections) {
      const column = heights.indexOf(Math.min(...heights));
      this.places.set(keyOf(section), column);
      heights[column]! += height(section);
    }
  }
}
