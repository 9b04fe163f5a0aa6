"""The `skerry` command."""

import sys
from io import TextIOWrapper
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import skerry
from skerry.bots import LEVELS
from skerry.bots.judging import WeightsError
from skerry.core.build import COMPILED
from skerry.core.components import ComponentError, Overlay
from skerry.core.game import OptionError
from skerry.games import GAMES
from skerry.match import Match, MatchError, SaveError, load
from skerry.server.errors import StoreError
from skerry.terminal.arena import arena, balance
from skerry.terminal.backup import backup, restore
from skerry.terminal.command import COMMAND
from skerry.terminal.export import export
from skerry.terminal.fields import fields

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Three island board games, in the browser or right here, against people and bots.",
)
console = Console(highlight=False)


def show_version(wished: bool) -> None:
    if wished:
        print(f"skerry {skerry.__version__}, {'compiled' if COMPILED else 'uncompiled'}")
        raise typer.Exit


@app.callback()
def skerry_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Three island board games: play in the browser or here, against people and bots."""


GameName = Annotated[str, typer.Argument(help="The name of a game; `games` lists them.", metavar="GAME")]
SavedFile = Annotated[Path, typer.Argument(help="A saved game.", metavar="FILE")]
Seats = Annotated[str, typer.Option(help=f"Who sits where, for instance me:Anna,medium. Bots: {', '.join(LEVELS)}.")]
Components = Annotated[Path | None, typer.Option(help="Your own component values, a TOML file.", metavar="FILE")]
Variants = Annotated[list[str] | None, typer.Option(help="A variant, as name=value. Repeat it for more.")]


@app.command()
def games() -> None:
    """List the games and their variants."""
    table = Table(box=None, pad_edge=False)
    for column in ("game", "players", "what it is"):
        table.add_column(column, no_wrap=column != "what it is")
    for game in GAMES.values():
        table.add_row(game.name, f"{game.seats[0]}–{game.seats[-1]}", f"{game.title}. {game.tagline}")
    console.print(table)
    for game in GAMES.values():
        for option in game.options:
            choices = ", ".join(f"{c} (default)" if c == option.default else c for c in option.choices)
            console.print(f"{game.name} --option {option.name}=…: {option.title}: {choices}")


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game, or a saved game to continue.", metavar="GAME|FILE")],
    seats: Seats = "",
    players: Annotated[int, typer.Option(help="You against bots: the number of players, you included.")] = 0,
    seed: Annotated[str, typer.Option(help="Repeat the dice and draws of another game.")] = "",
    components: Components = None,
    option: Variants = None,
    table: Annotated[bool, typer.Option("--table", help="Roll the dice and draw the cards at a real table.")] = False,
    save: Annotated[Path | None, typer.Option(help="The file to save the game in.", metavar="FILE")] = None,
) -> None:
    """Play in the terminal. The game is saved after every move."""
    from skerry.terminal.player import Player
    from skerry.terminal.seats import free_path, seat_plans

    if game not in GAMES and (game.endswith(".json") or Path(game).exists()):
        path = Path(game)
        match = load(path)
        if seats or players or seed or components or option or table:
            raise MatchError("a saved game continues as it is; leave out all other options")
    else:
        if game not in GAMES:
            raise MatchError(f"there is no game {game!r}; choose from: {', '.join(GAMES)}")
        overlay = Overlay.read(components) if components else None
        plans = seat_plans(seats, players, GAMES[game])
        usual = GAMES[game].among_bots if all(plan.bot for plan in plans) else {}
        options = {**usual, **pairs(option or [])}
        match = Match(game, plans, options=options, overlay=overlay, seed=seed or None, typed_in=table)
        match.begin()
        path = save or free_path(Path(), game)
    Player(match, path, console).run()


@app.command()
def learn(
    game: GameName,
    name: Annotated[str, typer.Option(help="What to call you.")] = "",
    save: Annotated[Path | None, typer.Option(help="The file to save the game in.", metavar="FILE")] = None,
) -> None:
    """Your first game, with a guide. Continue it later with `play FILE`."""
    from skerry.teacher.lessons.courses import course_of, new_guided
    from skerry.terminal.player import Player
    from skerry.terminal.seats import free_path, own_name

    courses = [one for one in GAMES if course_of(one)]
    if game not in courses:
        raise MatchError(f"there is no guided game of {game!r}; choose from: {', '.join(courses)}")
    Player(new_guided(game, name or own_name()), save or free_path(Path(), f"learn-{game}"), console).run()


@app.command()
def series(
    game: GameName,
    kind: Annotated[
        str, typer.Argument(help="A series of the game, for instance campaign or rematch.", metavar="SERIES")
    ],
    seats: Seats = "",
    components: Components = None,
    option: Variants = None,
    file: Annotated[Path | None, typer.Option(help="The file that keeps results and rank.", metavar="FILE")] = None,
) -> None:
    """Play the next game of a series. Results and your rank are kept from game to game."""
    from skerry.match.series import open_series
    from skerry.terminal.player import Player
    from skerry.terminal.seats import seat_plans

    path = file or Path(f"{game.strip('_')}-{kind}.json")
    book = open_series(path, game, kind, pairs(option) if option else None)
    for warning in book.warnings:
        console.print(f"Note: {warning}")
    console.print(f"{book.kind.title}. {book.standing.words}.")
    running = path.with_name(f"{path.stem}-match.json")
    match = load(running) if running.exists() else None
    if match is None or match.commitment in book.book.played:
        plans = seat_plans(seats, book.kind.seats, GAMES[game])
        match = book.next_match(plans, Overlay.read(components) if components else None)
        match.begin()
    again = f"series {game} {kind}" + (f" --file {quote(str(file))}" if file else "")
    Player(match, running, console, again).run()
    if match.over:
        console.print(f"{book.record(match).words}.")


def pairs(options: list[str]) -> dict[str, str]:
    """`name=value` options as a dictionary."""
    for option in options:
        if "=" not in option:
            raise MatchError(f"--option {option[:40]!r} should look like name=value")
    return dict(option.split("=", 1) for option in options)


@app.command()
def replay(
    file: SavedFile, everything: Annotated[bool, typer.Option("--all", help="Print the whole log at once.")] = False
) -> None:
    """Step through a saved game, move by move."""
    from skerry.terminal.replayer import Replayer

    Replayer(load(file), console).run(everything or not sys.stdin.isatty())


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Saved games.", metavar="FILE…")] = None,
    data: Annotated[Path | None, typer.Option(help="Check all games in this folder of `serve`.")] = None,
) -> None:
    """Replay saved games and check every move against the rules, every roll against the seed."""
    from skerry.terminal.checker import check_all

    if not files and data is None:
        raise MatchError("nothing to check: name some files, or a server's data folder with --data")
    if not check_all(files or [], data, console):
        raise typer.Exit(1)


@app.command()
def review(
    file: SavedFile,
    seat: Annotated[int, typer.Option(help="Whose moves to look at, counted from 1. Default: all people.")] = 0,
    seconds: Annotated[
        float | None, typer.Option(help="How long to look. Default: 13, with --deep 120.", min=1, max=3600)
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Look closer, for minutes.")] = False,
    report: Annotated[Path | None, typer.Option(help="Also write the review as a page to keep, OUT.html.")] = None,
) -> None:
    """Where a finished game was decided, luck apart, and what a better move would have brought."""
    from msgspec.structs import replace

    from skerry.teacher.review.depth import DEEP, QUICK
    from skerry.terminal.measure import say_if_uncompiled
    from skerry.terminal.reviewer import run

    match = load(file)
    if not 0 <= seat <= len(match.seats):
        raise MatchError(f"there is no seat {seat}; this game has {len(match.seats)}")
    people = [number for number, plan in enumerate(match.seats) if not plan.bot] or list(range(len(match.seats)))
    say_if_uncompiled()
    depth = DEEP if deep else QUICK
    depth = replace(depth, seconds=seconds or depth.seconds)
    run(match, [seat - 1] if seat else people, depth, report, console)


@app.command()
def bench(
    game: GameName,
    players: Annotated[int, typer.Option(help="Number of players.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float, typer.Option(help="Duration of each measurement.", min=0.05, max=60)] = 1.0,
) -> None:
    """Measure how fast the engine plays at random, on one core."""
    from skerry.terminal.measure import measure, say_if_uncompiled, show

    if game not in GAMES:
        raise MatchError(f"there is no game {game!r}; choose from: {', '.join(GAMES)}")
    figures = measure(GAMES[game], players or GAMES[game].seats[0], seconds)
    say_if_uncompiled()
    show(figures, console, json)


@app.command()
def train(
    game: GameName,
    players: Annotated[str, typer.Option(help="Numbers of players, for instance 1,2,4. Default: all.")] = "",
    rounds: Annotated[int, typer.Option(help="Rounds of self-play and fitting.", min=1, max=100)] = 5,
    games: Annotated[int, typer.Option(help="Games per round, for each number of players.", min=1)] = 200,
    jobs: Annotated[int, typer.Option(help="Processes. The result does not depend on it.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="Change it to train on other games.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Keep to this variant, as name=value; others vary.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write. Default: the one the bots use.")] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Start from scratch instead of from the weights in the file.")
    ] = False,
) -> None:
    """Teach the bots a game: fit their judgement to games they play against themselves."""
    from skerry.bots.judging import FOLDER
    from skerry.bots.training import Plan
    from skerry.terminal.measure import say_if_uncompiled
    from skerry.terminal.train import run

    if game not in GAMES:
        raise MatchError(f"there is no game {game!r}; choose from: {', '.join(GAMES)}")
    words = [word for word in players.split(",") if word.strip()] or [str(count) for count in GAMES[game].seats]
    if not all(word.strip().isdecimal() for word in words):
        raise MatchError(f"--players {players!r} should be a list of numbers like 1,2,4")
    counts = tuple(sorted({int(word) for word in words}))
    for count in counts:
        GAMES[game].check_seats(count)
    options = pairs(option or [])
    GAMES[game].complete_options(options)
    plan = Plan(game, counts, rounds=rounds, games=games, seed=seed, jobs=jobs, options=options)
    say_if_uncompiled()
    run(plan, out or FOLDER / f"{game}.json", console, anew)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others on your network in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="The port. Default: 8470, or any other if that is taken.", min=0, max=65535, show_default=False
        ),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for games and secrets.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A name under which others reach this server, such as play.example.org.")
    ] = None,
    trust: Annotated[
        list[str] | None,
        typer.Option(
            help="A proxy in front, believed when it says who asks: an address or network, such as 127.0.0.1."
        ),
    ] = None,
) -> None:
    """Serve the browser game."""
    from skerry.server.web.serve import serve as run

    run(host, port, data, open_page, allow_host or [], trust or [])


app.command()(backup)
app.command()(restore)
app.command()(arena)
app.command()(balance)
app.command()(export)
app.command()(fields)


def main() -> None:
    """A mistake of the user's gets one clear line; only our own mistakes show a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # strange bytes and poor terminals end no game
            stream.reconfigure(errors="replace")
    try:
        app(prog_name=COMMAND)
    except (MatchError, SaveError, ComponentError, OptionError, WeightsError, StoreError) as error:
        print(f"skerry: {error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)


if __name__ == "__main__":
    main()
