"""Bots at a table go on with their search within a turn, and never with one of another position."""

from collections.abc import Iterator

import pytest

from skerry.bots import Observer, levels
from skerry.bots.bot import Budget
from skerry.bots.levels import Level
from skerry.bots.search_bot import SearchBot
from skerry.match import Match, SeatPlan
from skerry.server.bots import kept_bots
from skerry.server.bots.fair_queue import Errand, Turns
from skerry.server.bots.kept_bots import BOTS, KeptBot, KeptBots, Position
from skerry.server.bots.thinking import Thinking
from skerry.server.tables.table_bots import taken_back
from tests.loop import finished

pytestmark = pytest.mark.both

LEVEL = "expert"


@pytest.fixture
def carried(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many simulations each decision found in its tree."""
    found: list[int] = []
    resume = SearchBot.resume

    def counted(self: SearchBot, observer: Observer) -> object:
        search = resume(self, observer)
        found.append(0 if search is None else int(search.root.visits))
        return search

    monkeypatch.setattr(SearchBot, "resume", counted)
    few = Level(levels.LEVELS[LEVEL].make, Budget(simulations=12))
    monkeypatch.setitem(levels.LEVELS, LEVEL, few)
    yield found


def a_match(seed: str = "1") -> Match:
    match = Match("nusfjord", [SeatPlan("Ann", LEVEL), SeatPlan("Ben", LEVEL)], seed=seed)
    match.begin()
    return match


def observed(match: Match) -> Observer:
    assert match.to_move is not None
    return Observer(match.game, match.state, match.to_move)


def at(match: Match, table: str = "table") -> Position:
    return Position(table, len(match.log), taken_back(match))


def decide(bots: KeptBots, match: Match, table: str = "table", level: str = LEVEL) -> None:
    observer = observed(match)
    match.play(observer.seat, match.actions.text(bots.choose(level, observer, at(match, table))))


def kept(bots: KeptBots, match: Match) -> SearchBot | None:
    """The bot of the seat that decides now."""
    found = bots.bots.get(("table", observed(match).seat, LEVEL))
    assert found is None or isinstance(found.bot, SearchBot)
    return found.bot if found else None


def in_a_turn() -> tuple[KeptBots, Match, SearchBot]:
    """A bot in the middle of its turn, with the tree of its last decision."""
    bots, match = KeptBots(), a_match()
    while (bot := kept(bots, match)) is None or bot.last is None:
        decide(bots, match)
    return bots, match, bot


def test_a_bot_goes_on_with_its_tree_within_its_turn(carried: list[int]) -> None:
    bots, match = KeptBots(), a_match()
    for _ in range(30):
        decide(bots, match)
    assert sum(found > 0 for found in carried) > len(carried) / 4
    assert len(bots.bots) == 2


def test_it_decides_as_a_bot_that_plays_the_whole_game_would(
    carried: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_bots.secrets, "randbits", lambda bits: 7)
    match, whole = a_match(), a_match()
    bots, players = KeptBots(), [levels.make_bot(LEVEL, "nusfjord", 7) for _ in range(2)]
    for _ in range(20):
        decide(bots, match)
        observer = observed(whole)
        whole.play(observer.seat, whole.actions.text(players[observer.seat].choose(observer)))
    assert match.log == whole.log


def test_the_tree_is_there_for_the_next_decision(carried: list[int]) -> None:
    bots, match, _ = in_a_turn()
    decide(bots, match)
    assert carried[-1] > 0


def test_after_something_was_taken_back_there_is_a_new_bot(carried: list[int]) -> None:
    bots, match, bot = in_a_turn()
    seat = observed(match).seat
    match.undo(seat)
    assert taken_back(match) == len(match.log)
    decide(bots, match)
    assert carried[-1] == 0
    assert bots.bots["table", seat, LEVEL].bot is not bot


def test_a_decision_before_that_does_not_matter(carried: list[int]) -> None:
    bots, match, _ = in_a_turn()
    match.undo(observed(match).seat)
    decide(bots, match)
    while (bot := kept(bots, match)) is None or bot.last is None:
        decide(bots, match)
    decide(bots, match)
    assert carried[-1] > 0 and 0 < taken_back(match) < len(match.log)


@pytest.mark.parametrize("change", [{"table": "another"}, {"level": "hard"}])
def test_another_table_or_level_has_another_bot(carried: list[int], change: dict[str, str]) -> None:
    bots, match, bot = in_a_turn()
    decide(bots, match, **change)
    assert bot in [other.bot for other in bots.bots.values()]
    assert next(reversed(bots.bots.values())).bot is not bot


def test_a_shorter_log_than_the_one_it_has_seen_gets_a_new_bot(carried: list[int]) -> None:
    bots, match, bot = in_a_turn()
    seat = observed(match).seat
    bots.bots["table", seat, LEVEL] = KeptBot(bot, len(match.log) + 1, 0)
    decide(bots, match)
    assert bots.bots["table", seat, LEVEL].bot is not bot


def test_only_some_bots_are_kept_the_last_ones(monkeypatch: pytest.MonkeyPatch, carried: list[int]) -> None:
    monkeypatch.setattr(kept_bots, "MOST_BOTS", 3)
    bots, match = KeptBots(), a_match()
    for number in range(6):
        bots.choose("novice", observed(match), at(match, f"table {number}"))
    assert [table for table, _, _ in bots.bots] == ["table 3", "table 4", "table 5"]


def test_when_another_seat_decides_next_no_tree_is_kept(carried: list[int]) -> None:
    bots, match = KeptBots(), a_match()
    for _ in range(20):
        decide(bots, match)
        for (_, seat, _), other in bots.bots.items():
            assert isinstance(other.bot, SearchBot)
            assert other.bot.last is None or seat == match.to_move
            assert (other.nodes > 0) == (other.bot.last is not None)


def test_large_trees_make_way(monkeypatch: pytest.MonkeyPatch, carried: list[int]) -> None:
    bots, match, bot = in_a_turn()
    monkeypatch.setattr(kept_bots, "MOST_NODES", 2 * bot.size())
    for number in range(6):
        bots.choose(LEVEL, observed(match), at(match, f"table {number}"))
        assert sum(other.nodes for other in bots.bots.values()) <= 2 * bot.size()
    assert bot not in [other.bot for other in bots.bots.values()]


def count_kept() -> int:
    return len(BOTS.bots)


def test_the_process_that_thought_for_a_table_has_its_bots() -> None:
    mind, match = Thinking(deadline=60, processes=2), a_match()

    async def play() -> list[int]:
        for table in ("hers", "hers", "his", "hers"):
            await mind.choose("novice", observed(match), Errand("Ann", table), at(match, table))
        return [pool.submit(count_kept).result() for pool in mind.pools if pool.runners]

    try:
        assert finished(play()) == [2]
    finally:
        mind.close()


def test_a_table_gets_the_process_that_has_its_tree_but_never_waits_for_it() -> None:
    async def run() -> None:
        turns = Turns(["a", "b"])
        first = Errand("Ann", "hers")
        assert await turns.take(first) == "b"
        other = Errand("Ben", "his")
        assert await turns.take(other) == "a"
        turns.give_back(first, "b")
        turns.give_back(other, "a")
        again = Errand("Ann", "hers")
        assert await turns.take(again) == "b", "though it was given back before the other"
        assert await turns.take(Errand("Cay", "hers")) == "a", "at once"

    finished(run())
