"""The Lawan: Plot cards, blind Explorers, what they do in each region, levels, the result."""

import pytest

from skerry.core import bits
from skerry.core.state import CHANCE, new_buffer
from skerry.games.buru.cards import CLAY, EBONY, ESTEEM, PALM
from skerry.games.buru.state import DAWN, LAWAN_ACTS, MORNING, NOON, PLOT, POWER, REGION, SCHEME, SPACE, Buru
from tests.games.buru.builder import GAME, a_state, card, goods, islander, legal, play, plot, rule_against, told

LEVELS = ["easy", "normal", "hard", "expert"]
A, B = 1, 2  # the Lawan of a solo game
ALL_PLOTS = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12"]


def solo(level: str = "easy", overlay: str = "") -> a_state:
    return a_state(1, overlay, level=level)


def acting(builder: a_state, region: int, lawan: int = A) -> Buru:
    """The Lawan acts; then the person is asked for a space at the Village."""
    builder.state.region = region
    builder.state.ask(SPACE, 0, 2)
    return builder.then(LAWAN_ACTS, lawan)


# ---- Plot cards and Explorers


def test_every_lawan_may_have_any_unused_plot_card() -> None:
    """§lawan.plot"""
    builder = solo().with_(plot_deck=0b111111110000, round=0)
    state = builder.then(DAWN)
    assert [p.possible_plots for p in state.players] == [0, 0b111111110000, 0b111111110000]


def morning(plots: int) -> Buru:
    builder = solo().with_(plot_deck=plots)
    for lawan in (A, B):
        builder.state.players[lawan].possible_plots = plots
    return builder.state


def chances(state: Buru) -> dict[str, int]:
    weights = new_buffer()
    total = state.weights_into(weights)
    found = {text: int(weights[place]) for place, text in enumerate(legal(state))}
    assert sum(found.values()) == total
    return found


def test_the_next_region_is_drawn_from_the_plot_cards_that_fit() -> None:
    """§lawan.morning"""
    state = morning((1 << 12) - 1)
    state.ask(SCHEME, CHANCE, A)
    assert chances(state) == {
        f"scheme {region}": n * 11
        for region, n in zip(("forest", "shore", "village", "lake"), (4, 3, 3, 2), strict=True)
    }
    play(state, "scheme lake")
    assert (
        state.players[A].possible_plots == 1 << plot("p4") | 1 << plot("p10") and state.players[A].how_many_in(3) == 1
    )
    state.ask(SCHEME, CHANCE, A)
    assert legal(state) == ["scheme forest", "scheme shore"] and rule_against(state, "scheme lake") == "lawan.morning"


def test_two_lawan_never_have_the_same_plot_card() -> None:
    """§lawan.plot, §lawan.morning"""
    state = morning(1 << plot("p1") | 1 << plot("p4"))
    state.ask(SCHEME, CHANCE, A)
    play(state, "scheme forest")  # so it has p1, and B has p4
    state.ask(SCHEME, CHANCE, B)
    assert legal(state) == ["scheme lake"]
    state.players[B].possible_plots = 0b1001
    state.ask(PLOT, CHANCE, B)
    assert chances(state) == {"plot p4": 1} and rule_against(state, "plot p1") == "lawan.plot"
    play(state, "plot p4")
    assert state.players[B].plot == plot("p4") and state.plot_deck == 1 << plot("p1")


@pytest.mark.parametrize("id_", ALL_PLOTS)
def test_a_plot_card_is_found_by_its_four_regions(id_: str) -> None:
    """§lawan.plot"""
    state = morning((1 << 12) - 1)
    for region in state.kit.words.plots[plot(id_)].regions:
        state.ask(SCHEME, CHANCE, A)
        play(state, f"scheme {region}")
    assert state.players[A].possible_plots & 1 << plot(id_) and state.players[A].how_many_placed() == 4


def test_lawan_place_in_turn_with_the_people() -> None:
    """§lawan.morning, §morning.1"""
    builder = solo()
    for lawan in (A, B):
        builder.state.players[lawan].possible_plots = builder.state.plot_deck
    state = builder.then(MORNING)
    assert state.to_move() == 0
    play(state, "go shore", "lay 3")
    assert GAME.question(state).words == "Where does Lawan A place an Explorer?"
    play(state, "scheme lake")
    assert GAME.question(state).words == "Where does Lawan B place an Explorer?"


