"""What if?  Moves tried out on a made-up table that agrees with what the seat knows.  Nothing of it is stored."""

import asyncio
from collections.abc import Callable
from copy import copy
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.match import Match, MatchError, luck
from skerry.match.asides import Pending
from skerry.match.match import Entry
from skerry.match.picture import choices, log_lines, now, points_of
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Imagine, ImaginedTable, MakePlan
from skerry.server.tables.messages.rows import ABOUT_TABLE, ANYBODY, FREE, LOOK, row
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

MOST_SKIPPED = 300  # decisions of others that are made up until a seat is asked
DecisionNote = Callable[[Match, int, str], None]  # of a decision that a seat is about to make


def unnoted(match: Match, seat: int, text: str) -> None:
    """Nobody keeps it."""


async def answer_imagine(table: "LiveTable", socket: Socket, message: Imagine) -> None:
    async with table.lock:
        match = await table.current()
        if message.seat not in socket.seats:
            raise TableError("You can only try things out from your own seat.")
        if match.over or match.to_move == CHANCE:
            raise TableError("There is nothing to try out now.")
        if not match.stands_since(message.version):
            raise TableError("The game has moved on, so what you were trying out is gone.")
        real = match.snapshot()
    seed = seed_for(socket, real)
    socket.tell(await asyncio.to_thread(tried, real, message, seed))


def seed_for(socket: Socket, real: Match) -> str:
    """Of the made-up luck at this move of the game."""
    if socket.what_if_seed is None or socket.what_if_seed[0] != len(real.moves):
        # Nobody outside may know it: with a known one, made-up cards would tell of the real ones.
        socket.what_if_seed = len(real.moves), luck.new_seed()
    return socket.what_if_seed[1]


def tried(real: Match, message: Imagine, seed: str) -> ImaginedTable:
    match, steps = try_out(real, message, seed)
    seen = now(match, message.seat)
    is_mine = match.to_move == message.seat
    shown = [] if match.over or (message.skips and not is_mine) else choices(match)
    seen = replace(seen, choices=shown, undo=False, undo_reason=None, seed=None)
    return ImaginedTable(message.version, steps, seen, points_of(match, message.seat), log_lines(match, message.seat))


def try_out(real: Match, wish: Imagine | MakePlan, seed: str, note: DecisionNote = unnoted) -> tuple[Match, int]:
    """Decide as wished, as far as possible; return where that leads, and how many decisions were possible.

    The same luck each time: one more decision changes nothing of what came before it.  `note` is called before each.
    """
    match = imagined(real, wish.seat, seed)
    if wish.skips:
        skip_others(match, wish.seat)
    steps = 0
    for text in wish.moves:
        seat = match.to_move
        if seat is None or (wish.skips and seat != wish.seat):
            break
        try:
            match.check_step(seat, text)
        except MatchError:
            break
        note(match, seat, text)
        match.decide_step(seat, text)
        steps += 1
        match.run_on()
        if wish.skips:
            skip_others(match, wish.seat)
    return match, steps


def skip_others(match: Match, seat: int) -> None:
    """Until this seat is asked, the others decide something or other: they pass if they can."""
    match.run_on()
    for _ in range(MOST_SKIPPED):
        other = match.to_move
        if other is None or other == seat:
            return
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        chance = Random(f"{match.seed} {len(match.moves)}")
        match.decide(Entry(other, next((text for text in texts if text in match.game.passes), chance.choice(texts))))
        match.run_on()


def imagined(real: Match, seat: int, seed: str) -> Match:
    """A match that begins here and now, with everything made up that the seat does not know."""
    match = copy(real)
    match.state = real.game.imagine(real.state, seat, Rng(int(sha256(seed.encode()).hexdigest()[:15], 16)))
    match.start = match.state.clone()
    match.seed, match.typed_in = seed, False
    match.log, match.moves, match.stored_positions = [], [], []
    match.pending = Pending()
    return match


ROWS = (row(Imagine, ANYBODY, ABOUT_TABLE, FREE, LOOK, answer_imagine),)
