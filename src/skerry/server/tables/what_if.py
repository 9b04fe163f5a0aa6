"""What if?  Moves tried out on a made-up table that agrees with what the seat knows.  Nothing of it is kept."""

import asyncio
from copy import copy
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.match import Match, MatchError, luck
from skerry.match.manners import Manners
from skerry.match.match import Entry
from skerry.match.picture import choices, lines, now, points_of
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Dream, Imagine
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def dream(table: "LiveTable", socket: Socket, message: Imagine) -> None:
    async with table.lock:
        match = await table.current()
        if message.seat not in socket.seats:
            raise TableError("You can try things out from your own seat only.")
        if match.over or match.to_move == CHANCE:
            raise TableError("There is nothing to try out now.")
        if not match.stands_since(message.version):
            raise TableError("The game has moved on, so what you were trying out is gone.")
        real = match.snapshot()
    if socket.dreaming is None or socket.dreaming[0] != len(real.moves):
        # Nobody outside may know it: with a known one, made-up cards would tell of the real ones.
        socket.dreaming = len(real.moves), luck.new_seed()
    socket.tell(await asyncio.to_thread(tried, real, message, socket.dreaming[1]))


def tried(real: Match, message: Imagine, seed: str) -> Dream:
    """The same luck each time: one more decision changes nothing of what came before it."""
    match = imagined(real, message.seat, seed)
    steps = 0
    for text in message.moves:
        if match.over or match.to_move is None:
            break
        try:
            match.decide(Entry(match.to_move, text))
        except MatchError:
            break
        steps += 1
        match.run_on()
    seen = now(match, message.seat)
    seen = replace(seen, choices=[] if match.over else choices(match), undo=False, undo_reason=None, seed=None)
    return Dream(message.version, steps, seen, points_of(match, message.seat), lines(match, message.seat))


def imagined(real: Match, seat: int, seed: str) -> Match:
    """A match that begins here and now, with everything made up that the seat does not know."""
    match = copy(real)
    match.state = real.game.imagine(real.state, seat, Rng(int(sha256(seed.encode()).hexdigest()[:15], 16)))
    match.start = match.state.clone()
    match.seed, match.typed_in = seed, False
    match.log, match.moves, match.kept = [], [], []
    match.manners = Manners()
    return match