def test_blind_explorers_have_no_face_before_they_are_flipped() -> None:
    """§lawan.morning, §region.1"""
    builder = solo().row("G1", "G2", "G3", "G4", "G5").plot(A, "p1").explorers(A, shore=[0, 0]).explorers(0, shore=[4])
    builder.state.players[A].kept, builder.state.players[A].mat = 4, 0b1111
    state = builder.then(REGION, 1)
    assert legal(state) == ["power 1", "power 2", "power 3", "power 4"]
    play(state, "power 4")
    assert rule_against(state, "power 4") == "lawan.morning"
    play(state, "power 1")
    assert state.players[A].explorers_in(1) == 0b1001 and state.players[A].mat == 0b0110
    assert state.totems[0] == A  # 5 beats 4


def test_noon_turns_up_the_plot_cards_and_the_kept_explorers() -> None:
    """§lawan.plot, §noon.1"""
    builder = solo().explorers(0, forest=[1, 2, 3, 4]).player(0, fish=0)
    for lawan in (A, B):
        builder.explorers(lawan, forest=[0, 0], shore=[0], lake=[0])
        builder.state.players[lawan].possible_plots = 1 << plot("p1") | 1 << plot("p4")
    state = play(builder.at(NOON, 0), "reveal")
    assert legal(state) == ["plot p1", "plot p4"]
    play(state, "plot p4", "power 5")
    assert goods(state, A) == {"fish": 5} and state.players[A].kept == 4
    assert legal(state) == ["plot p1"]


# ---- regions


@pytest.mark.parametrize(
    ("shown", "taken"),
    [
        (["f9", "f1", "f6"], "f1"),  # three tokens; more ebony than f6
        (["f10", "f2", "f9"], "f2"),
        (["f9", "f10"], "f10"),  # more clay
        (["f8", "f2"], "f2"),  # more fish
        (["f4", "f1"], "f4"),  # leftmost
    ],
)
def test_a_lawan_takes_the_forest_card_with_most_tokens(shown: list[str], taken: str) -> None:
    """§lawan.forest"""
    state = acting(solo().forest(*shown), 0)
    assert state.forest_gone == 1 << (4 * card(taken))


def test_a_lawan_recruits_by_role_then_price_then_place() -> None:
    """§lawan.shore"""
    builder = solo().player(A, fish=10).row("A3", "G7", "G6", "P1", "G8").plot(A, "p1")
    state = acting(builder, 1)
    assert state.who_stands_on(0) == A and state.players[A].islanders == 1 << islander("G8")
    play(state, "arrive N1")
    assert state.players[A].islanders == 1 << islander("G8") | 1 << islander("G7")
    assert goods(state, A) == {} and state.islanders_gone == 0  # it never cycles


def test_a_lawan_takes_the_next_role_when_the_first_is_too_dear() -> None:
    """§lawan.shore"""
    builder = solo().player(A, fish=3).row("N1", "A4", "G8", "P7", "G5").plot(A, "p1")
    state = acting(builder, 1)
    assert state.players[A].islanders == 1 << islander("A4")


def test_a_lawan_saves_fish_for_a_tribute_that_it_could_pay() -> None:
    """§lawan.shore; setting "lawan_fish" """
    tokens = {"palm": 2, "clay": 1}
    builder = solo().player(A, fish=4, **tokens).row("N1", "N3").plot(A, "p1")
    builder.state.noting = True
    state = acting(builder, 1)
    assert goods(state, A) == {"fish": 4, **tokens} and state.players[A].islanders == 0
    lines = [GAME.event(state, note).words for note in state.notes]
    assert "Lawan A saves 2 fish for a tribute to Banyu" in lines
    richer = acting(solo().player(A, fish=5, **tokens).row("N1", "N3").plot(A, "p1"), 1)
    assert richer.players[A].islanders == 1 << islander("N1"), "3 fish are left to spend"


def test_a_lawan_that_cannot_pay_a_tribute_spends_its_fish() -> None:
    """§lawan.shore"""
    for have in ({"palm": 2}, {"palm": 1, "clay": 1}):
        state = acting(solo().player(A, fish=4, **have).row("N3").plot(A, "p1"), 1)
        assert state.players[A].islanders == 1 << islander("N3")
    spend = '[[settings]]\nid = "lawan_fish"\nsource = "rulebook"\nvalue = "spend"\n'
    state = acting(solo("easy", spend).player(A, fish=4, palm=2, clay=1).row("N3").plot(A, "p1"), 1)
    assert state.players[A].islanders == 1 << islander("N3"), "a group may prefer it so"


