"""What is asked; everybody may read it."""

from skerry.core.answers import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank.state import BEGINNER, DEAL, GULL, POOL, TIDE, TURN, Blank


def question(state: Blank) -> Question:
    ask = state.ask_now()
    who = f"{{{seat_of(ask)}}}"
    return {
        BEGINNER: Question("Who goes first?", "setup.3", "beginner"),
        TIDE: Question("How high is the tide?", "tide.1", "tide"),
        DEAL: Question(f"Which card does {{{arg_of(ask)}}} draw?", "turn.3", "deal", ("deck",)),
        POOL: Question(f"{who}, choose a pool in secret", "pool.1", "pool"),
        GULL: Question("Where does the gull land?", "pool.3", "gull", ("gull",)),
        TURN: Question(f"{who}, gather, draw, play a card or rest", "turn.1", "turn"),
    }[step_of(ask)]
