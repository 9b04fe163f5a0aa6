/** At a table for friends everybody chooses a colour and a shape; elsewhere a seat has those of its number. */
class Marks {
  chosen: number[] = $state.raw([]);

  of(seat: number): number {
    return this.chosen[seat] ?? seat;
  }

  /** Styles for two boxes, one in the other: the first keeps the colours as they are, the second hands them out anew. */
  get styles(): [string, string] {
    const all = [...Array(8).keys()];
    return [all.map((n) => `--mark-${n}: var(--seat-${n})`).join("; "), all.map((n) => `--seat-${n}: var(--mark-${this.of(n)})`).join("; ")];
  }
}

export const marks = new Marks();
