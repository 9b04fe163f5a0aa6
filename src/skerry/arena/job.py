"""One game between bots: what to play and how it ended.  Runs here, in another process or on a cluster."""

import hashlib
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots import Bot, Budget, Observer, make_bot
from skerry.core.components import Overlay
from skerry.core.game import Game
from skerry.core.state import CHANCE, SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.save import line_of


class ArenaError(MatchError):
    """A tournament that cannot be played or results that cannot be read, in one clear line."""


class Entrant(Struct, frozen=True):
    """A bot in the tournament: its name in tables, its level, how long it may think."""

    name: str
    level: str
    budget: Budget
    source: str = ""  # of a bot that is not one of the levels: a hash of its code


class CustomBot(Struct, frozen=True):
    """A bot that is not one of the levels: how to make one with a seed, and a hash of its code."""

    make: Callable[[int], Bot]
    source: str


class TournamentSetting(Struct, frozen=True):
    """What all games of a tournament have in common."""

    game: str
    players: int
    options: dict[str, str]
    overlay: Overlay | None
    components: str  # a hash; with that of the code it keeps results of other rules or bots apart
    code: str
    logs: bool = True  # keep the decisions, so that every game can be replayed
    own: dict[str, CustomBot] = {}  # bots that are not one of the levels, by their names in tables


class Job(Struct, frozen=True):
    """One game.  Its key stands for everything that its outcome depends on."""

    key: str
    deal: int
    seating: int
    seed: str  # of the dice and draws; the same for all seatings of a deal
    seats: tuple[Entrant, ...]


class GameResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended; lists are by seat."""

    key: str
    deal: int
    seating: int
    seed: str
    bots: list[str]
    scores: list[int]
    won: list[float]  # share of the victory: 1, or ½ each for two who share it
    points: dict[str, list[int]]  # by category of the score
    first: int  # the seat that went first
    times: list[list[float]]  # milliseconds of every decision
    offered: list[list[str]] = []  # cards and tiles the seat could have taken at some time, and those it took
    taken: list[list[str]] = []
    log: list[str] = []


def play_all(setting: TournamentSetting, jobs: list[Job]) -> list[GameResult]:
    """A task: what one process or one machine is given at a time."""
    return [play_job(setting, job) for job in jobs]


def play_job(setting: TournamentSetting, job: Job) -> GameResult:
    seats = entrant_seats([bot.name for bot in job.seats])
    match = Match(setting.game, seats, options=setting.options, overlay=setting.overlay, seed=job.seed)
    if (match.kit.hash, code_of(setting.game)) != (setting.components, setting.code):
        raise ArenaError("a worker runs a different version of Skerry; install the same one there")
    bots = [seated(setting, bot, entrant_seed(job, seat)) for seat, bot in enumerate(job.seats)]
    try:
        times = decide_all(match, bots)
    except Exception as error:
        error.add_note(f"in deal {job.deal + 1}, seating {job.seating + 1}: {', '.join(b.name for b in job.seats)}")
        raise
    return job_result(match, setting, job, times)


def seated(setting: TournamentSetting, bot: Entrant, seed: int) -> Bot:
    if bot.source:
        return setting.own[bot.name].make(seed)
    return make_bot(bot.level, setting.game, seed, replace(bot.budget, of_processor=True))


def decide_all(match: Match, bots: list[Bot]) -> list[list[float]]:
    """Play to the end; return the processor time of every decision in milliseconds, by seat."""
    times: list[list[float]] = [[] for _ in bots]
    match.begin()
    while (seat := match.to_move) is not None:
        observer = Observer(match.game, match.state, seat)
        begin = time.thread_time()
        action = bots[seat].choose(observer)
        times[seat].append(round((time.thread_time() - begin) * 1000, 2))
        match.play(seat, match.actions.text(action))
    return times


def job_result(match: Match, setting: TournamentSetting, job: Job, times: list[list[float]]) -> GameResult:
    state = match.state
    winners = [bool(state.winners() >> seat & 1) for seat in range(setting.players)]
    points: dict[str, list[int]] = {}
    for line in match.game.breakdown(state, SPECTATOR):
        before = points.get(line.label, [0] * setting.players)
        points[line.label] = [a + b for a, b in zip(before, line.points, strict=True)]
    offered, taken = takings(match)
    return GameResult(
        key=job.key,
        deal=job.deal,
        seating=job.seating,
        seed=job.seed,
        bots=[bot.name for bot in job.seats],
        scores=state.scores(),
        won=[won / max(1, sum(winners)) for won in winners],
        points=points,
        first=next((match.game.beginner(before) for move, before in match.positions() if move.entry.seat != CHANCE), 0),
        times=times,
        offered=offered,
        taken=taken,
        log=[line_of(entry) for entry in match.log] if setting.logs else [],
    )


def takings(match: Match) -> tuple[list[list[str]], list[list[str]]]:
    """The cards and tiles that each seat could have taken at some time, and those it took."""
    if type(match.game).taking is Game.taking:
        return [], []
    offered: list[set[str]] = [set() for _ in match.seats]
    taken: list[set[str]] = [set() for _ in match.seats]
    for move, before in match.positions():
        if move.entry.seat != CHANCE:
            offered[move.entry.seat].update(match.game.offered(before))
            name = match.game.taking(before, move.action)
            if name is not None:
                taken[move.entry.seat].add(name)
    for seat, names in enumerate(taken):
        names.update(match.game.kept(match.state, seat))
    return [sorted(names) for names in offered], [sorted(names) for names in taken]


def entrant_seats(bots: list[str]) -> list[SeatPlan]:
    return [SeatPlan(f"{name.capitalize()} {number}", name.partition("@")[0]) for number, name in enumerate(bots, 1)]


def entrant_seed(job: Job, seat: int) -> int:
    """A bot's own randomness: the same whenever the job is played, also by later versions."""
    digest = hashlib.sha256(f"{job.seed}:{job.seating}:{seat}:{job.seats[seat].name}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


@cache
def code_of(game: str) -> str:
    """A hash of everything that decides how bots play this game; the same for both builds."""
    package = Path(__file__).parents[1]
    folders = [package / "core", package / "brain", package / "bots", GAMES[game].folder]
    files = sorted(path for folder in folders for path in folder.rglob("*.py"))
    files += (package / "bots" / "weights").glob(f"{game}.json")
    text = b"".join(path.read_bytes() for path in files)
    return hashlib.sha256(text).hexdigest()[:16]
