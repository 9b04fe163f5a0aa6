"""Buildings worth points at the end.  §card.points, §card.steps, §score.2"""

import pytest

from tests.games.nusfjord.scene import Scene


def fleet(card: str, sloops: int = 0, cutters: int = 0, schooners: int = 0, seats: int = 5) -> Scene:
    return Scene(card, seats).ships(0, sloops, cutters, schooners)


def council(card: str, elders: int, **has: int) -> Scene:
    return Scene(card).elders(0, **{f"elder_{n}": 0 for n in range(1, elders + 1)}).player(0, **has)


def has(card: str, **goods: int) -> Scene:
    return Scene(card).player(0, **goods)


def forests(card: str, **stacks: int) -> Scene:
    return Scene(card).forests(0, **stacks)


def shares(card: str, own: int, foreign: int = 0) -> Scene:
    return Scene(card).issued(0, home=own).issued(1, home=0, with_others=foreign)


# (card, scene without the card, points); the card itself stands on the first free space
ENDS = [
    # B Buildings, at most 3
    ("118", Scene("118"), 0),
    ("118", Scene("118").own(0, "121", "122", "101"), 2),
    ("118", Scene("118").own(0, "121", "122", "123", "124"), 3),
    # types of Ship
    ("132", fleet("132"), 0),
    ("132", fleet("132", sloops=3), 1),
    ("132", fleet("132", sloops=2, schooners=1), 3),
    ("132", fleet("132", 1, 1, 1), 5),
    # rows without a free space
    ("148", Scene("148"), 2),  # the first row: the card and Forests
    ("148", forests("148", r0c2=2, r1c0=2, r1c2=1, r2c0=2, r2c2=1), 6),
    ("148", forests("148", r1c2=1), 0),
    # fish in supply and Reserve
    ("149", has("149", fish=4, reserve_fish=4), 2),
    ("149", has("149", fish=30), 7),
    # Elders by steps
    ("150", council("150", 2), 0),
    ("150", council("150", 3), 3),
    ("150", council("150", 4), 5),
    ("150", council("150", 5), 8),
    # 2 per Ship
    ("151", fleet("151"), 0),
    ("151", fleet("151", 2, 1, 1), 8),
    # haul by halves
    ("152", fleet("152"), 1),
    ("152", fleet("152", sloops=1, schooners=2), 5),
    ("152", fleet("152", cutters=1, schooners=3), 6),
    ("152", fleet("152", cutters=1, schooners=3).own(0, "129"), 7),
    # issued Shares
    ("153", shares("153", own=2), 2),
    ("153", shares("153", own=5, foreign=4), 7),
    # Forests
    ("154", Scene("154"), 4),
    ("154", forests("154", r0c2=4, r1c2=4), 7),
    # Whenever Buildings
    ("232", Scene("232").own(0, "202", "203", "204"), 2),
    ("232", forests("232").own(0, "202", "203", "206", "207", "208", "210"), 4),
    # fish in the supply only
    ("244", has("244", fish=5, reserve_fish=9), 2),
    ("244", has("244", fish=20), 5),
    # wood in supply and Reserve
    ("246", has("246", wood=5, reserve_wood=2), 3),
    ("246", has("246", wood=12, reserve_wood=6), 5),
    # Elders, and those with fish (at most 2)
    ("247", Scene("247").elders(0, elder_1=0, elder_2=1), 3),
    ("247", Scene("247").elders(0, elder_1=1, elder_2=2, elder_3=1, elder_4=1, elder_5=1), 7),
    # pairs of Ship and Elder, at most 3
    ("248", council("248", 3).ships(0, sloops=2), 4),
    ("248", council("248", 1).ships(0, sloops=3), 2),
    ("248", council("248", 5).ships(0, sloops=3, cutters=2), 6),
    # sets of 2 wood, 2 fish, 2 gold
    ("249", has("249", wood=5, fish=9, gold=4), 4),
    ("249", has("249", wood=5, fish=1, gold=4), 0),
    ("249", has("249", wood=12, fish=12, gold=12), 6),
    # sloops, and no schooner
    ("250", fleet("250"), 0),
    ("250", fleet("250", sloops=1), 4),
    ("250", fleet("250", sloops=2, schooners=1), 4),
    ("250", fleet("250", sloops=5), 8),
    ("250", fleet("250", cutters=1), 0),
    # Shares, and no unissued one
    ("251", shares("251", own=3), 3),
    ("251", shares("251", own=5), 6),
    ("251", shares("251", own=4, foreign=3), 4),
    # Forests by threes
    ("252", Scene("252"), 3),
    ("252", forests("252", r0c2=2, r1c2=2, r2c2=2), 6),
    ("252", forests("252", r0c2=4, r1c2=4, r2c2=4), 9),
    # Buildings, this one included
    ("253", Scene("253"), 1),
    ("253", Scene("253").own(0, "201", "221"), 3),
    ("253", forests("253").own(0, "201", "221", "202", "203", "204", "205", "206", "207"), 6),
    # haul by steps
    ("254", fleet("254", schooners=1), 0),
    ("254", fleet("254", cutters=1, sloops=1), 3),
    ("254", fleet("254", schooners=2), 5),
    ("254", fleet("254", cutters=1, schooners=2), 7),
    # double spaces with a Forest
    ("330", Scene("330"), 3),
    ("330", forests("330", r0c2=4), 1),
    # fish on Elders, at most 4
    ("331", Scene("331").elders(0, elder_1=2, elder_2=1), 3),
    ("331", Scene("331").elders(0, elder_1=2, elder_2=2, elder_3=2), 4),
    # gold by threes, at most 3
    ("332", has("332", gold=8), 2),
    ("332", has("332", gold=20), 3),
    # Buildings in line: row and column of r0c1
    ("344", Scene("344"), 0),
    ("344", Scene("344").own(0, "301", cell="r1c1").own(0, "302", cell="r1c0").own(0, "303", cell="r2c1"), 2),
    ("344", forests("344").own(0, "301", cell="r0c3").own(0, "302", cell="r0c2").own(0, "303", cell="r2c1"), 3),
    # types of Ship
    ("345", fleet("345", cutters=2), 1),
    ("345", fleet("345", cutters=2, schooners=1), 4),
    ("345", fleet("345", 1, 1, 1), 7),
    # wood in the supply
    ("346", has("346", wood=5, reserve_wood=9), 2),
    ("346", has("346", wood=12), 6),
    # haul above 6
    ("348", fleet("348", schooners=1), 0),
    ("348", fleet("348", sloops=1, cutters=1), 1),
    ("348", fleet("348", schooners=2), 3),
    ("348", fleet("348", cutters=1, schooners=3), 6),
    # rows full of Buildings
    ("349", Scene("349"), 0),  # Forests do not help
    ("349", forests("349").own(0, "301", cell="r0c2").own(0, "302", cell="r0c3"), 3),
    ("349", Scene("349").own(0, "301", cell="r1c0").own(0, "302", cell="r1c1"), 0),
    # fish in the Reserve
    ("350", has("350", reserve_fish=5, fish=9), 2),
    ("350", has("350", reserve_fish=20), 7),
    # stacks of Forests
    ("351", Scene("351"), 2),
    ("351", forests("351", r0c2=2, r1c2=3, r2c2=1), 4),
    ("351", forests("351", r0c2=2, r1c0=2, r1c2=2, r2c0=2, r2c2=2), 8),
    # an Elder and three fish
    ("352", council("352", 3, fish=7), 4),
    ("352", council("352", 1, fish=7), 2),
    ("352", council("352", 5, fish=20), 8),
    # a wood and two fish
    ("353", has("353", wood=3, fish=5), 2),
    ("353", has("353", wood=12, fish=20), 6),
    # Shares, if none is unissued
    ("354", shares("354", own=4), 2),
    ("354", shares("354", own=5, foreign=1), 6),
    ("354", shares("354", own=5, foreign=5), 7),
]


@pytest.mark.parametrize(("card", "scene", "points"), ENDS, ids=[f"{row[0]}-{n}" for n, row in enumerate(ENDS)])
def test_a_building_scores_at_the_end(card: str, scene: Scene, points: int) -> None:
    """§card.points, §card.steps"""
    before = scene.state.score(0)
    scene.own(0, card)
    assert scene.points(card) == points
    printed = scene.state.deck.cards[scene.slot(card)].points
    assert scene.state.score(0) == before + 1 + printed + points  # + 1: a free space less


def test_points_pay_nothing() -> None:
    """§card.points: the goods counted stay, and may count twice"""
    scene = Scene("149").own(0, "149").player(0, fish=9)
    assert (scene.points("149"), scene.points("149"), scene.goods()) == (3, 3, {"fish": 9})
