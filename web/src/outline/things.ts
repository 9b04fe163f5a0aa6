import type { Item, Section } from "../protocol";

/** A section in a few words: only the names of its things. */
export function digest(section: Section): string {
  const short = (item: Item): string => (item.things ?? []).map((thing) => thing.name).join(", ") || item.value || "–";
  return (section.items ?? []).map((item) => `${item.label} ${short(item)}`).join(" · ");
}
