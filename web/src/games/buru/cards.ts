import { type CardGroup, Places, UNSEEN } from "../../ui/cardGroups";
import type { Catalogue, View } from "./view";

type NameOf = (seat: number) => string;

/** All Islanders, Decrees and Elders, with where they are as far as this view shows it. */
export function cards(catalogue: Catalogue, view: View | null, nameOf: NameOf): CardGroup[] {
  const places = view ? placesOf(catalogue, view, nameOf) : new Places("");
  const all = (kind: string, faces: Record<string, { name: string; words: string }>): CardGroup["cards"] =>
    Object.entries(faces).map(([id, { name, words }]) => ({ piece: `${kind}:${id}`, name, words, ...places.of(`${kind}:${id}`) }));
  return [
    { title: "Islanders", isDrawn: true, cards: all("islander", catalogue.islanders) },
    { title: "Elders", isDrawn: false, cards: all("elder", catalogue.elders) },
    { title: "Decrees", isDrawn: false, cards: all("decree", catalogue.decrees) },
  ];
}

function placesOf(catalogue: Catalogue, view: View, nameOf: NameOf): Places {
  const places = new Places(UNSEEN);
  for (const id of view.row) places.put(`islander:${id}`, "in the row", true);
  view.players.forEach((player, number) => {
    const owner = player.lawan ?? nameOf(number);
    for (const { id } of player.islanders) places.put(`islander:${id}`, `with ${owner}`, false);
    for (const { id } of player.elders ?? []) places.put(`elder:${id}`, `with ${owner}`, false);
    for (const id of player.elders_discarded ?? []) places.put(`elder:${id}`, "discarded by you", true);
    for (const id of player.decrees) places.put(`decree:${id}`, `with ${owner}`, false);
  });
  for (const { id, decrees } of view.regions) for (const decree of decrees) places.put(`decree:${decree}`, `in the ${catalogue.regions[id]!.name}`, true);
  for (const { decrees } of view.spirits) for (const decree of decrees) places.put(`decree:${decree}`, "at the altars", true);
  const unseen = new Set(view.decrees_unseen);
  for (const id of Object.keys(catalogue.decrees)) places.put(`decree:${id}`, unseen.has(id) ? "may still come" : "not in this game", unseen.has(id));
  return places;
}
