"""Words: questions, actions, log lines, the outline, the score sheet."""

from skerry.games.buru.text.events import event
from skerry.games.buru.text.outline import outline
from skerry.games.buru.text.questions import label, label_unseen, question
from skerry.games.buru.text.score import breakdown, choice_of_elders, kept, taking, tie_break, with_lawan

__all__ = [
    "breakdown",
    "choice_of_elders",
    "event",
    "kept",
    "label",
    "label_unseen",
    "outline",
    "question",
    "taking",
    "tie_break",
    "with_lawan",
]
