"""What our bots score on a day's deal, for comparison.  Worked out once, when nothing else is waiting."""

import asyncio
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path

import msgspec

from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.match import Match
from skerry.match.picture import known_points
from skerry.match.save import decode, encode, write_whole
from skerry.server.bots.pool import kill, settle_in
from skerry.server.protocol.calls import Par
from skerry.server.runtime import supervise

log = logging.getLogger("skerry.par")

LEVEL = "medium"
THOUGHT = Budget(simulations=20)  # no time limit, so that a busy server has the same par as an idle one
GAMES = 5
BEHIND = 15  # as `nice` counts
LIMIT = 600.0  # seconds; a deal that takes longer goes without
KEPT = 30  # days

Known = dict[str, dict[str, Par]]  # by day, then by game


class Pars:
    def __init__(self, folder: Path) -> None:
        self.file = folder / "par.json"
        self.asked: set[tuple[str, str]] = set()  # since the server was started: a deal that fails is not tried again
        self.tasks: set[asyncio.Task[None]] = set()
        self.turn = asyncio.Semaphore(1)
        self.process: ProcessPoolExecutor | None = None

    def read(self) -> Known:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Known)
        except (OSError, msgspec.MsgspecError):
            return {}  # they can be worked out again

    def ask(self, day: date, match: Match) -> None:
        """Start working it out, unless that has already begun.  `match` is the deal before the first decision."""
        key = (day.isoformat(), match.game.name)
        if key not in self.asked:
            self.asked.add(key)
            task = supervise.start(f"the par of {key}", partial(self.work_out, *key, encode(match)), ends=True)
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def work_out(self, day: str, game: str, deal: bytes) -> None:
        async with self.turn:
            try:
                context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
                self.process = ProcessPoolExecutor(1, mp_context=context, initializer=settle_in, initargs=(BEHIND,))
                playing = asyncio.wrap_future(self.process.submit(par_of, deal))
                await asyncio.to_thread(self.keep, day, game, await asyncio.wait_for(playing, LIMIT))
            except Exception:
                log.exception("the par of %s on %s", game, day)
            finally:
                self.stop()

    def keep(self, day: str, game: str, par: Par) -> None:
        known = self.read()
        known.setdefault(day, {})[game] = par
        newest = dict(sorted(known.items())[-KEPT:])
        self.file.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(self.file, msgspec.json.encode(newest))

    def stop(self, wait: bool = False) -> None:
        if self.process is not None:
            kill(self.process, wait)
            self.process = None

    async def close(self) -> None:
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        self.stop(wait=True)
        await asyncio.gather(*tasks, return_exceptions=True)


def par_of(deal: bytes) -> Par:
    """The mean of a few games that bots play in all seats, in a process of its own."""
    points: list[int] = []
    margins: list[int] = []
    for number in range(GAMES):
        match = decode(deal)
        bots = [make_bot(LEVEL, match.game.name, 100 * number + seat, THOUGHT) for seat in range(len(match.seats))]
        while (seat := match.to_move) is not None:
            action = bots[seat].choose(Observer(match.game, match.state, seat))
            match.play(seat, match.actions.text(action))
        points.append(known_points(match.game, match.state)[0])
        if (margin := margin_of(match)) is not None:
            margins.append(margin)
    return Par(mean(points), mean(margins) if margins else None, GAMES)


def mean(numbers: list[int]) -> int:
    return round(sum(numbers) / len(numbers))


def margin_of(match: Match) -> int | None:
    """How far the first seat is ahead of the best of its rivals, with a seat or without; None if there are none."""
    own, *others = known_points(match.game, match.state)
    return own - max(others) if others else None
