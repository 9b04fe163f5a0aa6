"""Observations are honest and complete: a row says what the view says, no more and no less."""

from typing import Any

import msgspec
import pytest

from skerry.core.fields import Field, fields_of, truth_fields_of
from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.games import GAMES
from tests.laws import laws

CASES = [
    pytest.param(game, seats, options, id=f"{game.name}-{seats}-{'-'.join(options.values())}")
    for game in GAMES.values()
    for options in laws.variants(game)
    for seats in game.seats
    if laws.start(game, seats, options) is not None and (options == game.complete_options({}) or seats <= 2)
]


def seen(game: Game[Any], state: State, seat: int) -> Any:
    """What the seat sees, as plain data, without what is there for the eye alone: the rules never ask for it."""
    view = msgspec.to_builtins(game.view(state, seat))
    if game.name == "nusfjord":
        strip_nusfjord(view)
    elif game.name == "tungaru":
        strip_tungaru(view)
    elif game.name == "buru":
        strip_buru(view)
    return view


def strip_nusfjord(view: Any) -> None:
    """The order of the Ships, and the spaces of the display with what lay there."""
    for p in view["players"]:
        p["ships"] = sorted(p["ships"])
    for stack in view["elders"]:
        stack.pop("gone", None), stack.pop("by", None)
    view["display"] = [sorted(place.get("card", "") for place in places) for places in view["display"].values()]


def strip_tungaru(view: Any) -> None:
    """The storage and Nomad spaces, and which of the dice of one face is which."""
    for p in view["players"]:
        del p["storage"]
        p["dice"] = sorted((die["face"], die["at"]) for die in p["dice"])
        p["nomads"] = sorted((slot["nomad"] or "", slot["die"]) for slot in p["nomads"])
    if view["action"]:
        view["action"]["means"] = view["action"]["means"].partition(":")[0]


def strip_buru(view: Any) -> None:
    """Where in the Forest a card lies, and who took the one that lay there."""
    view["forest"] = sorted(place["card"] for place in view["forest"] if place["player"] is None)


def row_of(encoder: Any, state: State, seat: int) -> bytes:
    return bytes(memoryview(encoder.observe(state, seat)))


def followers(state: State, most: int) -> list[State]:
    """The state, and what some of its options lead to."""
    found = [state]
    actions = state.legal_actions()
    for action in actions[:: max(1, len(actions) // most)]:
        found.append(state.clone())
        found[-1].apply(action)
    return found


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_row_tells_no_more_than_the_view(game: Game[Any], seats: int, options: dict[str, str]) -> None:
    rng = Rng(seats)
    for state, _ in laws.some_states(game, seats, 11, options, 40):
        tells_no_more(game, game.encoder(state), state, rng)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_row_tells_all_that_the_view_does(game: Game[Any], seats: int, options: dict[str, str]) -> None:
    """Positions that a seat can tell apart, or that ask it for something else, have different rows."""
    for state, _ in laws.some_states(game, seats, 12, options, 12):
        tells_all(game, game.encoder(state), state)


def tells_no_more(game: Game[Any], encoder: Any, state: State, rng: Rng) -> None:
    for seat in range(state.seats):
        row = row_of(encoder, state, seat)
        for _ in range(2):
            assert row_of(encoder, game.imagine(state, seat, rng), seat) == row


def tells_all(game: Game[Any], encoder: Any, state: State) -> None:
    for seat in range(min(state.seats, 2)):
        known: dict[bytes, Any] = {}
        for after in followers(state, 6):
            facts = [seen(game, after, seat), after.over, asked(after, seat)]
            assert known.setdefault(row_of(encoder, after, seat), facts) == facts


class Broken:
    """Tidepool's rows: with what somebody else knows, or without the pool that one has chosen."""

    def __init__(self, encoder: Any, leaks: bool) -> None:
        self.encoder = encoder
        self.leaks = leaks

    def observe(self, state: Any, seat: int) -> bytes:
        row = bytes(memoryview(self.encoder.observe(state, seat)))
        if self.leaks:
            return row + bytes(memoryview(self.encoder.observe(state, (seat + 1) % state.seats)))
        pool = next(field for field in fields_of(self.encoder) if field.name == "own.pool")
        return row[: 2 * pool.start] + row[2 * (pool.start + pool.count) :]


@pytest.mark.parametrize("leaks", [True, False])
def test_the_laws_bite(leaks: bool) -> None:
    game = GAMES["_blank"]
    rng = Rng(1)
    with pytest.raises(AssertionError):
        for state, _ in laws.states(game, 2, 1, {}):
            broken = Broken(game.encoder(state), leaks)
            if leaks:
                tells_no_more(game, broken, state, rng)
            else:
                tells_all(game, broken, state)


def asked(state: State, seat: int) -> list[int]:
    return state.legal_actions() if not state.over and state.to_move() == seat else []


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_the_truth_leaves_nothing_out(game: Game[Any], seats: int, options: dict[str, str]) -> None:
    for state, _ in laws.some_states(game, seats, 13, options, 8):
        encoder = game.encoder(state)
        known: dict[bytes, Any] = {}
        for after in followers(state, 4):
            facts = [seen(game, after, seat) for seat in range(seats)]
            if not after.over and after.to_move() != CHANCE:
                facts.append(after.legal_actions())
            assert known.setdefault(bytes(memoryview(encoder.truth(after))), facts) == facts


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_number_has_its_field_and_keeps_to_its_bounds(
    game: Game[Any], seats: int, options: dict[str, str]
) -> None:
    start = laws.start(game, seats, options)
    assert start is not None
    encoder = game.encoder(start)
    fields, truth = fields_of(encoder), truth_fields_of(encoder)
    assert len({field.name for field in fields}) == len(fields) and all(field.words for field in fields)
    for state, _ in laws.some_states(game, seats, 14, options, 15):
        within(fields, list(encoder.observe(state, 0)))
        within(truth, list(encoder.truth(state)))
        out = encoder.blank[:]
        assert encoder.row_into(state, seats - 1, out, 0) == fields[-1].start + fields[-1].count == len(out)


def within(fields: list[Field], row: list[int]) -> None:
    for field in fields:
        numbers = row[field.start : field.start + field.count]
        assert len(numbers) == field.count
        assert field.low <= min(numbers) and max(numbers) <= field.high, field
