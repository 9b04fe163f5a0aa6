import type { Hint, Picture, Push, Welcome } from "../src/protocol";
import type { Update } from "../src/net/tableCache";

/** A picture of a table: Anna and Bo are persons, Runa is a bot, Anna is to decide. */
export function anUpdate(picture: Partial<Picture> = {}, rest: Partial<Update> = {}): Update {
  const whole: Picture = {
    game: "_blank",
    title: "Tidepool",
    seats: [
      { name: "Anna", bot: null, program: false },
      { name: "Bo", bot: null, program: false },
      { name: "Runa", bot: "search", program: false },
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
    rivals: [],
    groups: [],
    winners: [],
    result: "",
    undo: false,
    undo_reason: null,
    lines: [],
    recaps: [],
    commitment: "",
    seed: null,
    meant: null,
    warnings: [],
    ...picture,
  };
  return {
    picture: whole,
    steps: [],
    catalogue: null,
    seats: [0],
    thinking: null,
    waiting: null,
    waitingFor: null,
    asked: null,
    mayEnd: "",
    guide: null,
    hurried: false,
    resigned: [],
    clock: null,
    plan: null,
    together: false,
    standing: null,
    marks: [],
    ...rest,
  };
}

/** What never changes at this table. */
export function aWelcome(): Welcome {
  const { game, title, options, typed_in, commitment, warnings } = anUpdate().picture;
  return { type: "welcome", game, title, options, typed_in, commitment, warnings, catalogue: { cards: { rake: "Rake" } }, marks: [] };
}

/** The same table as a message, with everything in it that may be left out. */
export function aPush(picture: Partial<Picture> = {}, rest: Partial<Push> = {}): Push {
  const { seat, version, move, to_move, question, choices, view, winners, result, undo, undo_reason, seed, meant, ...others } = anUpdate(picture).picture;
  return {
    type: "push",
    now: { seat, version, move, to_move, question, choices, view, winners, result, undo, undo_reason, seed, meant },
    seats: [0],
    logs: [{ log: seat, kept: 0, lines: others.lines, recaps: others.recaps }],
    players: others.seats,
    points: { scores: others.scores, breakdown: others.breakdown, rivals: others.rivals, groups: others.groups },
    ...rest,
  };
}

/** A hint that prefers rest to work by a point and a half. */
export function aHint(rest: Partial<Hint> = {}): Hint {
  const equal = { mean: 0, half: 0 };
  const options: Hint["options"] = [
    { text: "rest", label: "Rest", behind: equal, behind_win: equal },
    { text: "work", label: "Work", behind: { mean: 1.5, half: 0.4 }, behind_win: equal },
  ];
  const parts = [
    { label: "Shells", points: 2.5 },
    { label: "All else", points: -1 },
  ];
  const stated = { against: "work", kind: "points", number: 1.5, low: 1, high: 2, parts };
  return {
    best: ["rest"],
    line: ["dream"],
    look: ["pool:a"],
    certainty: 3,
    nudge: "Look there.",
    move: "Rest.",
    why: "1½ points more.",
    options,
    pairs: 60,
    stated,
    thinking: false,
    ...rest,
  };
}
