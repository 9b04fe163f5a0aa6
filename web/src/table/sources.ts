/** Reconstructed components of one kind: the printed values are not public. */
export interface Made {
  kind: string;
  count: number;
  /** The names of those that have one. */
  names: string[];
}

interface SourcedThing {
  name?: string;
  source?: string;
}

const isThing = (thing: unknown): thing is SourcedThing => typeof thing === "object" && thing !== null;

/** The reconstructed components by kind, in the order of the catalogue. */
export function reconstructed(catalogue: unknown): Made[] {
  return Object.entries((catalogue ?? {}) as Record<string, unknown>).flatMap(([kind, things]) => {
    const made = Object.values(things ?? {}).filter((thing): thing is SourcedThing => isThing(thing) && thing.source === "reconstructed");
    const names = new Set(made.flatMap(({ name }) => name ?? []));
    return made.length > 0 ? [{ kind, count: made.length, names: [...names].sort() }] : [];
  });
}
