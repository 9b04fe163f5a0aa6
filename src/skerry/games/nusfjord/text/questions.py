"""The questions and their possible answers in words."""

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.cards import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board, cards


def question(state: Nusfjord) -> Question:
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    you = f"{{{seat}}}, "
    if step == CARD_QUESTION:
        asked = cards.question(state)
        return Question(you + asked.words, asked.rule)
    if step == S.BEGINNER:
        return Question("Who is First Player of round 1?", "setup.10")
    if step == S.REVEAL:
        return Question(f"Which {board.LETTERS[arg & 3]} Building is laid open?", "setup.7")
    if step == S.DRAW_C:
        return Question(f"Which C Building does {{{arg}}} draw?", "home.5")
    if step == S.TURN_UP:
        return Question("Which Elder was face down?", "elder.2")
    if step == S.HUNGRY:
        return Question(f"{you}too few fish for your Elders: who gets none?", "fish.9")
    if step == S.FEED:
        left = arg >> 15
        return Question(f"{you}{left} fish left: whose Share of yours gets one?", "fish.9")
    if step == S.TURN:
        return Question(you + turn_words(state), "work.2")
    if step == S.AFTER:
        return Question(f"{you}use a Building before your turn ends?", "card.3")
    if step == S.FINAL_USE:
        return Question(f"{you}use a Building before the points are counted?", "end.2")
    if step == S.USE_NOW:
        return Question(f"{you}let {state.kit.elder_names[arg]} act at once?", "elder.5")
    if step == S.MAY:
        return Question(f"{you}do you want to {board.action_name(state, arg & 15)} now?", "elders.18")
    words, rule = ASKED[step]
    return Question(you + words, rule)


ASKED = {
    S.COPY: ("which blocked space do you copy?", "copy.3"),
    S.SERVE: ("how many plates do you serve?", "serve.1"),
    S.BUILDING: ("which Building do you build?", "building.1"),
    S.LOT: ("where do you place it?", "building.3"),
    S.DEFOREST: ("from which double space do you remove a Forest?", "deforest.3"),
    S.REFOREST: ("on which double space do you put the Forests?", "reforest.1"),
    S.SHIP: ("which Ship do you build?", "ship.1"),
    S.TAKE: ("which Elder do you take?", "elder.1"),
    S.ELDER_DO: ("which of his actions?", "elder.6"),
    S.UPGRADE: ("which Ship do you exchange for a larger one?", "elders.2"),
    S.GROW: ("on which double space do you put a Forest?", "elders.13"),
    S.WHICH_ELDER: ("which Elder acts?", "elder.6"),
}


def turn_words(state: Nusfjord) -> str:
    number = (state.turn - 1) // state.seats + 1 if state.turn else 1
    colour = f"{board.COLOURS[state.colour()]} " if state.colours > 1 else ""
    return f"turn {number} of {state.kit.workers}: where do you place a {colour}Worker?"
