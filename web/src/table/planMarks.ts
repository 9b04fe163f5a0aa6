/** Where the decisions of a plan stand on the board: the first piece of each that is drawn, with its number. */
export function planMarks(steps: readonly { at?: readonly string[] }[]): { pieces: string[]; label: string }[] {
  const marks = new Map<string, { pieces: string[]; label: string }>();
  steps.forEach(({ at = [] }, place) => {
    if (at.length === 0) return;
    const known = marks.get(at[0]!);
    if (known) known.label += `, ${place + 1}`;
    else marks.set(at[0]!, { pieces: [...at], label: `${place + 1}` });
  });
  return [...marks.values()];
}
