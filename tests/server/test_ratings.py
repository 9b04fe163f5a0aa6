"""Ratings: what counts and how much, the same on every database, however many processes count, and recomputable."""

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from skerry.match import Match, SeatPlan
from skerry.match.asides import RESIGNS
from skerry.server.competition.ratings import LEAST_GAMES, PER_DAY, Ratings, recount
from skerry.server.competition.skill import rate_game, rating_shown
from skerry.server.errors import StoreError
from skerry.server.protocol.competition_calls import PoolShown
from skerry.server.store import ratings
from skerry.server.store.engine.db import Db
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.engine.folder import hold
from skerry.server.store.outcomes import INSERT_OUTCOME, INSERT_RATED, outcomes_of
from skerry.server.store.ratings import RatingPool, Skill
from skerry.server.store.seats import Place
from skerry.server.store.store import Store
from tests.loop import finished
from tests.terminal.command import run

DAY = 24 * 3600.0
PAIR = RatingPool("_blank", 2)


@pytest.fixture
def reopen(tmp_path: Path, database: str) -> Iterator[Callable[[], Store]]:
    """Open the store, again and again, as several processes do."""
    stores: list[Store] = []

    def start() -> Store:
        stores.append(Store(open_engine(tmp_path, database)))
        return stores[-1]

    yield start
    for store in stores:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    return reopen()


def play(store: Store, match: str, *order: str, at: float = 0.0, ties: bool = False) -> None:
    """A rated game that these have finished in this order."""

    def work(db: Db) -> None:
        rows = [(match, seat, player, 1 if ties else seat + 1, 10 - seat) for seat, player in enumerate(order)]
        db.executemany(INSERT_OUTCOME, rows)
        people = sorted(player for player in order if not player.startswith("bot:"))
        db.execute(INSERT_RATED, (match, "_blank", len(order), at, " ".join(people)))

    store.put(work).result(30)


def count(store: Store) -> None:
    finished(Ratings(store).count())


def everything(store: Store) -> list[object]:
    return [
        store.read("SELECT game, players, player, mu, sigma, games FROM ratings ORDER BY game, players, player"),
        store.read("SELECT match, player, mu, sigma FROM rating_changes ORDER BY match, player"),
        store.read("SELECT match, number, counts FROM rated_games ORDER BY match"),
        store.read("SELECT game, players, counted FROM rating_pools ORDER BY game, players"),
    ]


def season(store: Store, games: int = 60) -> None:
    """Many games of changing people, some with bots and ties, and too many of the same on some days."""
    chance = random.Random(5)
    for number in range(games):
        order = chance.sample(["ann", "ben", "eve", "dan", "bot:medium"], chance.choice([2, 2, 3]))
        if sum(not player.startswith("bot:") for player in order) > 1:
            play(store, f"g{number}", *order, at=number * DAY / 8, ties=chance.random() < 0.1)


# ---- how much


def test_ratings_are_those_of_openskill() -> None:
    model = PlackettLuce()
    known = {"ann": Skill(28.0, 3.0, 7), "ben": Skill(22.0, 6.0, 2)}
    found = rate_game([("ben", 1), ("ann", 2), ("eve", 2)], known)
    teams = [[model.rating(mu=22.0, sigma=6.0)], [model.rating(mu=28.0, sigma=3.0)], [model.rating()]]
    rated = model.rate(teams, ranks=[1, 2, 2])
    assert [(found[who].mu, found[who].sigma) for who in ("ben", "ann", "eve")] == [
        (team[0].mu, team[0].sigma) for team in rated
    ]
    assert [found[who].games for who in ("ann", "ben", "eve")] == [8, 3, 1]


def test_two_bots_of_a_level_are_rated_as_one() -> None:
    found = rate_game([("bot:easy", 3), ("ann", 1), ("bot:easy", 2), ("ben", 4)], {})
    assert set(found) == {"bot:easy", "ann", "ben"}
    assert found["ann"].mu > found["bot:easy"].mu > found["ben"].mu
    assert found["bot:easy"].games == 1