@pytest.mark.parametrize(
    ("id_", "have", "gain"),
    [
        ("G5", {}, {"ebony": 1}),
        ("G5", {"ebony": 1}, {"ebony": 1, "clay": 1}),
        ("G5", {"ebony": 1, "clay": 1}, {"ebony": 1, "clay": 1, "palm": 1}),
        ("A4", {}, {"fish": 2}),
        ("N9", {}, {"esteem": 1}),
        ("P1", {}, {"fish": 1}),
    ],
)
def test_for_a_lawan_the_role_counts(id_: str, have: dict[str, int], gain: dict[str, int]) -> None:
    """§lawan.village; roles "gatherer", "artisan", "noble", "priest" """
    state = acting(solo().player(A, islanders=[id_], **have), 2)
    assert goods(state, A) == gain and state.who_stands_on(4) == A


def test_a_priest_of_a_lawan_likes_totems() -> None:
    """§lawan.village"""
    state = acting(solo().player(A, islanders=["P4"]).totem("manuk", A), 2)
    assert goods(state, A) == {"esteem": 1}


def test_a_lawan_tasks_its_dearest_islanders_the_older_first() -> None:
    """§lawan.village, §region.6"""
    builder = solo().player(A, islanders=["A3", "N1", "N2", "A9"]).with_(stood=(B + 1) << 16)
    state = acting(builder, 2)  # V2: two tasks and a fish
    assert state.players[A].tasked == 1 << islander("A3") | 1 << islander("N2")
    assert goods(state, A) == {"fish": 3, "esteem": 1}


def test_a_lawan_pays_in_the_order_of_its_plot_card() -> None:
    """§lawan.lake, §totem.2"""
    builder = solo().player(A, palm=3, clay=3, ebony=1, fish=9).plot(A, "p1").totem("banyu", 0)
    state = acting(builder, 3)
    assert list(state.players[A].tributes) == [1, 1, 0] and state.who_stands_on(9) == A
    assert goods(state, A) == {"palm": 1, "fish": 5} and state.players[0].goods[ESTEEM] == 1
    assert state.players[A].n_elders == 1 and state.elders_left() == 13  # §lawan.elders


def test_a_lawan_without_means_takes_the_marker() -> None:
    """§lawan.lake, §lake.4"""
    state = acting(solo().plot(A, "p1"), 3)
    assert state.emissary == A and state.who_stands_on(12) == A
    state = acting(solo().plot(A, "p1").with_(stood=(B + 1) << 48), 3)
    assert state.emissary == 0 and state.who_stands_on(9) == A


IDLE = ("Lawan A cannot afford anybody in the row", "Lawan A has nobody to task", "Lawan A cannot pay a tribute")


def idle_rules(builder: a_state, region: int) -> list[str]:
    """The § marks of the lines that say that the Lawan can do nothing here."""
    builder.state.noting = True
    state = acting(builder, region)
    events = [GAME.event(state, note) for note in state.notes]
    return [event.rule for event in events if event.words in IDLE]


@pytest.mark.parametrize(("region", "rule"), [(1, "lawan.shore"), (2, "lawan.village"), (3, "lawan.lake")])
def test_an_idle_lawan_cites_its_region(region: int, rule: str) -> None:
    """§lawan.shore, §lawan.village, §lawan.lake"""
    assert idle_rules(solo().plot(A, "p1").with_(stood=(B + 1) << 48), region) == [rule]


def test_a_lawan_that_takes_the_marker_is_not_idle() -> None:
    """§lawan.lake"""
    assert idle_rules(solo().plot(A, "p1"), 3) == []


def test_a_lawan_ignores_its_priests() -> None:
    """§lawan.lake"""
    builder = solo().player(A, palm=2, fish=2, islanders=["P1", "P4", "P7", "P9"]).plot(A, "p1")
    assert list(acting(builder, 3).players[A].tributes) == [0, 0, 0]
    builder = solo().player(A, palm=2, clay=1, fish=2, islanders=["P4", "P7"]).plot(A, "p1")
    assert goods(acting(builder, 3), A) == {}
    builder = solo().player(A, islanders=["P9"]).player(B, palm=2, clay=1, fish=2).plot(B, "p1").totem("banyu", A)
    assert goods(acting(builder, 3, B), A) == {"esteem": 1}


