"""The named action table: a number for the engine, one stable line of text for saves, wire and people."""

from collections.abc import Sequence
from difflib import get_close_matches

MAX_TEXT = 80  # characters an action's text may have


class UnknownAction(ValueError):
    """A text that names no action of the game."""


class Actions:
    """Blocks of consecutive actions, each a verb with its items: `place serve_fish`, `pass`.

    An empty item keeps a number free for something these components do not have; such an action has no text.
    """

    def __init__(self, size: int, *blocks: tuple[int, str, Sequence[str] | None]) -> None:
        self.texts: list[str] = []
        for base, verb, items in blocks:
            if base != len(self.texts):
                raise ValueError(f"block {verb!r} begins at {base}, but {len(self.texts)} actions come before it")
            self.texts += [verb] if items is None else [f"{verb} {item}" if item else "" for item in items]
        if len(self.texts) != size:
            raise ValueError(f"the table has {len(self.texts)} actions, not {size}")
        self.numbers = {text: number for number, text in enumerate(self.texts) if text}
        if len(self.numbers) != size - self.texts.count(""):
            raise ValueError("two actions have the same text")

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, action: int) -> str:
        return self.texts[action]

    def number(self, text: str) -> int:
        """The action of this text; a near miss is named in the error."""
        found = self.numbers.get(text)
        if found is None:
            near = get_close_matches(text[:MAX_TEXT], self.numbers, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnknownAction(f"no action is called {text[:MAX_TEXT]!r}{hint}")
        return found
