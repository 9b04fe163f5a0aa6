"""The `skerry` command."""

import sys
from io import TextIOWrapper
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.table import Table

from skerry.bots import LEVELS
from skerry.bots.judging import WeightsError
from skerry.core.compiled import COMPILED
from skerry.core.components import ComponentError, Overlay
from skerry.core.game import OptionError
from skerry.core.words import plural, sentence
from skerry.games import GAMES
from skerry.match import Match, MatchError, SaveError, load_match
from skerry.match.match import game_named
from skerry.server.config import ConfigError
from skerry.server.errors import StoreError
from skerry.terminal.admin import admin
from skerry.terminal.arena import arena, balance
from skerry.terminal.arguments import ComponentsFile, GameName, Variants, console, option_pairs
from skerry.terminal.backup import backup, restore
from skerry.terminal.command import COMMAND
from skerry.terminal.export import export
from skerry.terminal.fields import fields
from skerry.terminal.ladder import ladder
from skerry.terminal.move_data import move_data
from skerry.terminal.recount import recount_ratings
from skerry.terminal.serving import serve, show_config
from skerry.terminal.thinking import think_for_others
from skerry.version import __version__

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Three island board games, in the browser or right here, against people and bots.",
)


def show_version(wished: bool) -> None:
    if wished:
        print(f"skerry {__version__}, {'compiled' if COMPILED else 'uncompiled'}")
        raise typer.Exit


