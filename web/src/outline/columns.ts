import type { Item, Section, Thing } from "../protocol";

/** Longer values do not fit beside their label. */
const LONG_VALUE = 22;
const itemLength = (item: Item): number => (item.value?.length ?? 0) + (item.note?.length ?? 0) + lettersOf(item.things ?? []);
export const isLong = (item: Item): boolean => itemLength(item) > LONG_VALUE;

/** Estimated height of a section in lines. */
export function height(section: Section): number {
  const lines = (item: Item) => (isLong(item) ? 1 + Math.ceil(itemLength(item) / 34) : 1);
  return 2 + (section.items ?? []).reduce((sum, item) => sum + lines(item), 0);
}

export const keyOf = (section: Section): string => (section.seat == null ? section.key || section.title : `seat ${section.seat}`);

/** Distributes sections, in order, over columns of about the same height; those placed before stay where they are. */
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

const lettersOf = (things: Thing[]): number => things.reduce((sum, thing) => sum + thing.name.length + (thing.traits ?? []).join("").length, 0);
