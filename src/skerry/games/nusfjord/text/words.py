"""Small pieces of words."""

from collections.abc import Sequence


def goods(wood: int = 0, fish: int = 0, gold: int = 0) -> str:
    """`2 wood and 1 gold`; `nothing`."""
    named = ((wood, "wood"), (fish, "fish"), (gold, "gold"))
    return listed([f"{amount} {name}" for amount, name in named if amount]) or "nothing"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`"""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def many(count: int, one: str, more: str = "") -> str:
    """`1 Share`, `2 Shares`"""
    return f"{count} {one if count == 1 else more or one + 's'}"
