"""Prices in words."""

from skerry.terminal.drawing import amounts_words


def test_several_goods_are_in_the_plural_where_they_have_one() -> None:
    assert amounts_words({"coconut": 3, "pearl": 1, "fish": 2}) == "3 coconuts, 1 pearl, 2 fish"
    assert amounts_words({"reserve_wood": 2, "any": 2}) == "2 Reserve wood, 2 of any kind"
