"""The answers to the open question: in words for who chooses, in words for the log, as data."""

from skerry.games.tungaru.text.labels.options import label
from skerry.games.tungaru.text.labels.taking import taking
from skerry.games.tungaru.text.labels.terms import terms
from skerry.games.tungaru.text.labels.told import told, told_unseen

__all__ = ["label", "taking", "terms", "told", "told_unseen"]
