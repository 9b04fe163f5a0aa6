"""What is asked; everybody may read it."""

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank.state import BEGINNER, DEAL, GULL, POOL, TIDE, Blank


def question(state: Blank) -> Question:
    ask = state.ask_now()
    step, seat = step_of(ask), seat_of(ask)
    if step == BEGINNER:
        return Question("Who begins?", "setup.3")
    if step == TIDE:
        return Question("How high is the tide?", "tide.1")
    if step == DEAL:
        return Question(f"Which card does {{{arg_of(ask)}}} draw?", "turn.3")
    if step == POOL:
        return Question(f"{{{seat}}}, choose a pool in secret", "pool.1")
    if step == GULL:
        return Question("Where does the gull land?", "pool.3")
    return Question(f"{{{seat}}}, gather, draw, play a card or rest", "turn.1")
