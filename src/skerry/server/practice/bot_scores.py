"""What our bots score on a day's deal, for comparison.  Worked out once, when nothing else is waiting."""

import asyncio
from datetime import date

from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.match import Match
from skerry.match.picture import known_points
from skerry.match.save import decode_match, encode_match
from skerry.server.practice.job_runner import JobProgress, JobRunner
from skerry.server.protocol.practice_calls import BotScore
from skerry.server.runtime import machine_clock
from skerry.server.store.daily import write_bot_score
from skerry.server.store.engine.db import Work
from skerry.server.store.jobs import QueuedJob
from skerry.server.store.store import Store
from skerry.workers import Pool

BOT_SCORE = "bot score"  # the kind of the jobs
LEVEL = "medium"
BOT_BUDGET = Budget(simulations=20)  # no time limit, so that a busy server comes to the same score as an idle one
GAMES_PLAYED = 5
SCORING_NICENESS = 15  # everything else goes first
LIMIT = 600.0  # seconds; a deal that takes longer goes without
SCORING_IDLE = 5.0  # seconds without work after which the process ends


class BotScores:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.asked: set[tuple[str, str]] = set()  # since the server was started
        self.pool = Pool(1, SCORING_NICENESS, idle=SCORING_IDLE)
        self.jobs = JobRunner(store, BOT_SCORE, self.work_out, self.stop)

    async def ask(self, day: date, match: Match) -> None:
        """Start working it out, unless that has already begun.  `match` is the deal before the first decision.

        A deal that fails is not tried again: its job stays, with the problem.
        """
        key = (day.isoformat(), match.game.name)
        if key not in self.asked:
            self.asked.add(key)
            deal = encode_match(match).decode()
            await self.jobs.add(QueuedJob(BOT_SCORE, " ".join(key), machine_clock.wall(), "", "", 0, deal))

    async def work_out(self, job: QueuedJob, progress: JobProgress) -> Work:
        day, _, game = job.about.partition(" ")
        score = await asyncio.wrap_future(self.pool.submit_within(LIMIT, bot_score_of, job.task.encode()))
        return lambda db: write_bot_score(db, day, game, score)

    def stop(self) -> None:
        """The pool ends by itself when it has nothing to do."""

    async def close(self) -> None:
        self.pool.close()
        await self.jobs.close()


def bot_score_of(deal: bytes) -> BotScore:
    """The mean of a few games that bots play in all seats, in a process of its own."""
    points: list[int] = []
    margins: list[int] = []
    for number in range(GAMES_PLAYED):
        match = decode_match(deal)
        bots = [make_bot(LEVEL, match.game.name, 100 * number + seat, BOT_BUDGET) for seat in range(len(match.seats))]
        while (seat := match.to_move) is not None:
            action = bots[seat].choose(Observer(match.game, match.state, seat))
            match.play(seat, match.actions.text(action))
        points.append(known_points(match.game, match.state)[0])
        if (margin := margin_of(match)) is not None:
            margins.append(margin)
    return BotScore(rounded_mean(points), rounded_mean(margins) if margins else None, GAMES_PLAYED)


def rounded_mean(numbers: list[int]) -> int:
    return round(sum(numbers) / len(numbers))


def margin_of(match: Match) -> int | None:
    """How far the first seat is ahead of the best of its rivals, with a seat or without; None if there are none."""
    own, *others = known_points(match.game, match.state)
    return own - max(others) if others else None
