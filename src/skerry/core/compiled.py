"""Which of the two builds this is."""

from skerry.core import state

COMPILED = not str(state.__file__).endswith(".py")
