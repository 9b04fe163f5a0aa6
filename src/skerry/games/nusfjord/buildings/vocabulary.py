"""The effect words: every file of words/ is one, named after it, with one subclass of `Effect`."""

import pkgutil
from importlib import import_module

from skerry.games.nusfjord.buildings import words
from skerry.games.nusfjord.buildings.card import Effect


def find_words() -> dict[str, type[Effect]]:
    """The class of every word, by the word."""
    return {
        module.name: word_class(f"{words.__name__}.{module.name}") for module in pkgutil.iter_modules(words.__path__)
    }


def word_class(module: str) -> type[Effect]:
    """The one effect that a file of words/ defines."""
    found = [it for it in vars(import_module(module)).values() if isinstance(it, type) and it.__module__ == module]
    (effect,) = [it for it in found if issubclass(it, Effect)]
    return effect


EFFECT_WORDS = find_words()
