/** Colour and shape of each seat: as chosen at a table for friends, or kept from the game before; else those of its number. */
class Marks {
  chosen: number[] = $state.raw([]);

  of(seat: number): number {
    return this.chosen[seat] ?? seat;
  }

  /** Styles for two nested boxes: the outer one saves the colours, the inner one assigns them to the seats. */
  get styles(): [string, string] {
    if (this.chosen.every((mark, seat) => mark === seat)) return ["", ""];
    const all = [...Array(8).keys()];
    return [all.map((n) => `--mark-${n}: var(--seat-${n})`).join("; "), all.map((n) => `--seat-${n}: var(--mark-${this.of(n)})`).join("; ")];
  }
}

export const marks = new Marks();
