"""The judgement of Buru: what it sees in a position, and that it neither knows nor forgets anything it should not."""

from collections.abc import Callable

import pytest

from skerry.bots import Budget, Observer, make_bot
from skerry.brain.judgement import NO_BAR, NO_MOVE
from skerry.core.rng import Rng
from skerry.games.buru.state import AT_AFTERNOON, AT_MORNING, DUSK, GO, LAKE, NOON, REGION, SPACE, TAKE, Buru
from tests.bots.judged import features, judgement
from tests.games.buru.builder import ACTIONS, GAME, a_state, space

FOREST_REGION, LAKE_REGION = 0, 3
ROW = ("G1", "A1", "N1", "P1", "G2")


def choice(state: Buru, level: str = "medium", simulations: int = 6) -> str:
    """What it likes best: its errors left out."""
    bot = make_bot(level, "buru", 1, Budget(simulations=simulations))
    likings = bot.advise(Observer(GAME, state, int(state.to_move())))
    return ACTIONS.text(max(likings, key=lambda liking: liking[1])[0])


def afternoon(builder: a_state, region: int) -> a_state:
    """This region is being resolved; the later ones are still to come."""
    builder.with_(phase=AT_AFTERNOON, region=region, flipped=(2 << region) - 1)
    builder.state.then(DUSK)
    for later in range(LAKE_REGION, region, -1):
        builder.state.then(REGION, later)
    for p in builder.state.players:
        p.mat = 0
    return builder


def morning(builder: a_state, *seats: int) -> Buru:
    """These seats are still to place an Explorer, one after another."""
    builder.with_(phase=AT_MORNING).state.ask(NOON, 0)
    for seat in reversed(seats):
        builder.state.ask(GO, seat)
    return builder.state


# ---- better moves are chosen


def test_the_dearest_tribute_is_paid_in_the_last_round() -> None:
    goods = {"palm": 2, "clay": 2, "ebony": 2, "fish": 2}
    state = afternoon(a_state(2).player(0, **goods).with_(round=5), LAKE_REGION).at(LAKE, 0, space("L5"))
    assert choice(state) == "tribute manuk"


def test_who_can_pay_twice_takes_a_space_for_two_tributes() -> None:
    goods = {"palm": 4, "clay": 2, "ebony": 2, "fish": 8}
    builder = afternoon(a_state(2).player(0, **goods).with_(round=5), LAKE_REGION)
    assert choice(builder.at(SPACE, 0, LAKE_REGION)) in ("space L1", "space L2")


def test_the_token_that_completes_a_tribute_is_taken() -> None:
    """Two ebony, and the Lake is still to come: palm makes it a tribute to Manuk."""
    builder = a_state(2).player(0, ebony=2, fish=4).forest("f10", "f9").explorers(0, forest=[5], lake=[4])
    state = afternoon(builder.with_(round=5), FOREST_REGION).at(TAKE, 0)
    assert choice(state) == "take f9"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_with_goods_for_two_tributes_the_last_explorer_goes_to_the_lake(level: str) -> None:
    goods = {"palm": 3, "clay": 3, "ebony": 3, "fish": 9}
    builder = a_state(2).player(0, **goods).player(1, fish=3).row(*ROW).forest("f9", "f11")
    builder.explorers(0, forest=[2], shore=[3], village=[1]).explorers(1, forest=[4], shore=[2], village=[3, 1])
    state = morning(builder.with_(round=5), 0)
    assert choice(state, level, 60 if level == "hard" else 6) == "go lake"


# ---- features


def test_the_way_through_the_round_is_reckoned_with() -> None:
    """The Forest brings the last token, the Village Esteem, the Lake then a tribute."""
    builder = a_state(2).player(0, ebony=2, fish=2, islanders=["N3"]).forest("f9", "f11")
    builder.explorers(0, forest=[5], village=[3], lake=[1, 2]).explorers(1, shore=[1, 2, 3, 4])
    found = features("buru", morning(builder.with_(round=5)), 0)
    assert (found["village"], found["lake"]) == (2.0, 8.0)  # with the totem of Manuk
    assert found["present"] == 3.0 and found["left"] == 0.0


def test_who_is_stronger_in_a_region_expects_its_totem() -> None:
    builder = a_state(2).explorers(0, shore=[5], forest=[1]).explorers(1, shore=[2], forest=[4])
    state = morning(builder, 0, 1, 0, 1)
    assert features("buru", state, 0)["triumphs"] > 1 > 0.2 < features("buru", state, 1)["triumphs"]
    builder.state.totems[1] = 0  # held by the weaker one: lost when the Forest is flipped
    assert features("buru", builder.state, 0)["totems"] < 2.5


