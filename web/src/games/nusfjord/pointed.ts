import type { View } from "./view";

/** The piece on the table that a line of the log speaks of; of several names the longest counts. */
export function pieceIn(words: string, view: View): string | null {
  let best = "";
  let piece: string | null = null;
  for (const [id, name] of namesOn(view))
    if (name.length > best.length && speaksOf(words, name)) {
      best = name;
      piece = id;
    }
  return piece;
}

function* namesOn(view: View): Generator<[string, string]> {
  for (const space of view.spaces) yield [`space:${space.id}`, space.name];
  for (const ship of view.ships) yield [`ship:${ship.id}`, ship.name];
  for (const stack of view.elders) if (stack.top) yield [`elder:${stack.top.id}`, stack.top.name];
  for (const card of [...view.display_a, ...view.display_b, ...view.display_c]) yield [`card:${card.id}`, card.name];
  for (const player of view.players) {
    for (const elder of player.elders) yield [`elder:${elder.id}`, elder.name];
    for (const { card } of player.harbor) if (card) yield [`card:${card.id}`, card.name];
    for (const card of player.hand ?? []) yield [`card:${card.id}`, card.name];
  }
}

/** Whole words only: a Hostel is no Host. */
function speaksOf(words: string, name: string): boolean {
  const at = words.toLowerCase().indexOf(name.toLowerCase());
  const isLetter = (letter: string | undefined): boolean => /\p{L}/u.test(letter ?? "");
  return at >= 0 && !isLetter(words[at - 1]) && !isLetter(words[at + name.length]);
}
