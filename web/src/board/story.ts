import { pieceKind } from "./flights";
import { CHANCE, type Line, type Picture } from "../protocol";

/** What has happened from one picture to a later one of the same seat; empty if it is not later. */
export function freshLines(before: Picture | null, after: Picture): Line[] {
  if (!before || before.seat !== after.seat || before.move >= after.move) return [];
  return after.lines.filter((line) => line.move >= before.move);
}

/** What has happened since this seat last decided something; empty for spectators. */
export function sinceMine(lines: Line[], seat: number): Line[] {
  if (seat < 0) return [];
  const last = lines.findLast((line) => line.seat === seat && !line.forced);
  return last ? lines.filter((line) => line.move > last.move) : lines;
}

/** The pieces that others, or chance, have changed since this seat last decided.  The set-up does not count as a change. */
export function changedSince(lines: Line[], seat: number): Set<string> {
  const changed = new Set<string>();
  const begun = lines.findIndex((line) => line.seat !== CHANCE);
  for (const line of sinceMine(begun < 0 ? [] : lines.slice(begun), seat)) {
    if (line.seat === seat) continue;
    const named = [...(line.about ?? []), ...(line.moved ?? []).flatMap(({ what, end }) => [what, end])];
    // Whose it is says little: every line is about some player.
    for (const piece of named) if (piece && pieceKind(piece) !== "player") changed.add(piece);
  }
  return changed;
}
