/** Components that are our own work, since the printed ones are not public. */
export interface Made {
  kind: string;
  count: number;
  /** Of those that have one. */
  names: string[];
}

interface Thing {
  name?: string;
  source?: string;
}

const isThing = (thing: unknown): thing is Thing => typeof thing === "object" && thing !== null;

/** By kind, as the catalogue has them. */
export function reconstructed(catalogue: unknown): Made[] {
  return Object.entries((catalogue ?? {}) as Record<string, unknown>).flatMap(([kind, things]) => {
    const made = Object.values(things ?? {}).filter((thing): thing is Thing => isThing(thing) && thing.source === "reconstructed");
    const names = new Set(made.flatMap(({ name }) => name ?? []));
    return made.length > 0 ? [{ kind, count: made.length, names: [...names].sort() }] : [];
  });
}