def test_equal_power_is_the_emissarys() -> None:
    builder = a_state(2).explorers(0, lake=[3, 1], shore=[2], village=[4]).explorers(1, lake=[4], forest=[1, 2, 3])
    for emissary in (0, 1):
        state = builder.with_(phase=AT_MORNING, emissary=emissary).state
        assert features("buru", state, emissary)["elder_soon"] == 1.0  # the first space of the Lake has an Elder
        assert features("buru", state, 1 - emissary)["elder_soon"] == 0.0


def test_a_morning_is_usually_spread_over_all_regions() -> None:
    """What the search plays on with before it judges: legal moves; the strongest seldom stays home."""
    judged, rng, kept = judgement("buru"), Rng(3), []
    for _ in range(50):
        state = morning(a_state(2).row(*ROW).forest("f1", "f7"), *[0, 1] * 4)
        while (action := judged.usual(state, rng)) != NO_MOVE:
            assert action in state.legal_actions()
            state.apply(action)
        assert all(p.how_many_in(region) == 1 for p in state.players for region in range(4))
        kept += [int(p.kept) for p in state.players]
    assert kept.count(0) > 30 > 10 > kept.count(4)


# ---- nothing hidden is known


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_face_down_explorers_and_elders_of_others_change_nothing(level: str) -> None:
    """What the other laid down, and which Elder it holds: the same choice."""
    choices = set()
    for powers, elder in (([5, 4], "E1"), ([1, 2], "E9")):
        builder = a_state(2).player(0, palm=2, fish=3).player(1, elders=[elder], fish=3).row(*ROW).forest("f1", "f7")
        builder.explorers(1, lake=powers[:1], forest=powers[1:]).explorers(0, lake=[4], shore=[1])
        choices.add(choice(morning(builder.with_(round=2), 0, 1, 0, 1), level, 12))
    assert len(choices) == 1


# ---- the Lawan


def solo(level: str = "normal", **lawan: int) -> a_state:
    return a_state(1, level=level).player(1, **lawan).row(*ROW).forest("f1", "f7", "f9")


def test_at_the_end_the_bar_is_the_best_lawan() -> None:
    state = solo("expert", esteem=7).with_(over=True).state
    state.players[2].n_elders = state.elders_unseen = 2
    assert judgement("buru").bar(state) == 10.0
    assert judgement("buru").bar(a_state(2).with_(over=True).state) == NO_BAR


@pytest.mark.parametrize("players", [1, 2])
def test_a_finished_game_is_won_against_the_lawan_only(players: int) -> None:
    def worth(esteem: int) -> float:
        builder = a_state(players, level="easy", lawan="no" if players == 1 else "yes")
        builder.player(0, esteem=20).player(players, esteem=esteem)
        return float(judgement("buru").value(builder.with_(over=True).state, 0))

    assert worth(5) > worth(19) > 0.8 > 0.2 > worth(20) > worth(40)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_an_estimate_counts_the_lawan(players: int) -> None:
    """Points, tokens, Elders and Islanders of a Lawan, its level: each makes winning less likely."""

    def worth(change: Callable[[a_state], object] = lambda _: None, level: str = "normal") -> float:
        builder = a_state(players, level=level, lawan="no" if players == 1 else "yes")
        builder.row(*ROW).forest("f1", "f7", "f9").player(0, esteem=20, fish=3)
        change(builder)
        return float(judgement("buru").value(morning(builder.with_(round=3), 0), 0))

    def elder(builder: a_state) -> None:
        builder.state.players[players].n_elders = builder.state.elders_unseen = 1

    even = worth()
    assert worth(lambda b: b.player(players, esteem=9)) < even
    assert worth(lambda b: b.player(players, palm=2, clay=1)) < even
    assert worth(lambda b: b.player(players, islanders=["N3"])) < even
    assert worth(elder) < even
    assert judgement("buru").bar(solo("expert").state) > judgement("buru").bar(solo("easy").state)


def test_ahead_of_the_lawan_at_the_last_lake_is_nearly_won() -> None:
    def worth(own: int) -> float:
        builder = afternoon(solo(esteem=30).player(0, esteem=own, fish=9), LAKE_REGION)
        return float(judgement("buru").value(builder.with_(round=5).at(SPACE, 0, LAKE_REGION), 0))

    assert worth(45) > 0.8 > 0.5 > worth(15)
