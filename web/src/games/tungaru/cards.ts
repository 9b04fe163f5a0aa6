import { type CardGroup, Places } from "../../ui/cardGroups";
import type { Catalogue, View } from "./view";

/** All Nomads with where they are as far as this view shows it, and the Leaders. */
export function cards(catalogue: Catalogue, view: View | null, nameOf: (seat: number) => string): CardGroup[] {
  const places = view ? placesOf(catalogue, view, nameOf) : new Places("");
  const nomads = Object.entries(catalogue.nomads).map(([id, { name, benefit, scores }]) => ({
    piece: `nomad:${id}`,
    name,
    words: `${benefit.words} ${scores.words}`,
    ...places.of(id),
  }));
  const leaders = Object.entries(catalogue.leaders).map(([id, { name, ability_words, benefit_words }]) => ({
    piece: `leader:${id}`,
    name,
    words: `${ability_words} ${benefit_words}`,
    place: "",
    isLeft: true,
  }));
  return [
    { title: "Nomads", isDrawn: true, cards: nomads },
    { title: "Leaders", isDrawn: true, cards: leaders },
  ];
}

function placesOf(catalogue: Catalogue, view: View, nameOf: (seat: number) => string): Places {
  const places = new Places("face down");
  for (const { id, nomad } of view.islands) places.put(nomad, `on ${catalogue.islands[id]!.name}`, true);
  for (const [space, nomad] of Object.entries(view.migration)) places.put(nomad, `on the ${catalogue.migration[space]!.name} space`, true);
  view.players.forEach((player, seat) => {
    for (const { nomad } of player.nomads) places.put(nomad, `works for ${nameOf(seat)}`, false);
    for (const nomad of player.travellers) places.put(nomad, `Traveller of ${nameOf(seat)}`, false);
  });
  for (const nomad of view.pile) places.put(nomad, "may still come", true);
  return places;
}
