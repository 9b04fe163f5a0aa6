"""The questions; everybody may read them."""

from skerry.core.answers import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board, cards
from skerry.games.nusfjord.text.decisions import card_piece, elder_piece


def question(state: Nusfjord) -> Question:
    ask = state.ask_now()
    step, seat, arg = int(step_of(ask)), int(seat_of(ask)), int(arg_of(ask))
    you = f"{{{seat}}}, "
    if step == CARD_QUESTION:
        asked = cards.card_question(state)
        return Question(you + asked.words, asked.rule, asked.kind, asked.at)
    if step == S.REVEAL:
        letter = board.CARD_LETTERS[arg & 3]
        return Question(f"Which {letter} Building is revealed?", "setup.7", "reveal", (f"pile:{letter}",))
    if step == S.DRAW_C:
        return Question(f"Which C Building does {{{arg}}} draw?", "home.5", "draw", ("pile:C", f"player:{arg}"))
    if step == S.TURN_UP:
        return Question("Which Elder was face down?", "elder.2", "turn_up", (f"stack:{arg}",))
    if step == S.FEED:
        left = "1 fish is" if arg >> 15 == 1 else f"{arg >> 15} fish are"
        words = f"{you}only {left} left. Which player's Share of your company gets one?"
        return Question(words, "fish.9", "feed", (f"share:{seat}",))
    if step == S.TURN:
        return Question(you + turn_words(state), "work.2", "turn", (f"player:{seat}",))
    if step == S.LOT:
        card = state.deck.ids[arg]
        words = f"{you}where do you put {state.kit.card_names[card]}?"
        return Question(words, "building.3", "lot", (card_piece(state, card),))
    if step == S.USE_NOW:
        words = f"{you}let the {board.elder_name(state, arg)} act at once?"
        return Question(words, "elder.5", "use_now", (elder_piece(arg),))
    if step == S.MAY:
        return Question(f"{you}do you want to {board.action_name(state, arg & 15)} now?", "elders.18", "may")
    words, rule, kind = ASKED[step]
    return Question(words if step == S.BEGINNER else you + words, rule, kind)


ASKED = {
    S.BEGINNER: ("Who is First Player in round 1?", "setup.10", "beginner"),
    S.HUNGRY: ("your haul is too small to feed every Elder. Who gets no fish?", "fish.9", "hungry"),
    S.AFTER: ("use a Building before your turn ends?", "card.3", "after"),
    S.FINAL_USE: ("use a Building before the final scoring?", "end.2", "final_use"),
    S.COPY: ("which blocked space do you copy?", "copy.3", "copy"),
    S.SERVE: ("how many plates do you serve?", "serve.1", "serve"),
    S.BUILDING: ("which Building do you build?", "building.1", "building"),
    S.DEFOREST: ("from which double space do you remove a Forest?", "deforest.3", "deforest"),
    S.REFOREST: ("on which double space do you plant the Forests?", "reforest.1", "reforest"),
    S.SHIP: ("which Ship do you build?", "ship.1", "ship"),
    S.TAKE: ("which Elder do you take?", "elder.1", "take"),
    S.ELDER_DO: ("which of the two actions do you take?", "elder.6", "elder_do"),
    S.UPGRADE: ("which Ship do you exchange for a larger one?", "elders.2", "upgrade"),
    S.GROW: ("on which double space do you plant a Forest?", "elders.13", "grow"),
    S.WHICH_ELDER: ("which Elder acts?", "elder.6", "which_elder"),
}


def turn_words(state: Nusfjord) -> str:
    number = (state.turn - 1) // state.seats + 1 if state.turn else 1
    colour = f"{board.WORKER_COLOURS[state.colour()]} " if state.colours > 1 else ""
    return f"turn {number} of {state.kit.workers}: where do you place a {colour}Worker?"
