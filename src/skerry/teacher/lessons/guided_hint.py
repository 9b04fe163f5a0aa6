"""While a guide suggests a move, a hint says the same: two teachers with two opinions teach nothing."""

import re

from skerry.bots.observer import Observer
from skerry.core.words import capital, sentence
from skerry.teacher.hints.model import Hint
from skerry.teacher.hints.phrases import PROBABLY, Phrases
from skerry.teacher.lessons.guide import Bit, Guided

NUDGE = "The guide has an idea for this. What would it bring you?"


def guided_hint(observer: Observer, guided: Guided) -> Hint | None:
    """The guide's suggestion as a hint; None if it has none for this question."""
    steps = [step for step in guided.steps if not step.done]
    legal = {observer.game.actions.text(action): action for action in observer.legal}
    if not steps or steps[0].text not in legal:
        return None
    return Hint(
        best=(steps[0].text,),
        line=(),
        look=(),
        certainty=PROBABLY,
        nudge=NUDGE,
        move=sentence(capital(Phrases(observer).option(legal[steps[0].text]))),
        why=bits_text(guided.because),
        options=(),
        pairs=0,
    )


def bits_text(bits: tuple[Bit, ...]) -> str:
    """Without the numbers, which stand on a drawn board only."""
    return re.sub(r" (?=[.,:;?!)])", "", " ".join("".join(bit.text for bit in bits).split()))
