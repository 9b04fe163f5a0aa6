"""Tables in the middle or at the end of a match, laid without a click."""

import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from skerry.bots import Observer, make_bot
from skerry.match import Match, SeatPlan
from skerry.server.people.cookie import Cookies, read_secret
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.web.house import House


def lay(page: Page, house: House, *names: str, **more: Any) -> str:
    """Open a table where a bot has played for all, until it is as wished (or over); the first name is a person's."""
    return put(page, house, played(*names, **more))


def never(match: Match) -> bool:
    return False


def played(
    *names: str,
    game: str,
    until: Callable[[Match], bool] = never,
    level: str = "medium",
    seed: str = "1",
    **more: Any,
) -> Match:
    """A match that a bot has played for all, until it is as wished (or over)."""
    plans = [SeatPlan(name, level if place else None) for place, name in enumerate(names)]
    match = Match(game, plans, seed=seed, **more)
    match.begin()
    bot = make_bot(level, game, 1)
    while not match.over and not until(match):
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.game.actions.text(bot.choose(Observer(match.game, match.state, seat))))
    return match


def put(page: Page, house: House, match: Match) -> str:
    """Open a table where this match is under way."""
    page.goto(house.url)
    store = Store(house.data / "matches.sqlite3")
    id_ = secrets.token_hex(6)
    store.create(record_of(id_, guest(page, house), match), match).result()
    store.close()
    page.goto(f"{house.url}t/{id_}")
    return id_


def guest(page: Page, house: House) -> str:
    """Who the browser is to the server."""
    guests = Cookies(read_secret(house.data / "secret"))
    cookie = next(cookie for cookie in page.context.cookies() if cookie["name"] == guests.cookie)
    return guests.signer.unsign(cookie["value"]).decode()


def asked(kind: str, number: int = 0) -> Callable[[Match], bool]:
    """The person is asked this, in that round or later."""

    def reached(match: Match) -> bool:
        view: Any = match.game.view(match.state, 0)
        return match.to_move == 0 and view.round >= number and match.game.question(match.state).kind == kind

    return reached


def in_round(number: int, workers: int = 3) -> Callable[[Match], bool]:
    """Nusfjord: the person is to decide in that round, with so many Workers at home."""

    def reached(match: Match) -> bool:
        view: Any = match.game.view(match.state, 0)
        return match.to_move == 0 and view.round >= number and view.players[0].workers_left == workers

    return reached
