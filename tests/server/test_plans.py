"""Planning ahead: decisions made in advance, in secret, and played as soon as the seat is asked."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from skerry.match.planning import PlannedStep, TurnPlan, play_planned
from skerry.server.errors import Conflict
from skerry.server.settings import Settings
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.erasure import export_person, forget_person
from skerry.server.store.plans import dropped_plans, forget_plans, read_plans, replace_plan, write_plan
from skerry.server.store.store import Store
from skerry.server.tables import clock, planning, timeouts
from tests.server.browser import Guest, Running, Seat, is_over, possible
from tests.server.cluster import Cluster
from tests.server.houses import House
from tests.server.test_fence import a_table
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


BUSY = {"messages_per_second": 5_000, "tables_per_hour": 1_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(Settings(data=tmp_path_factory.mktemp("server") / "data", **BUSY))
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "PAUSE", (0.0, 0.0))
    monkeypatch.setattr(planning, "PLAN_LOOKS", 0.1)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, prompt: None) -> None:
    """Whoever has planned seems to think for a long time."""
    monkeypatch.setattr(planning, "PAUSE", (60.0, 60.0))
    monkeypatch.setattr(planning, "PLAN_LOOKS", 60.0)


def two_at(host: Guest, friend: Guest, **more: Any) -> tuple[str, Seat, Seat]:
    """A table that has begun; first whoever is to move, then the one who waits."""
    table, screens = gathered(host, friend, **more)
    all_ready(screens)
    turn = int(screens[0].picture["to_move"])
    return table, screens[turn], screens[1 - turn]


def mine(screen: Seat) -> int:
    return int(screen.update["seats"][0])


def plan(screen: Seat, *moves: str, **more: Any) -> None:
    """Decide in advance, whatever the others do."""
    ask(screen, *moves, **more)
    assert screen.problems == []


def ask(screen: Seat, *moves: str, **more: Any) -> None:
    wish = {"seat": mine(screen), "version": screen.picture["version"], "moves": list(moves), "skips": True}
    send(screen, **(wish | {"type": "make_plan"} | more))


def drop(screen: Seat) -> None:
    send(screen, type="drop_plan", seat=mine(screen))


def send(screen: Seat, **message: Any) -> None:
    number = screen.done + 1_000
    screen.send(n=number, **message)
    screen.until_done(number)


def refused(screen: Seat, *moves: str, **more: Any) -> str:
    ask(screen, *moves, **more)
    return str(screen.problems.pop()["words"])


def planned(screen: Seat) -> list[str]:
    """What it shows of its plan."""
    found = screen.update["plan"]
    return [step["text"] for step in found["steps"]] if found else []


def decide(screen: Seat, text: str = "") -> None:
    screen.until(lambda update: bool(update["picture"]["choices"]))
    move = screen.picture["move"]
    screen.play(text or possible(screen.picture)[0])
    while screen.picture["move"] <= move:
        screen.receive()
        assert screen.problems == []


def dropped(screen: Seat) -> str:
    while not (screen.update["plan"] or {}).get("dropped"):
        screen.receive()
        assert screen.problems == []
    return str(screen.update["plan"]["dropped"])


def texts(store: Store, table: str) -> list[tuple[int, str]]:
    record = store.record(table)
    assert record is not None
    return [(entry.seat, entry.text) for entry in store.load(record).log]


# ---- made, played, dropped, on both engines


@pytest.fixture
def house(database: str, run: Callable[..., Running]) -> Running:
    return run(database=database, **BUSY)


@pytest.fixture
def pair(house: Running, visit: Visit) -> tuple[str, Seat, Seat]:
    return two_at(visit(house), visit(house))


def test_a_plan_is_played_as_soon_as_its_seat_is_asked(
    pair: tuple[str, Seat, Seat], house: Running, database: str
) -> None:
    table, acting, waiting = pair
    plan(waiting, "gather")
    assert planned(waiting) == ["gather"] and planned(acting) == []
    waiting.socket.close()
    decide(acting, "gather")
    acting.until(lambda update: bool(update["picture"]["choices"]))  # the other has moved, though nobody was there
    house.stop()
    store = Store(open_engine(house.data, database))
    assert texts(store, table)[-2:] == [(mine(acting), "gather"), (mine(waiting), "gather")]
    assert read_plans(store, table) == {}
    store.close()


def test_what_is_not_possible_any_more_is_dropped_and_the_player_learns_why(house: Running, visit: Visit) -> None:
    _, acting, waiting = two_at(visit(house), visit(house), game="nusfjord")
    plan(waiting, "place gold")
    decide(acting, "place gold")
    words = dropped(waiting)
    assert "is not possible." in words and waiting.picture["choices"]
    decide(waiting)
    assert dropped(waiting) == words  # it stays until it was seen
    drop(waiting)
    assert waiting.update["plan"] is None
    assert acting.update["plan"] is None


def test_a_plan_can_be_changed_and_dropped_at_any_time(pair: tuple[str, Seat, Seat]) -> None:
    _, acting, waiting = pair
    plan(waiting, "gather")
    plan(waiting, "rest", "gather")
    assert planned(waiting) == ["rest", "gather"]
    drop(waiting)
    assert waiting.update["plan"] is None
    decide(acting, "gather")
    decide(waiting, "gather")  # nobody has decided for it


def test_several_decisions_are_made_one_after_the_other(pair: tuple[str, Seat, Seat]) -> None:
    _, acting, waiting = pair
    plan(waiting, "gather", "rest")
    for _ in range(2):
        decide(acting, "gather")
    acting.until(lambda update: bool(update["picture"]["choices"]))  # both choose a pool now, in secret
    waiting.until(lambda update: update["picture"]["version"] >= acting.picture["version"])
    lines = [line["words"] for line in waiting.picture["lines"] if line["seat"] == mine(waiting)]
    assert len(lines) == 2 and waiting.update["plan"] is None


# ---- conditions


def test_a_decision_by_hand_ends_the_plan_unless_it_is_the_planned_one(ann: Guest, ben: Guest, slow: None) -> None:
    _, acting, waiting = two_at(ann, ben)
    plan(waiting, "gather", "rest")
    decide(acting, "gather")
    decide(waiting, "gather")
    assert planned(waiting) == ["rest"]
    decide(acting, "gather")
    decide(waiting, "gather")
    assert waiting.update["plan"] is None


def test_only_if_nobody_has_been_there(server: Running, visit: Visit) -> None:
    for only_if, is_kept in (["untouched"], False), ([], True):
        _, acting, waiting = two_at(visit(server), visit(server), game="buru")
        plan(waiting, "go lake", "lay 3", only_if=only_if)
        decide(acting, "go lake")
        decide(acting, "lay 5")
        if is_kept:
            acting.until(lambda update: bool(update["picture"]["choices"]))
        else:
            assert "has been there" in dropped(waiting)


def test_only_if_the_others_do_as_was_tried_out(server: Running, visit: Visit) -> None:
    for text in ("gather", "rest"):
        _, acting, waiting = two_at(visit(server), visit(server))
        plan(waiting, "gather", "rest", skips=False, only_if=["others"])
        assert planned(waiting) == ["rest"]
        decide(acting, text)
        if text == "gather":
            acting.until(lambda update: bool(update["picture"]["choices"]))
        else:
            assert "not done what you tried out" in dropped(waiting)


def test_a_question_without_an_answer_stops_the_plan(ann: Guest, ben: Guest) -> None:
    _, acting, waiting = two_at(ann, ben, game="nusfjord")
    screen = waiting
    plan(screen, "place build")
    decide(acting)
    screen.until(lambda update: bool(update["picture"]["choices"]) and update["plan"] is None)  # which Building?
    assert screen.picture["question"]["kind"] == "building" and screen.update["plan"] is None
    assert screen.picture["to_move"] == mine(screen)


def test_what_its_own_move_reveals_ends_a_plan_unless_it_may_go_on(server: Running, visit: Visit) -> None:
    for past_news in False, True:
        _, acting, waiting = two_at(visit(server), visit(server))
        plan(waiting, "draw", "rest", past_news=past_news)
        decide(acting, "gather")
        if past_news:
            decide(acting, "gather")
            acting.until(lambda update: bool(update["picture"]["choices"]))
            assert not any((json.loads(heard).get("plan") or {}).get("dropped") for heard in waiting.heard)
        else:
            assert "revealed something new" in dropped(waiting)


def test_passing_stands_until_the_round_ends(ann: Guest, ben: Guest) -> None:
    _, acting, waiting = two_at(ann, ben)
    plan(waiting, "rest", stands=True)
    assert waiting.update["plan"]["stands"]
    for _ in range(2):
        decide(acting, "gather")
    waiting.until(lambda update: update["picture"]["question"]["kind"] == "pool")
    assert planned(waiting) == ["rest"]  # the pools are not for it to choose
    decide(acting)
    decide(waiting)
    waiting.until(lambda update: update["picture"]["view"]["round"] == 2)
    assert waiting.update["plan"] is None
    waiting.until(lambda update: bool(update["picture"]["choices"]))


def test_simultaneous_choices_wait_for_nobody_who_has_chosen(ann: Guest, ben: Guest) -> None:
    _, acting, waiting = two_at(ann, ben, game="tungaru")
    while acting.picture["question"]["kind"] != "leader":
        for screen in (acting, waiting):
            screen.until(lambda update, v=acting.picture["version"]: update["picture"]["version"] >= v)
        asked = acting if acting.picture["to_move"] == mine(acting) else waiting
        decide(asked)
        for screen in (acting, waiting):
            screen.until(lambda update, v=asked.picture["version"]: update["picture"]["version"] >= v)
    first, last = (acting, waiting) if acting.picture["to_move"] == mine(acting) else (waiting, acting)
    assert last.update["together"] and not first.update["together"]
    plan(last, "leader chief")
    decide(first, "leader worker")
    first.until(lambda update: update["picture"]["question"]["kind"] != "leader")
    assert last.until(lambda update: update["picture"]["question"]["kind"] != "leader")["plan"] is None


# ---- taking back, late, a bot


def test_others_may_take_back_before_the_plan_is_played(ann: Guest, ben: Guest, slow: None) -> None:
    _, acting, waiting = two_at(ann, ben)
    plan(waiting, "gather")
    decide(acting, "rest")
    move = acting.picture["move"]
    acting.undo()
    acting.until(lambda update: update["picture"]["move"] < move)
    waiting.until(lambda update: update["picture"]["version"] >= acting.picture["version"])
    assert planned(waiting) == ["gather"]


def test_what_one_takes_back_is_not_played_again(ann: Guest, ben: Guest) -> None:
    _, acting, waiting = two_at(ann, ben)
    plan(waiting, "gather", "gather")
    decide(acting, "rest")
    waiting.until(lambda update: len(planned(waiting)) == 1 and update["picture"]["undo"])
    waiting.undo()
    waiting.until(lambda update: bool(update["picture"]["choices"]))
    assert waiting.update["plan"] is None
    decide(waiting, "rest")


def test_a_turn_that_is_checked_holds_up_the_plan(ann: Guest, ben: Guest) -> None:
    _, acting, waiting = two_at(ann, ben, checking="none")
    plan(waiting, "gather")
    move = acting.picture["move"]
    acting.play("gather", hold=True)
    acting.until(lambda update: update["picture"]["move"] > move and update["waiting"] is not None)
    waiting.until(lambda update: update["waiting"] is not None)
    assert planned(waiting) == ["gather"]
    acting.send(type="confirm", seat=mine(acting), version=acting.picture["version"])
    acting.until(lambda update: bool(update["picture"]["choices"]) and update["waiting"] is None)


def test_a_plan_waits_while_the_game_is_paused(monkeypatch: pytest.MonkeyPatch, ann: Guest, ben: Guest) -> None:
    monkeypatch.setattr(planning, "PAUSE", (0.5, 0.5))
    _, acting, waiting = two_at(ann, ben)
    host = acting if acting.friends["hosting"] else waiting
    plan(waiting, "gather")
    decide(acting, "gather")
    host.send(type="pause", paused=True)
    host.until_friends(lambda friends: friends["paused"] is not None)
    move = host.picture["move"]
    time.sleep(1.0)
    assert planned(waiting) == ["gather"]
    host.send(type="pause", paused=False)
    host.until_friends(lambda friends: friends["paused"] is None)
    assert host.picture["move"] == move
    host.until(lambda update: update["picture"]["move"] > move)


def test_a_bot_that_sits_in_ends_the_plan(ann: Guest, ben: Guest) -> None:
    _, _, waiting = two_at(ann, ben)
    plan(waiting, "gather")
    waiting.send(type="stand_in", bot="random")
    assert "bot is playing" in dropped(waiting)


def test_a_plan_that_comes_too_late_gives_way_to_the_bot(
    monkeypatch: pytest.MonkeyPatch, ann: Guest, ben: Guest, slow: None
) -> None:
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    monkeypatch.setattr(clock, "GRACE", 0.5)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    _, acting, waiting = two_at(ann, ben, pace={"kind": "live", "amount": 180, "late": "bot"})
    plan(waiting, "gather")
    decide(acting, "gather")
    assert "bot is playing" in dropped(waiting)


def test_bots_and_plans_take_turns(ann: Guest, ben: Guest) -> None:
    """A bot moves, then the plan, and so on; only one of the people does anything."""
    _, screens = gathered(ann, ben, seats="Ann open bot")
    all_ready(screens)
    ann_sees, ben_sees = screens
    ann_sees.until(lambda update: update["picture"]["to_move"] in (0, 1))
    if ann_sees.picture["to_move"] == 1:
        decide(ben_sees)
    version = ann_sees.until(lambda update: bool(update["picture"]["choices"]))["picture"]["version"]
    ben_sees.until(lambda update: update["picture"]["version"] >= version)
    plan(ben_sees, "rest", stands=True)
    ann_sees.until(lambda update: bool(update["picture"]["choices"]))
    while ann_sees.picture["question"]["kind"] == "turn":
        decide(ann_sees, "gather")
        ann_sees.until(lambda update: bool(update["picture"]["choices"]) or update["together"])
    assert ben_sees.problems == []


# ---- secret


def test_nobody_else_is_sent_anything_when_somebody_plans(server: Running, visit: Visit) -> None:
    ann, ben, eve = visit(server), visit(server), visit(server)
    table, acting, waiting = two_at(ann, ben, watching=True)
    eve_sees = eve.gather(table)
    eve_sees.until(lambda update: True)
    others = (acting, eve_sees)
    for screen in others:
        screen.send(type="outline", wanted=True)
        screen.until(lambda update: bool(update["picture"]["outline"]))
    before = [list(screen.heard) for screen in others]
    homes = [guest.home()["tables"] for guest in (ann, eve)]
    plan(waiting, "gather", "rest")
    drop(waiting)
    plan(waiting, "rest")
    assert homes == [guest.home()["tables"] for guest in (ann, eve)]
    acting.send(type="say", words="x")
    for screen in others:
        screen.until_said("x")
    for screen, heard in zip(others, before, strict=True):
        new = [json.loads(text) for text in screen.heard[len(heard) :]]
        assert {message["type"] for message in new} <= {"talk", "friends"}, new
    decide(acting, "gather")
    acting.until(lambda update: bool(update["picture"]["choices"]))
    eve_sees.until(lambda update: update["picture"]["version"] >= acting.picture["version"])
    for screen in others:
        assert not any('"plan"' in heard for heard in screen.heard)


def test_a_plan_goes_with_its_person(server: Running, visit: Visit) -> None:
    eve = visit(server)
    table, acting, waiting = two_at(visit(server), visit(server))
    plan(waiting, "gather")
    waiting.send(type="leave", bot="random")
    acting.until_friends(lambda friends: not all(sitter["person"] for sitter in friends["seats"]))
    watching = eve.gather(table)
    watching.until(lambda update: True)
    assert watching.update["plan"] is None


# ---- limits


def test_what_cannot_be_planned(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, acting, waiting = two_at(ann, ben)
    assert "your turn" in refused(acting, "gather")
    assert "own seat" in refused(waiting, "gather", seat=mine(acting))
    assert "not possible" in refused(waiting, "gather", "nonsense")
    assert "decides nothing" in refused(waiting)
    assert "moved on" in refused(waiting, "gather", version=999)
    assert "cannot depend" in refused(waiting, "gather", only_if=["others"])
    assert "Only passing a turn" in refused(waiting, "gather", stands=True)
    spectator = visit(server).gather(table)
    spectator.until(lambda update: True)
    spectator.send(type="make_plan", seat=mine(waiting), version=waiting.picture["version"], moves=["gather"])
    assert "watching" in spectator.problem()["words"]
    spectator.send(type="drop_plan", seat=mine(waiting))
    assert "watching" in spectator.problem()["words"]
    shared = visit(server)
    alone = shared.sit(shared.start("Ann Ben"))
    alone.send(type="make_plan", seat=1 - alone.picture["to_move"], version=alone.picture["version"], moves=["gather"])
    assert "shared screen" in alone.problem()["words"]
    for bad in ({"moves": ["x"] * 61}, {"moves": ["x" * 101]}, {"only_if": ["magic"]}, {"moves": [], "extra": 1}):
        waiting.send(type="make_plan", seat=mine(waiting), version=1, **({"moves": []} | bad))
        assert waiting.problem()["words"]
    assert waiting.update["plan"] is None


# ---- nothing is lost


@pytest.mark.parametrize("moves_first", [False, True])
def test_plans_survive_a_crash(tmp_path: Path, moves_first: bool) -> None:
    """Before the other has moved, and between that move and the planned one."""
    first = House("", tmp_path / "data")
    ann, ben = Guest(first.host), Guest(first.host)
    for guest in (ann, ben):
        guest.home()
    table, acting, waiting = two_at(ann, ben)
    guests = [ann, ben]
    plan(waiting, "gather")
    if moves_first:
        decide(acting, "gather")
    first.end(signal.SIGKILL)
    second = House("", tmp_path / "data")
    back = Guest(second.host)
    back.http.cookies = guests[mine(acting)].http.cookies
    screen = back.gather(table)
    screen.until(lambda update: True)
    if not moves_first:
        decide(screen, "gather")
    screen.until(lambda update: bool(update["picture"]["choices"]) and update["picture"]["move"] > 1)
    second.end(signal.SIGTERM)
    store = Store(tmp_path / "data" / "matches.sqlite3")
    said = [entry for entry in texts(store, table) if entry[1] == "gather"]
    assert said == [(mine(acting), "gather"), (mine(waiting), "gather")]
    store.close()


def test_whoever_forgets_a_person_forgets_the_plan(house: Running, visit: Visit, database: str) -> None:
    ann, ben = visit(house), visit(house)
    table, acting, waiting = two_at(ann, ben, game="nusfjord")
    plan(waiting, "place gold")
    decide(acting, "place gold")
    dropped(waiting)
    house.stop()
    store = Store(open_engine(house.data, database))
    found = dropped_plans(store, 0.0)
    assert [(row.match, row.seat) for row in found] == [(table, mine(waiting))] and found[0].words
    assert json.loads(export_person(store, found[0].person))["games"][0]["your_plans"][0]["dropped"]
    forget_person(store, found[0].person)
    assert read_plans(store, table) == {}
    store.close()


def test_a_plan_that_was_just_dropped_is_not_played(store: Store) -> None:
    """By its player at another process, between the look at it and the move."""
    record, match = a_table(store, "one")
    seat = match.to_move
    assert seat is not None
    text = match.actions.text(match.state.legal_actions()[0])
    step = PlannedStep(text, text, "turn")
    store.put(lambda db: write_plan(db, record, seat, TurnPlan((step,), len(match.log)))).result(30)
    seen, before = read_plans(store, "one")[seat], match.snapshot()
    store.put(lambda db: forget_plans(db, "one", [seat])).result(30)
    entries, rest, _ = play_planned(match, seat, seen.plan)
    with pytest.raises(Conflict):
        more = partial(replace_plan, id_="one", old=seen, rest=rest)
        store.append(record, len(before.log), entries, match, more=more).result(30)
    assert store.length("one") == len(before.log)
    stale = store.record("one")
    assert stale is not None and stale.rev == record.rev  # planning is no change that others could notice


# ---- several processes


@pytest.fixture
def two(cluster: Cluster, tmp_path: Path) -> Iterator[list[Running]]:
    address = cluster.new_database()
    running = [Running(Settings(data=tmp_path / name, database=address)) for name in "ab"]
    yield running
    for one in running:
        one.stop()


def test_whichever_process_writes_the_move_plays_the_plan(two: list[Running], visit: Visit) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    _, acting, waiting = two_at(ann, ben)
    for _ in range(2):
        plan(waiting, "rest")
        waiting.until(lambda update: bool(planned(waiting)))
        decide(acting, "gather")
        acting.until(lambda update: bool(update["picture"]["choices"]))
        waiting.until(lambda update: update["picture"]["version"] >= acting.picture["version"])
        assert waiting.update["plan"] is None
    assert acting.problems == waiting.problems == []


def test_a_plan_made_at_one_device_is_shown_at_the_other(two: list[Running], visit: Visit) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    table, _, waiting = two_at(ann, ben)
    other = visit(two[0])
    other.http.cookies = (ann, ben)[mine(waiting)].http.cookies
    screen = other.gather(table)
    screen.until(lambda update: True)
    plan(waiting, "gather")
    screen.until(lambda update: bool(update["plan"]))
    drop(screen)
    waiting.until(lambda update: update["plan"] is None)


# ---- a whole game


@pytest.mark.parametrize("name", ["_blank", "nusfjord", "tungaru", "buru"])
def test_a_whole_game_in_which_everybody_plans(name: str, server: Running, visit: Visit) -> None:
    """Whoever waits plans what they would like to do; whoever is asked decides."""
    options = {"stall": "end"} if name == "tungaru" else {}
    _, acting, waiting = two_at(visit(server), visit(server), game=name, options=options)
    screens = sorted((acting, waiting), key=mine)
    ends = time.monotonic() + 25
    count = 0
    while not is_over(screens[0].update) and (name == "_blank" or time.monotonic() < ends):
        turn = int(screens[0].picture["to_move"])
        other = screens[1 - turn]
        if other.update["plan"] is None:
            other.send(type="imagine", seat=1 - turn, version=other.picture["version"], moves=[], skips=True)
            while other.receive()["type"] != "imagined":
                assert other.problems == []
            wishes = possible(other.imagined["now"])
            if wishes:
                plan(other, wishes[count % len(wishes)])
                count += 1
        elif other.update["plan"].get("dropped"):
            drop(other)
        assert other.problems == []
        asked = screens[turn]
        version = asked.picture["version"]
        asked.play(possible(asked.picture)[count % len(possible(asked.picture))])
        asked.until(lambda update, version=version: update["picture"]["version"] > version)
        settle(screens)
    assert count > 5


def settle(screens: list[Seat]) -> None:
    """Until somebody has to decide, and both screens show it."""
    while True:
        version = max(screen.picture["version"] for screen in screens)
        for screen in screens:
            screen.until(lambda update, version=version: update["picture"]["version"] >= version)
        if is_over(screens[0].update) or screens[0].picture["version"] != screens[1].picture["version"]:
            if is_over(screens[0].update):
                return
            continue
        asked = screens[int(screens[0].picture["to_move"])]
        found = asked.update["plan"]
        if found is None or found.get("dropped"):
            return
        asked.receive()