def test_the_persons_medium_profits_from_a_lawan() -> None:
    """§islander.medium"""
    builder = solo().player(0, islanders=["P9"]).player(A, palm=2, clay=1, fish=2).plot(A, "p1").totem("banyu", 0)
    assert goods(acting(builder, 3), 0) == {"esteem": 2}


def test_a_triumphant_lawan_takes_totem_and_decrees() -> None:
    """§lawan.elders, §decree.1"""
    builder = solo().decrees("d3", "d4").plot(A, "p1").explorers(A, lake=[0])
    builder.state.ask(SPACE, 0, 2)
    state = builder.then(REGION, 3)
    lines = told(state, "power 3")
    assert bits.count(state.players[A].decrees) == 2 and state.players[A].goods[ESTEEM] == 1
    assert state.players[A].n_elders == 1 and "Lawan A keeps an Elder face down" in lines


def test_elders_of_a_lawan_are_nobodys_when_the_deck_is_made_anew() -> None:
    """§lawan.elders, §elder.2"""
    builder = a_state(2, lawan="yes", level="easy").decrees("d4").explorers(2, lake=[0]).plot(2, "p1")
    builder.player(0, elders=["E1", "E2", "E3", "E4", "E5", "E6"]).player(1, elders=["E7", "E8", "E9", "E10", "E11"])
    builder.state.players[0].elders_out |= builder.from_elders("E12")
    builder.state.players[2].n_elders = builder.state.elders_unseen = 2  # E13 and E14, though nobody knows
    builder.state.ask(SPACE, 0, 2)
    builder.state.then(REGION, 3)
    builder.state.settle()
    state = play(builder.state, "power 1")
    assert state.elders_lawan == 0b11 << 12 and state.elders_unseen == 1 and state.elders_left() == 0
    assert state.players[2].n_elders == 3 and GAME.problems(state) == []


# ---- levels


@pytest.mark.parametrize("level", LEVELS)
def test_tributes_cost_one_token_less_from_normal_on(level: str) -> None:
    """§lawan.level; levels "easy", "normal", "hard", "expert" """
    missing = acting(solo(level).player(A, palm=2, fish=2).plot(A, "p1"), 3)
    assert missing.players[A].tributes[0] == (level != "easy")
    full = acting(solo(level).player(A, palm=2, clay=1, fish=2).plot(A, "p1"), 3)
    assert full.players[A].goods[CLAY] == (level != "easy") and full.players[A].goods[PALM] == 0
    assert full.players[A].goods[ESTEEM] == (2 if level == "expert" else 0)


@pytest.mark.parametrize("level", LEVELS)
def test_a_token_comes_at_noon_from_hard_on(level: str) -> None:
    """§lawan.level"""
    builder = solo(level).plot(A, "p1").player(A, ebony=1)
    builder.state.ask(SPACE, 0, 2)
    state = play(builder.at(POWER, arg=A | 4 << 4), "power 2")
    assert goods(state, A) == {"fish": 2, "ebony": 1} | ({"clay": 1} if level in ("hard", "expert") else {})
    assert state.players[A].goods[EBONY] == 1


@pytest.mark.parametrize("level", LEVELS)
def test_kept_elders_count_three_or_five(level: str) -> None:
    """§lawan.elders, §lawan.level"""
    state = solo(level).with_(over=True).state
    state.players[A].n_elders = state.elders_unseen = 2
    assert state.score(A) == (10 if level == "expert" else 6)


# ---- the result


@pytest.mark.parametrize(("own", "won"), [(10, 0), (9, 0), (11, 1)])
def test_the_person_must_be_ahead_of_both_lawan(own: int, won: int) -> None:
    """§lawan.result"""
    state = solo().player(0, esteem=own, fish=9).player(A, esteem=10).player(B, esteem=3).state
    assert state.winners() == won


def test_the_best_of_several_people_must_be_ahead_as_well() -> None:
    """§lawan.result"""
    builder = a_state(3, lawan="yes").player(0, esteem=8).player(1, esteem=9).player(3, esteem=9)
    assert builder.state.winners() == 0
    assert builder.player(1, esteem=10).state.winners() == 0b010


def test_the_log_tells_who_has_won() -> None:
    """§lawan.result"""
    from skerry.games.buru.state import COUNT

    state = solo().player(0, esteem=10).player(A, esteem=10).at(COUNT, 0)
    lines = told(state, "count")
    assert lines[0].endswith("Nobody is ahead of Lawan A, so the Lawan win")
    assert lines[1] == "Lawan A has 10 points: 10 Esteem, 0 from tributes and 0 from Elders"
