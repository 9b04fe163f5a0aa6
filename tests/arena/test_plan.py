"""Seats rotate, deals are the same for all."""

from collections import Counter
from pathlib import Path

import pytest

from skerry.arena import ArenaError, make_plan, read_budget
from skerry.bots import Budget
from skerry.core.components import Overlay
from skerry.core.game import OptionError
from skerry.match import MatchError
from tests.arena.fields import a_plan, named, played

FIELD = "random,bot@1sims,bot@2sims,bot@3sims,bot@4sims"


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("bots", range(1, 6))
def test_in_every_deal_every_bot_sits_in_every_seat_once(players: int, bots: int) -> None:
    plan = a_plan(",".join(FIELD.split(",")[:bots]), 7 * bots, players=players)
    for deal in range(plan.deals):
        seated = Counter((seat, bot.name) for job in plan.deal(deal) for seat, bot in enumerate(job.seats))
        assert len(seated) == players * bots and set(seated.values()) == {1}


def test_neighbours_change_from_deal_to_deal() -> None:
    plan = a_plan("random,bot@1sims,bot@2sims", 60, players=3)
    left_of_random = {
        job.seats[([bot.name for bot in job.seats].index("random") + 1) % 3].name
        for deal in range(plan.deals)
        for job in plan.deal(deal)
    }
    assert left_of_random == {named("bot@1sims"), named("bot@2sims")}


def test_without_people_a_game_has_the_variant_that_it_needs_then_unless_told_otherwise() -> None:
    """Two bots of Tungaru who wait for each other would never come to an end."""
    assert make_plan("tungaru", "random", 1).setting.options["stall"] == "end"
    assert make_plan("tungaru", "random", 1, options={"deluxe_nomads": "yes"}).setting.options["stall"] == "end"
    assert make_plan("tungaru", "random", 1, options={"stall": "go_on"}).setting.options["stall"] == "go_on"


def setup_of(log: list[str]) -> list[str]:
    """What chance says before the first decision."""
    first = next(number for number, line in enumerate(log) if not line.startswith("chance: "))
    return log[:first]


def test_all_seatings_of_a_deal_get_the_same_cards_and_other_deals_get_others(tmp_path: Path) -> None:
    results = played(a_plan("random,bot@1sims,bot@2sims", 12, players=3), tmp_path)
    deals = [{tuple(setup_of(game.log)) for game in results if game.deal == deal} for deal in range(4)]
    assert [len(setups) for setups in deals] == [1, 1, 1, 1]
    assert len(set.union(*deals)) == 4


def test_the_same_decisions_meet_the_same_luck_in_all_seatings(tmp_path: Path) -> None:
    first, second = played(a_plan("random,bot@2sims", 2, players=2), tmp_path)
    same = next((n for n, (a, b) in enumerate(zip(first.log, second.log, strict=False)) if a != b), len(first.log))
    assert not first.log[same].startswith("chance: ")  # they part at somebody's decision, never at a roll


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert a_plan("random,bot", 5).games == 6 and a_plan("random", 5).games == 5


def test_another_seed_gives_other_games_and_more_games_keep_the_first_ones() -> None:
    keys = [job.key for job in a_plan(games=8).jobs()]
    assert [job.key for job in a_plan(games=20).jobs()][:8] == keys
    assert not set(keys) & {job.key for job in a_plan(games=8, seed="2").jobs()}
    assert a_plan(games=8).name == a_plan(games=20).name != a_plan(seed="2").name


def test_whatever_changes_a_game_changes_its_key() -> None:
    dear = Overlay("dear.toml", '[[cards]]\nid = "rake"\nsource = "rulebook"\ncost = 9\n')
    plans = [a_plan(), a_plan(players=3), a_plan(overlay=dear), a_plan("bot@5sims,random"), a_plan(seed="x")]
    assert len({plan.jobs()[0].key for plan in plans}) == len(plans)


def test_budgets_are_times_or_numbers_of_simulations() -> None:
    assert read_budget("50ms") == Budget(seconds=0.05)
    assert read_budget("1.5s") == Budget(seconds=1.5)
    assert read_budget("200sims") == Budget(simulations=200)


def test_a_budget_for_all_yields_to_a_bots_own() -> None:
    plan = a_plan("bot,bot@9sims", budget="200sims")
    assert [bot.budget.simulations for bot in plan.bots] == [200, 9]


def test_only_levels_that_think_longer_are_cut_down_to_at_most() -> None:
    plan = a_plan("random,novice,expert,uct", at_most="50ms")
    assert [bot.budget for bot in plan.bots] == [Budget(), Budget(0.05, 1), Budget(0.05), Budget(0.05)]


@pytest.mark.parametrize(
    ("bots", "more", "error"),
    [
        ("hal", {}, "there is no bot 'hal'; choose from: random, "),
        ("random,random", {}, "random is named twice"),
        ("", {}, "name the bots"),
        ("random", {"players": 9}, "for 1 to 5 players, not 9"),
        ("random", {"games": 0}, "from 1 to 10,000,000"),
        ("random", {"budget": "soon"}, "like 50ms, 2s or 200sims, not 'soon'"),
        ("random@0sims", {}, "not '0sims'"),
        ("random@1.5sims", {}, "not '1.5sims'"),
        ("random", {"at_most": "9sims"}, "--at-most takes a time"),
        ("random", {"options": {"deck": "cod"}}, "no option 'deck'"),
    ],
)
def test_mistakes_are_told_in_one_line(bots: str, more: dict[str, object], error: str) -> None:
    with pytest.raises((ArenaError, OptionError), match=error) as raised:
        a_plan(bots, **more)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(MatchError, match="there is no game 'chess'"):
        make_plan("chess", "random", 1)
