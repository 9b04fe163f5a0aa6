"""The fields of an effect in a row, taken one after the other by its word."""

from typing import Annotated, Any, Literal

import msgspec
from librt.vecs import vec
from msgspec import Meta, Struct
from mypy_extensions import i64

from skerry.core.components import Components, allowed
from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.buildings.goods import Goods

ZeroTo20 = Annotated[int, Meta(ge=0, le=20)]
OneTo20 = Annotated[int, Meta(ge=1, le=20)]


def one_of(names: tuple[str, ...]) -> Any:
    """The type of a field that takes one of these names."""
    literal: Any = Literal
    return literal[names]


class GoodsRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Goods of the supply, and of the Reserve."""

    wood: ZeroTo20 = 0
    fish: ZeroTo20 = 0
    gold: ZeroTo20 = 0
    reserve_wood: ZeroTo20 = 0
    reserve_fish: ZeroTo20 = 0
    reserve_gold: ZeroTo20 = 0

    def goods(self) -> Goods:
        return Goods(self.wood, self.fish, self.gold, self.reserve_wood, self.reserve_fish, self.reserve_gold)


class EffectFields:
    """One effect of a row.  Every field is taken with what it may be; a fault names what is allowed.

    Faults are collected first, because only at the end is it known which fields the word has."""

    def __init__(self, box: Components, card: str, effect: dict[str, Any], limit: int) -> None:
        self.box, self.card = box, card
        self.word: str = effect["word"]
        self.limit = limit  # how often a Whenever card reacts in a round; 0: no limit
        self.given = {name: value for name, value in effect.items() if name != "word"}
        self.taken: list[str] = []
        self.wrong: list[str] = []  # values of fields
        self.contrary: list[str] = []  # fields that do not go together

    def take(self, name: str, kind: Any, other: Any) -> Any:
        """The value of a field; `other` if it is not given, or if there is a fault."""
        self.taken.append(name)
        if name not in self.given:
            return other
        try:
            return msgspec.convert(self.given[name], kind)
        except msgspec.ValidationError as error:
            words = str(error).partition(" - at `$")[0].lower()
            self.wrong.append(f"{self.word}, {name}: {words}; allowed: {allowed(kind)}")
            return other

    def take_required(self, name: str, kind: Any, other: Any) -> Any:
        if name not in self.given:
            self.wrong.append(f"{self.word}, {name}: object missing required field `{name}`; allowed: {allowed(kind)}")
        return self.take(name, kind, other)

    def fail(self, words: str) -> None:
        """The fields do not go together."""
        self.contrary.append(words)

    def check_values(self) -> None:
        """Raise if a field does not exist or has a wrong value."""
        unknown = [name for name in self.given if name not in self.taken]
        if unknown:
            self.raise_first([f"{self.word} has no field {unknown[0]!r}; it has: {', '.join(self.taken)}"])
        self.raise_first(self.wrong)

    def check_sense(self) -> None:
        """Raise if fields do not go together."""
        self.raise_first(self.contrary)

    def raise_first(self, faults: list[str]) -> None:
        if faults:
            self.box.fail("buildings", self.card, "effects", faults[0])

    # ---- by kind
    def number(self, name: str, least: int = 0, most: int = 20, other: int = 0) -> int:
        """A whole number; `other` if it is not given."""
        found: int = self.take(name, Annotated[int, Meta(ge=least, le=most)], other)
        return found

    def required_number(self, name: str, least: int = 0, most: int = 20) -> int:
        found: int = self.take_required(name, Annotated[int, Meta(ge=least, le=most)], least)
        return found

    def numbers(self, name: str, least: int, most: int) -> vec[i64]:
        return vec[i64](self.take_required(name, list[Annotated[int, Meta(ge=least, le=most)]], []))

    def choice(self, name: str, names: tuple[str, ...]) -> str:
        """One of these names; empty if it is not given."""
        found: str = self.take(name, one_of(names), "")
        return found

    def required_choice(self, name: str, names: tuple[str, ...]) -> str:
        found: str = self.take_required(name, one_of(names), names[0])
        return found

    def some(self, name: str, names: tuple[str, ...]) -> list[str]:
        """Any of these names."""
        kind: Any = list
        found: list[str] = self.take(name, kind[one_of(names)], [])
        return found

    def flag(self, name: str) -> bool:
        found: bool = self.take(name, bool, False)
        return found

    def goods(self, name: str) -> Goods:
        """A table of goods; none if it is not given."""
        row: GoodsRow = self.take(name, GoodsRow, GoodsRow())
        return row.goods()

    def required_goods(self, name: str) -> Goods:
        row: GoodsRow = self.take_required(name, GoodsRow, GoodsRow())
        return row.goods()

    def own_goods(self) -> Goods:
        """The six goods as fields of the effect itself."""
        wood, fish, gold = self.number("wood"), self.number("fish"), self.number("gold")
        stored = self.number("reserve_wood"), self.number("reserve_fish"), self.number("reserve_gold")
        return Goods(wood, fish, gold, *stored)

    # ---- things counted
    def counts(self, name: str) -> vec[i64]:
        """A table of things and numbers, as (what, number) one after the other."""
        found: dict[str, int] = self.take(name, dict[str, OneTo20], {})
        return vec[i64]([n for what, each in found.items() for n in (self.counted(what), each)])

    def required_thing(self, name: str) -> int:
        return self.counted(self.take_required(name, str, counts.COUNT_NAMES[-1]))

    def counted(self, name: str) -> int:
        """The number of a thing that is counted; `amount` is known only when something has happened."""
        if name not in counts.COUNT_NAMES:
            self.fail(f"nothing is counted as {name!r}; allowed are: {', '.join(counts.COUNT_NAMES)}")
            return counts.OF_PLATES
        when = self.given.get("when")
        if name == "amount" and (not when or "built" in when):
            self.fail("`amount` is counted only in an effect with `when`")
        return counts.COUNT_NAMES.index(name)