@app.callback()
def skerry_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Three island board games: play in the browser or here, against people and bots."""


SavedFile = Annotated[Path, typer.Argument(help="A saved game.", metavar="FILE")]
Seats = Annotated[str, typer.Option(help=f"Who sits where, for instance me:Anna,medium. Bots: {', '.join(LEVELS)}.")]


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
    components: ComponentsFile = None,
    option: Variants = None,
    table: Annotated[bool, typer.Option("--table", help="Roll the dice and draw the cards at a real table.")] = False,
    save: Annotated[Path | None, typer.Option(help="The file to save the game in.", metavar="FILE")] = None,
) -> None:
    """Play in the terminal. The game is saved after every move."""
    from skerry.terminal.player import MatchLoop
    from skerry.terminal.seats import free_path, read_seats

    if game not in GAMES and (game.endswith(".json") or Path(game).exists()):
        path = Path(game)
        match = load_match(path)
        if seats or players or seed or components or option or table:
            raise MatchError("a saved game continues as it is; leave out all other options")
    else:
        rules = game_named(game)
        overlay = Overlay.read(components) if components else None
        plans = read_seats(seats, players, rules)
        usual = rules.among_bots if all(plan.bot for plan in plans) else {}
        options = {**usual, **option_pairs(option)}
        match = Match(game, plans, options=options, overlay=overlay, seed=seed or None, typed_in=table)
        match.begin()
        path = save or free_path(Path(), game)
    MatchLoop(match, path, console).run()


@app.command()
def learn(
    game: GameName,
    name: Annotated[str, typer.Option(help="What to call you.")] = "",
    save: Annotated[Path | None, typer.Option(help="The file to save the game in.", metavar="FILE")] = None,
) -> None:
    """Your first game, with a guide. Continue it later with `play FILE`."""
    from skerry.teacher.lessons.courses import course_of, new_guided
    from skerry.terminal.player import MatchLoop
    from skerry.terminal.seats import free_path, own_name

    courses = [name for name in GAMES if course_of(name)]
    if game not in courses:
        raise MatchError(f"there is no guided game of {game!r}; choose from: {', '.join(courses)}")
    MatchLoop(new_guided(game, name or own_name()), save or free_path(Path(), f"learn-{game}"), console).run()


@app.command()
def series(
    game: GameName,
    kind: Annotated[
        str, typer.Argument(help="A series of the game, for instance campaign or rematch.", metavar="SERIES")
    ],
    seats: Seats = "",
    components: ComponentsFile = None,
    option: Variants = None,
    file: Annotated[Path | None, typer.Option(help="The file that keeps results and rank.", metavar="FILE")] = None,
) -> None:
    """Play the next game of a series. Results and your rank are kept from game to game."""
    from skerry.match.series import open_series
    from skerry.terminal.player import MatchLoop
    from skerry.terminal.seats import read_seats

    path = file or Path(f"{game.strip('_')}-{kind}.json")
    book = open_series(path, game, kind, option_pairs(option) if option else None)
    for warning in book.warnings:
        console.print(f"Note: {warning}")
    console.print(f"{book.kind.title}. {book.standing.words}.")
    running = path.with_name(f"{path.stem}-match.json")
    match = load_match(running) if running.exists() else None
    if match is None or match.commitment in book.book.played:
        plans = read_seats(seats, book.kind.seats, GAMES[game])
        match = book.next_match(plans, Overlay.read(components) if components else None)
        match.begin()
    again = f"series {game} {kind}" + (f" --file {quote(str(file))}" if file else "")
    MatchLoop(match, running, console, again).run()
    if match.over:
        console.print(f"{book.record(match).words}.")


@app.command()
def replay(
    file: SavedFile, everything: Annotated[bool, typer.Option("--all", help="Print the whole log at once.")] = False
) -> None:
    """Step through a saved game, move by move."""
    from skerry.terminal.replayer import Replayer

    Replayer(load_match(file), console).run(everything or not sys.stdin.isatty())


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Saved games.", metavar="FILE…")] = None,
    data: Annotated[Path | None, typer.Option(help="Check all games in this folder of `serve`.")] = None,
) -> None:
    """Replay saved games and check every move against the rules, every roll against the seed."""
    from skerry.terminal.checker import check_matches

    if not files and data is None:
        raise MatchError("nothing to check: name some files, or a server's data folder with --data")
    if not check_matches(files or [], data, console):
        raise typer.Exit(1)


@app.command()
def review(
    file: SavedFile,
    seat: Annotated[int, typer.Option(help="Whose moves to look at, counted from 1. Default: all people.")] = 0,
    seconds: Annotated[
        float | None, typer.Option(help="How long to look. Default: 13, with --deep 120.", min=1, max=3600)
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Take a few minutes for a closer look.")] = False,
    report: Annotated[Path | None, typer.Option(help="Also write the review to this HTML file.")] = None,
) -> None:
    """Show where a game was decided, how much was luck, and which moves were better."""
    from msgspec.structs import replace

    from skerry.teacher.review.depth import DEEP, QUICK
    from skerry.terminal.measure import say_if_uncompiled
    from skerry.terminal.reviewer import print_review

    match = load_match(file)
    if not 0 <= seat <= len(match.seats):
        raise MatchError(f"there is no seat {seat}; this game has {plural(len(match.seats), 'seat')}")
    people = [number for number, plan in enumerate(match.seats) if not plan.bot] or list(range(len(match.seats)))
    say_if_uncompiled()
    depth = DEEP if deep else QUICK
    depth = replace(depth, seconds=seconds or depth.seconds)
    print_review(match, [seat - 1] if seat else people, depth, report, console)


@app.command()
def bench(
    game: GameName,
    players: Annotated[int, typer.Option(help="Number of players.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float, typer.Option(help="Duration of each measurement.", min=0.05, max=60)] = 1.0,
) -> None:
    """Measure how fast the engine plays at random, on one core."""
    from skerry.terminal.measure import measure_speed, say_if_uncompiled, show_figures

    rules = game_named(game)
    figures = measure_speed(rules, players or rules.seats[0], seconds)
    say_if_uncompiled()
    show_figures(figures, console, json)


@app.command()
def train(
    game: GameName,
    players: Annotated[str, typer.Option(help="Numbers of players, for instance 1,2,4. Default: all.")] = "",
    rounds: Annotated[int, typer.Option(help="Rounds of self-play and fitting.", min=1, max=1000)] = 5,
    games: Annotated[int, typer.Option(help="Games per round, for each number of players.", min=1)] = 200,
    jobs: Annotated[int, typer.Option(help="Processes. The result does not depend on it.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="Change it to train on other games.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Keep to this variant, as name=value; others vary.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write. Default: the one the bots use.")] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Start from scratch instead of from the weights in the file.")
    ] = False,
    pieces_only: Annotated[
        bool, typer.Option("--pieces-only", help="Keep the weights of the features; train single cards beside them.")
    ] = False,
    by_wins: Annotated[
        bool, typer.Option("--by-wins", help="Change the weights in the file a little, again and again, as wins show.")
    ] = False,
) -> None:
    """Teach the bots a game: fit their judgement to games they play against themselves."""
    from skerry.bots.judging import WEIGHTS_FOLDER
    from skerry.bots.training import TrainingPlan
    from skerry.terminal.measure import say_if_uncompiled
    from skerry.terminal.train import run_training

    rules = game_named(game)
    words = [word for word in players.split(",") if word.strip()] or [str(count) for count in rules.seats]
    if not all(word.strip().isdecimal() for word in words):
        raise MatchError(f"--players {players!r} should be a list of numbers like 1,2,4")
    counts = tuple(sorted({int(word) for word in words}))
    for count in counts:
        rules.check_seats(count)
    options = option_pairs(option)
    rules.complete_options(options)
    if by_wins and (anew or pieces_only):
        raise MatchError("--by-wins starts from the weights in the file and changes them all")
    plan = TrainingPlan(
        game,
        counts,
        rounds=rounds,
        games=games,
        seed=seed,
        jobs=jobs,
        options=options,
        pieces_only=pieces_only,
        by_wins=by_wins,
    )
    say_if_uncompiled()
    run_training(plan, out or WEIGHTS_FOLDER / f"{game}.json", console, anew)


app.command()(serve)
app.command("config")(show_config)
app.add_typer(admin, name="admin")
app.command()(backup)
app.command("think")(think_for_others)
app.command()(restore)
app.command("move-data")(move_data)
app.command("recount-ratings")(recount_ratings)
app.command()(arena)
app.command()(balance)
app.command()(ladder)
app.command()(export)
app.command()(fields)


def main() -> None:
    """A mistake of the user's gets one clear line; only our own mistakes show a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # strange bytes and poor terminals end no game
            stream.reconfigure(errors="replace")
    try:
        app(prog_name=COMMAND)
    except (MatchError, SaveError, ComponentError, OptionError, WeightsError, StoreError, ConfigError) as error:
        print(f"skerry: {sentence(str(error))}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)


if __name__ == "__main__":
    main()
