import type { Picture, Update } from "../src/protocol";

/** A picture of a table: Anna and Bo are persons, Runa is a bot, Anna is to decide. */
export function anUpdate(picture: Partial<Picture> = {}, rest: Partial<Update> = {}): Update {
  const whole: Picture = {
    game: "_blank",
    title: "Tidepool",
    seats: [
      { name: "Anna", bot: null },
      { name: "Bo", bot: null },
      { name: "Runa", bot: "search" },
    ],
    seat: 0,
    options: {},
    typed_in: false,
    version: 4,
    move: 4,
    to_move: 0,
    question: { words: "Anna, choose", rule: "turn.1" },
    choices: [{ text: "rest", label: "Rest" }],
    view: {},
    outline: [],
    scores: [3, 7, 7],
    breakdown: [],
    winners: [],
    result: "",
    undo: false,
    undo_reason: null,
    lines: [],
    commitment: "",
    seed: null,
    warnings: [],
    ...picture,
  };
  return { type: "update", picture: whole, catalogue: null, seats: [0], thinking: null, waiting: null, standing: null, ...rest };
}
