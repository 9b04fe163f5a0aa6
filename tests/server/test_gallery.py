"""Those who watch have a list and a chat of their own; the players see nothing of it before the end."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.server.settings import Settings
from skerry.server.store.gallery import MAX_GALLERY, GalleryLine, read_gallery, say_in_gallery
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running, Seat
from tests.server.test_aftermath import link_of, watch
from tests.server.test_friends import all_ready, gathered, play_together

Visit = Callable[[Running], Guest]
SECRET = "Ann should take the Dairy"


def watching(guest: Guest, table: str, name: str) -> Seat:
    guest.http.post("/api/me/preferences", json={"name": name}).raise_for_status()
    screen = guest.gather(table)
    until_watching(screen, name)
    return screen


def until_watching(screen: Seat, *names: str) -> None:
    while not set(names) <= set(screen.watching):
        screen.receive()


def until_in_gallery(screen: Seat, words: str) -> dict[str, Any]:
    while not (found := [line for line in screen.gallery if words in line["words"]]):
        screen.receive()
    return found[0]


def test_players_see_nothing_of_the_gallery_until_the_game_is_over(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    first, second = watching(visit(server), table, "Wanda"), watching(visit(server), table, "Otto")
    until_watching(first, "Wanda", "Otto")
    first.send(type="say", words=SECRET, n=7)
    first.send(type="say", words=SECRET, n=7)  # the answer was lost
    assert until_in_gallery(second, SECRET)["name"] == "Wanda"
    screens.append(ann.gather(table))  # one who comes meanwhile hears as little
    screens[-1].until(lambda update: True)
    screens[0].send(type="say", words="Hello everybody")
    for screen in (*screens, first, second):
        screen.until_said("Hello everybody")
    for screen in screens:
        assert screen.gallery == [] and screen.watching == [] and screen.friends["watchers"] == 2
        told = "".join(screen.heard)
        assert SECRET not in told and "Wanda" not in told and '"gallery"' not in told
    play_together(screens[:2])
    for screen in screens[:2]:
        assert until_in_gallery(screen, SECRET)["name"] == "Wanda"
        until_watching(screen, "Wanda", "Otto")
    assert len([line for line in second.gallery if line["words"] == SECRET]) == 1
    late = ann.gather(table)
    until_in_gallery(late, SECRET)
    second.send(type="say", words="Well played")
    until_in_gallery(late, "Well played")


def test_who_has_only_a_link_to_the_replay_hears_no_spectators(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    wanda = watching(visit(server), table, "Wanda")
    play_together(screens)
    stranger = watch(visit(server), link_of(ann, table))
    wanda.send(type="say", words=SECRET)
    until_in_gallery(screens[0], SECRET)
    stranger.send(type="look", seat=0, move=1)
    stranger.letter()
    assert SECRET not in "".join(stranger.heard) and "Wanda" not in "".join(stranger.heard)


def test_the_gallery_says_nothing_of_who_is_behind_a_name(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    guest = visit(server)
    first = watching(guest, table, "Wanda")
    first.send(type="say", words="A line")
    until_in_gallery(first, "A line")
    lines = [json.loads(words) for words in first.heard if '"gallery"' in words]
    keys = {key for message in lines for line in message["said"] for key in line}
    assert keys <= {"seq", "at", "name", "words", "n"}


def test_nobody_talks_as_a_watcher_before_the_game_or_without_a_name_of_their_own(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, screens = gathered(ann, ben)
    early = visit(server).gather(table)
    early.send(type="say", words="psst")
    assert "watching" in early.problem()["words"]
    early.send(type="react", reaction="nice")
    assert "watching" in early.problem()["words"]
    all_ready(screens)
    early.send(type="say", words=" \n ")
    assert "empty" in early.problem()["words"]


def test_what_is_said_in_the_gallery_is_kept_and_numbered(store: Store) -> None:
    assert say_in_gallery(store, "none", GalleryLine(-1, 1.0, "w", "Wanda", "Hi")).result(30) is None
    assert read_gallery(store, "none") == []
    assert MAX_GALLERY >= 100


@pytest.fixture
def two(cluster: Any, tmp_path: Path) -> Iterator[list[Running]]:
    address = cluster.new_database()
    running = [Running(Settings(data=tmp_path / name, database=address)) for name in "ab"]
    yield running
    for one in running:
        one.stop()


def test_watchers_at_two_processes_hear_each_other(two: list[Running], visit: Visit) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    table, screens = gathered(ann, ben)
    all_ready(screens)
    first, second = watching(visit(two[0]), table, "Wanda"), watching(visit(two[1]), table, "Otto")
    until_watching(first, "Wanda", "Otto")
    first.send(type="say", words=SECRET)
    until_in_gallery(second, SECRET)
    second.send(type="say", words="Too late")
    until_in_gallery(first, "Too late")
    assert all(SECRET not in "".join(screen.heard) for screen in screens)
    play_together(screens)
    for screen in screens:
        until_in_gallery(screen, "Too late")
