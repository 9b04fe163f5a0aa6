"""Small pieces of words."""

from collections.abc import Sequence


def goods(wood: int = 0, fish: int = 0, gold: int = 0) -> str:
    """`2 wood and 1 gold`; `nothing`."""
    named = ((wood, "wood"), (fish, "fish"), (gold, "gold"))
    return listed([f"{amount} {name}" for amount, name in named if amount]) or "nothing"


def price(wood: int = 0, fish: int = 0, gold: int = 0) -> str:
    """`for 2 wood`; `for free`."""
    return f"for {goods(wood, fish, gold)}" if wood + fish + gold else "for free"


def unpack_goods(packed: int) -> tuple[int, int, int]:
    """Wood, fish and gold of a note, 8 bits each."""
    return packed & 255, packed >> 8 & 255, packed >> 16 & 255


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`"""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def many(count: int, one: str, several: str = "") -> str:
    """`1 Share`, `2 Shares`"""
    return f"{count} {one if count == 1 else several or one + 's'}"


def points(count: int) -> str:
    return f"−{many(-count, 'point')}" if count < 0 else many(count, "point")


def double_name(double: int) -> str:
    """A double space of a harbor."""
    row, column = divmod(double, 3)
    return f"row {row + 1}, spaces {column + 1} and {column + 2}"


def at_most(times: int) -> str:
    """`twice`"""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def up_to(times: int) -> str:
    """`up to twice`; `once`"""
    return "once" if times == 1 else f"up to {at_most(times)}"


def cased(words: str) -> str:
    return words[0].upper() + words[1:]
