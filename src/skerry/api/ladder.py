"""A ladder that anyone enters with a file: every bot plays every other, and what has been played is kept."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from skerry.api.bot_file import EntryFailed, bot_in_file, file_entrant, words_for
from skerry.api.bots import BotError, check_name
from skerry.api.names import OfferedGame, OfferedLevel
from skerry.api.rows import whole
from skerry.arena import ArenaError, GameResult, Plan, Run, make_plan
from skerry.arena.job import CustomBot
from skerry.arena.ladder import ANCHOR, Ladder, Pair, ladder_lines
from skerry.arena.plan import KNOWN_BOTS, MAX_GAMES
from skerry.arena.summary import chosen_options
from skerry.match.match import game_named

LADDER_LEVELS = ("random", "novice", "easy", "medium", "hard")
ENTRIES = "entries"  # in the folder of a ladder: the files of those who have entered
RESULTS = "played"  # and the results, in a folder for each pair

Told = Callable[[int, int, bool], None]  # how many games there are in all; how many more; whether they were kept


def untold(total: int, count: int, before: bool) -> None:
    pass


def ladder(
    game: OfferedGame | str,
    enter: str | Path | Iterable[str | Path] = (),
    *,
    games: int = 100,
    players: int = 2,
    levels: Sequence[OfferedLevel | str] = LADDER_LEVELS,
    seed: int | str = "ladder",
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    folder: str | Path | None = None,
    tell: Told = untold,
) -> Ladder:
    """Let all bots of a ladder play each other, and rate them on Elo's scale, where `easy` is 1000.

    `enter` names files with a bot each, called `bot` or the only function or class there; they are copied into the
    folder, by default `ladder/nusfjord-2p` and the like.  Every pair plays `games` games on the same deals, and only
    what is missing is played: with new bots, changed ones, or more games.  A bot that fails is left out.
    """
    rules = game_named(game)
    rules.check_seats(players)
    if players < 2:
        raise ArenaError("a ladder is for games against each other: choose 2 players or more")
    games = whole(games, 1, MAX_GAMES, "games is a number")
    place = Path(folder) if folder is not None else Path("ladder") / f"{rules.title.lower()}-{players}p"
    take_in([enter] if isinstance(enter, str | Path) else enter, place / ENTRIES)
    entries, left_out = entrants_in(place / ENTRIES)
    names = list(dict.fromkeys([ANCHOR, *levels, *entries]))
    pairs = list(combinations(names, 2))

    def plan_of(pair: Pair) -> Plan:
        own = {name: entries[name] for name in pair if name in entries}
        words = ",".join(pair)
        return make_plan(game, words, games, players=players, seed=str(seed), options=options, logs=False, own=own)

    plans = {pair: plan_of(pair) for pair in pairs}
    total = sum(plan.games for plan in plans.values())
    played: dict[Pair, list[GameResult]] = {}
    for pair, plan in plans.items():
        if left_out.keys() & set(pair):
            continue
        run = Run(plan, place / RESULTS / plan.name, jobs)
        try:
            played[pair] = run.play(lambda count, before: tell(total, count, before))
        except EntryFailed as error:
            left_out[error.name] = error.words
    played = {pair: results for pair, results in played.items() if not left_out.keys() & set(pair)}
    plan = plans[pairs[0]]
    return Ladder(
        game=rules.name,
        title=rules.title,
        players=players,
        options=chosen_options(plan),
        seed=plan.seed,
        games=plan.games,
        lines=ladder_lines(played, set(entries)),
        left_out=left_out,
    )


def take_in(files: Iterable[str | Path], folder: Path) -> None:
    """Copy the files of new bots, once each of them has turned out to hold one."""
    paths = [Path(file) for file in files]
    for path in paths:
        check_entry_name(path.stem)
        bot_in_file(path)
    for path in paths:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / path.name).exists() or not path.samefile(folder / path.name):
                shutil.copyfile(path, folder / path.name)
        except OSError as error:
            raise ArenaError(f"{folder / path.name}: cannot be written: {error.strerror}") from error


def check_entry_name(name: str) -> None:
    check_name(name)
    if name in KNOWN_BOTS:
        raise BotError(f"{name!r} is one of Skerry's own bots; give your file another name")


def entrants_in(folder: Path) -> tuple[dict[str, CustomBot], dict[str, str]]:
    """The bots that have entered, and those whose file cannot be used any more."""
    found: dict[str, CustomBot] = {}
    left_out: dict[str, str] = {}
    for path in sorted(folder.glob("*.py")):
        try:
            check_entry_name(path.stem)
            found[path.stem] = file_entrant(path.stem, path.resolve())
        except BotError as error:
            left_out[path.stem] = words_for(error)
    return found, left_out