def test_a_newcomer_has_1000_and_nobody_is_sure_of_it(store: Store) -> None:
    newcomer = rating_shown(Skill(25.0, 25 / 3))
    assert (newcomer.number, newcomer.spread, newcomer.unsure) == (1000, 400, True)
    chance = random.Random(1)
    for number in range(60):
        play(store, f"g{number:02}", *chance.sample(["ann", "ben"], 2), at=number * DAY)
    count(store)
    early = [point.skill for point in ratings.read_curve(store, "ann", PAIR, 100)][:10]
    assert all(rating_shown(skill).unsure for skill in early)
    known = rating_shown(ratings.ratings_of(store, "ann")[PAIR])
    assert not known.unsure and known.games == 60 and abs(known.number - 1000) < known.spread


# ---- what counts


def over(*seats: str, resigned: tuple[int, ...] = ()) -> Match:
    match = Match("_blank", [SeatPlan(f"P{n}", None if who == "me" else who) for n, who in enumerate(seats)], seed="1")
    match.begin()
    chance = random.Random(3)
    for seat in resigned:
        match.aside(seat, RESIGNS)
    while (seat := match.to_move) is not None:  # type: ignore[assignment]
        match.play(seat, match.actions.text(chance.choice(list(match.state.legal_actions()))))
    return match


def test_places_go_by_victory_and_points_and_who_gives_up_is_last() -> None:
    match = over("me", "me", "me", "medium", resigned=(2,))
    best = [seat for seat in (0, 1, 3) if seat in match.winners]
    people = [Place("ann"), Place("ben"), Place("eve"), Place(None)]
    found = outcomes_of(match, people, {0: "ann", 1: "ben", 2: "eve"})
    assert [line.place for line in found if line.seat in best] == [1] * len(best)
    assert found[2].place == 4 and found[3].player == "bot:medium"
    assert [line.points for line in found] == [int(match.state.score(seat)) for seat in range(4)]
    left = outcomes_of(match, [Place("ann"), Place(None), Place("eve"), Place(None)], {1: "ben"})
    assert (left[1].player, left[1].place, left[2].place) == ("ben", 3, 3), "those who gave up share the last place"


def test_of_the_same_people_only_a_few_games_a_day_count(store: Store) -> None:
    for number in range(PER_DAY + 4):
        play(store, f"g{number}", "ann", f"bot:{number}", "ben", at=1000.0 + number)  # whatever bots they bring
    play(store, "next day", "ben", "bot:easy", "ann", at=DAY + 5)
    play(store, "others", "ann", "bot:easy", "eve", at=2000.0)
    count(store)
    skill = ratings.ratings_of(store, "ann")[RatingPool("_blank", 3)]
    assert skill.games == PER_DAY + 2
    assert ratings.ratings_of(store, "eve")[RatingPool("_blank", 3)].games == 1


def test_each_number_of_players_has_ratings_of_its_own(store: Store) -> None:
    play(store, "two", "ann", "ben")
    play(store, "three", "ben", "eve", "ann")
    count(store)
    mine = ratings.ratings_of(store, "ann")
    assert mine[PAIR].mu > 25 > mine[RatingPool("_blank", 3)].mu


# ---- once, in order, whatever happens


def test_counting_anew_gives_the_same(store: Store) -> None:
    season(store)
    for _ in range(3):  # in pieces, as they come
        for pool in ratings.pools_to_count(store):
            work = partial(ratings.count_rated, pool=pool, rate=rate_game, per_day=PER_DAY, most=7)
            store.put(work).result(30)
    count(store)
    before = everything(store)
    assert recount(store) == {pool: len(store.read(GAMES_OF, *pool_key(pool))) for pool in ratings.all_pools(store)}
    assert everything(store) == before


