import { type CardGroup, Places, UNSEEN } from "../../ui/cardGroups";
import type { Catalogue, View } from "./view";

/** All Buildings and Elders, with where they are as far as this view shows it. */
export function cards(catalogue: Catalogue, view: View | null, nameOf: (seat: number) => string): CardGroup[] {
  const places = view ? placesOf(catalogue, view, nameOf) : new Places("");
  const buildings = Object.entries(catalogue.cards).map(([id, { name, words, letter }]) => ({ letter, card: { piece: `card:${id}`, name, words, ...places.of(id) } }));
  const elders = Object.entries(catalogue.elders).map(([id, { name, words }]) => ({ piece: `elder:${id}`, name, words, ...places.of(id) }));
  return [
    ...["A", "B", "C"].map((letter) => ({ title: `${letter} Buildings`, isDrawn: true, cards: buildings.filter((card) => card.letter === letter).map(({ card }) => card) })),
    { title: "Elders", isDrawn: true, cards: elders },
  ];
}

function placesOf(catalogue: Catalogue, view: View, nameOf: (seat: number) => string): Places {
  const places = new Places(UNSEEN);
  view.players.forEach((player, seat) => {
    for (const { card } of player.harbor) places.put(card, `built by ${nameOf(seat)}`, false);
    for (const id of player.hand ?? []) places.put(id, "in your hand", true);
    for (const { id } of player.elders) places.put(id, `with ${nameOf(seat)}`, false);
  });
  for (const { card, gone, by } of Object.values(view.display).flat()) {
    places.put(card, "can be built", true);
    places.put(gone, by == null ? "gone" : `built by ${nameOf(by)}`, false);
  }
  for (const { top, below, gone, by } of view.elders) {
    places.put(top, "can be taken", true);
    places.put(below, top ? `below the ${catalogue.elders[top]!.name}` : "can be taken", true);
    places.put(gone, by == null ? "gone" : `with ${nameOf(by)}`, false);
  }
  return places;
}
