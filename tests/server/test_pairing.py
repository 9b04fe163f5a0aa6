"""Who plays whom in a league: everybody once a round, equals with equals, as few meetings twice as possible."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from skerry.server.competition.pairing import RoundDraw, draw_round
from skerry.server.competition.standings import opponents_of, standings_of
from skerry.server.protocol.competition_calls import LeaguePlan
from skerry.server.store.leagues import BYE, LeagueEntry, LeagueRecord, RoundTable, StoredLeague, StoredRound
from skerry.server.store.outcomes import Outcome


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def tournament(count: int, players: int, rounds: int, seed: str) -> list[RoundDraw]:
    """With results by lot."""
    chance = Random(seed)
    met: dict[str, Counter[str]] = {}
    left_out: Counter[str] = Counter()
    order, found = names(count), []
    for number in range(1, rounds + 1):
        draw = draw_round(order, met, left_out, players, seed, number)
        found.append(draw)
        for table in draw.tables:
            for one, two in combinations(table, 2):
                met.setdefault(one, Counter())[two] += 1
                met.setdefault(two, Counter())[one] += 1
        left_out.update(person for table in draw.tables if len(table) < players for person in table)
        left_out.update([draw.bye] if draw.bye else [])
        chance.shuffle(order)
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [2, 5, 9, 16, 23, 64])
def test_everybody_has_one_place_in_each_round(count: int, players: int) -> None:
    for draw in tournament(count, players, 4, "s"):
        people = [person for table in draw.tables for person in table] + ([draw.bye] if draw.bye else [])
        assert sorted(people) == names(count)
        assert all(len(table) == players for table in draw.tables[:-1])
        assert all(len(table) > 1 for table in draw.tables)
        assert (draw.bye is not None) == (count % players == 1)


def test_nobody_is_left_over_again_before_all_others_were() -> None:
    byes = [draw.bye for draw in tournament(7, 2, 7, "s")]
    assert sorted(bye or "" for bye in byes) == names(7)
    short = [person for draw in tournament(8, 3, 4, "s") for table in draw.tables[2:] for person in table]
    assert sorted(short) == names(8)


@pytest.mark.parametrize(
    ("count", "players", "rounds", "most"), [(9, 3, 3, 0), (12, 2, 5, 0), (16, 4, 3, 10), (20, 3, 4, 20)]
)
def test_people_meet_again_only_if_it_cannot_be_helped(count: int, players: int, rounds: int, most: int) -> None:
    """In twenty leagues.  With 20 people, two are left over in each round, whoever they are."""
    again = 0
    for seed in range(20):
        meetings = Counter(
            pair
            for draw in tournament(count, players, rounds, str(seed))
            for table in draw.tables
            for pair in combinations(sorted(table), 2)
        )
        again += sum(times - 1 for times in meetings.values())
    assert again <= most


def test_equals_meet_and_the_draw_is_always_the_same() -> None:
    order = names(9)
    draw = draw_round(order, {}, Counter(), 3, "seed", 2)
    assert [sorted(table) for table in draw.tables] == [order[:3], order[3:6], order[6:]]
    assert draw == draw_round(list(order), {}, Counter(), 3, "seed", 2)
    first = draw_round(order, {}, Counter(), 3, "seed", 1)
    assert first != draw_round(order, {}, Counter(), 3, "other", 1)


# ---- standings


def record_of_games(*rounds: list[RoundTable], players: int = 2) -> LeagueRecord:
    league = StoredLeague("l", "host", "League", LeaguePlan(game="_blank", players=players), "", "running", "s", 0.0)
    entries = [LeagueEntry(person, person, float(n)) for n, person in enumerate(("ann", "ben", "eve", "dan", "fay"))]
    return LeagueRecord(league, entries, [StoredRound(n, 0, 0, tables) for n, tables in enumerate(rounds, 1)])


def game(number: int, **places: int) -> RoundTable:
    people = dict(enumerate(places))
    return RoundTable(number, f"m{number}", False, people, [Outcome(n, p, places[p], 0) for n, p in people.items()])


def test_points_are_those_one_came_in_before_and_ties_count_half() -> None:
    table = game(1, ann=1, ben=2, eve=2, dan=4)
    lines = {line.person: line for line in standings_of(record_of_games([table], players=4))}
    assert [lines[who].points for who in ("ann", "ben", "eve", "dan")] == [3, 1.5, 1.5, 0]
    assert [lines[who].wins for who in ("ann", "ben", "eve", "dan")] == [1, 0, 0, 0]


def test_ties_go_to_wins_then_to_stronger_opponents_then_to_the_earlier_entry() -> None:
    bye = RoundTable(BYE, None, False, {0: "fay"}, [])
    first = [game(1, ann=1, ben=2), game(2, eve=1, dan=2), bye]
    lines = standings_of(record_of_games(first))
    assert [line.person for line in lines] == ["ann", "eve", "fay", "ben", "dan"], "a bye has points, but no win"
    second = [game(1, eve=1, ann=2), game(2, dan=1, ben=2)]
    lines = standings_of(record_of_games(first, second))
    by_person = {line.person: line for line in lines}
    assert by_person["ann"].points == by_person["dan"].points == by_person["fay"].points == 1
    assert (by_person["ann"].strength, by_person["dan"].strength) == (2, 2)  # eve's two and ben's none, each
    assert [line.person for line in lines] == ["eve", "ann", "dan", "fay", "ben"]


def test_a_game_nobody_knows_the_end_of_counts_as_a_tie_and_one_under_way_not_at_all() -> None:
    gone = RoundTable(1, "m", True, {0: "ann", 1: "ben"}, [])
    playing = RoundTable(2, "n", False, {0: "eve", 1: "dan"}, [])
    lines = {line.person: line for line in standings_of(record_of_games([gone, playing]))}
    assert [(lines[who].points, lines[who].games) for who in ("ann", "ben", "eve")] == [(0.5, 1), (0.5, 1), (0, 0)]
    assert opponents_of([gone])["ann"]["ben"] == 1