GAMES_OF = "SELECT match FROM rated_games WHERE game = ? AND players = ?"


def pool_key(pool: RatingPool) -> tuple[str, int]:
    return pool.game, pool.players


def test_a_game_that_comes_late_is_counted_after_those_before_it_also_anew(store: Store) -> None:
    play(store, "b", "ann", "ben", at=100.0)
    count(store)
    play(store, "a", "ben", "ann", at=50.0)  # another process was slow to write it
    count(store)
    assert store.read("SELECT match FROM rated_games ORDER BY number") == [("b",), ("a",)]
    before = everything(store)
    recount(store)
    assert everything(store) == before


def test_several_processes_count_each_game_once(reopen: Callable[[], Store]) -> None:
    stores = [reopen() for _ in range(3)]
    season(stores[0])
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(count, stores))
    before = everything(stores[0])
    assert stores[0].read("SELECT count(*) FROM rated_games WHERE counts IS NULL") == [(0,)]
    recount(stores[1])
    assert everything(stores[0]) == before


def test_a_process_that_dies_while_counting_leaves_nothing_half_done(reopen: Callable[[], Store]) -> None:
    store = reopen()
    season(store, 20)
    calls = itertools.count()

    def dies(*what: object) -> dict[str, Skill]:
        if next(calls) == 5:
            raise RuntimeError("killed")
        return rate_game(*what)  # type: ignore[arg-type]

    before = everything(store)
    work = partial(ratings.count_rated, pool=PAIR, rate=dies, per_day=PER_DAY)
    with pytest.raises(StoreError):
        store.put(work).result(30)
    assert everything(store) == before
    count(reopen())
    other = everything(store)
    recount(store)
    assert everything(store) == other


# ---- showing


def pool_of(store: Store, person: str) -> PoolShown:
    (found,) = [pool for pool in Ratings(store).read(person).pools if pool.players == 2]
    return found


def test_the_leaderboard_lists_those_with_enough_games_and_shows_everybody_their_curve(store: Store) -> None:
    def work(db: Db) -> None:
        for person in ("ann", "ben", "eve"):
            row = (person, person, 0.0, f"{person}s-account")
            db.execute("INSERT INTO people (id, name, created, account) VALUES (?, ?, ?, ?)", row)

    store.put(work).result(30)
    for number in range(LEAST_GAMES):
        play(store, f"g{number}", "ann", "ben", at=number * DAY)
    play(store, "eves", "eve", "ann", at=99 * DAY)
    count(store)
    mine = pool_of(store, "ann")
    assert [(line.place, line.name, line.mine) for line in mine.leaders] == [
        (1, "anns-account", True),
        (2, "bens-account", False),
    ]
    assert [point.match for point in mine.curve] == [*(f"g{number}" for number in range(LEAST_GAMES)), "eves"]
    numbers = [point.number for point in mine.curve]
    assert numbers[:-1] == sorted(numbers[:-1]) and numbers[-1] < numbers[-2]
    assert mine.mine is not None and mine.mine.number == numbers[-1] and mine.mine.games == LEAST_GAMES + 1
    assert pool_of(store, "eve").mine is not None and not any(line.mine for line in pool_of(store, "eve").leaders)
    assert pool_of(store, "stranger").mine is None


def test_the_command_counts_anew(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    store = Store(data / "matches.sqlite3")
    season(store)
    count(store)
    before = everything(store)
    store.put(lambda db: db.execute("UPDATE ratings SET mu = 99")).result(30)
    store.close()
    done = run("recount-ratings", "--data", data)
    assert done.returncode == 0 and "_blank, 2 players: " in done.stdout
    store = Store(data / "matches.sqlite3")
    assert everything(store) == before
    store.close()
    with contextlib.closing(hold(data)):
        assert "another Skerry is using it" in run("recount-ratings", "--data", data).stderr
    assert "there are no games" in run("recount-ratings", "--data", tmp_path / "nowhere").stderr
