"""The `skerry` command."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from skerry.bots.judging import WeightsError
from skerry.core.components import ComponentError, Overlay
from skerry.core.game import OptionError
from skerry.games import GAMES
from skerry.match import Match, MatchError, SaveError, load
from skerry.terminal.arena import arena, balance

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Three island board games: play in the browser or here, against people and bots.",
)
console = Console(highlight=False)

GameName = Annotated[str, typer.Argument(help="A game as `skerry games` lists it.", metavar="GAME")]
SavedFile = Annotated[Path, typer.Argument(help="A saved match.", metavar="FILE")]


@app.command()
def games() -> None:
    """List the games."""
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
    game: Annotated[str, typer.Argument(help="A game, or a saved match to go on with.", metavar="GAME|FILE")],
    seats: Annotated[str, typer.Option(help="Who sits where: me, me:Anna, easy, medium, …")] = "",
    players: Annotated[int, typer.Option(help="You against bots, so many players in all.")] = 0,
    seed: Annotated[str, typer.Option(help="Repeat the dice and draws of another match.")] = "",
    components: Annotated[Path | None, typer.Option(help="Your own component values (TOML).")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A variant: name=value. May be given several times.")] = None,
    table: Annotated[bool, typer.Option("--table", help="You roll the dice and draw the cards yourselves.")] = False,
    save: Annotated[Path | None, typer.Option(help="Where the match is kept.")] = None,
) -> None:
    """Play in the terminal; the match is saved after every decision."""
    from skerry.terminal.player import Player, free_path, seat_plans

    if game not in GAMES and (game.endswith(".json") or Path(game).exists()):
        path = Path(game)
        match = load(path)
        if seats or players or seed or components or option or table:
            raise MatchError("a saved match goes on as it is: give no other options with it")
    else:
        if game not in GAMES:
            raise MatchError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
        overlay = Overlay.read(components) if components else None
        plans = seat_plans(seats, players, GAMES[game])
        match = Match(game, plans, options=pairs(option or []), overlay=overlay, seed=seed or None, typed_in=table)
        match.begin()
        path = save or free_path(Path(), game)
    Player(match, path, console).run()


@app.command()
def series(
    game: GameName,
    kind: Annotated[str, typer.Argument(help="The series, for instance campaign or rematch.", metavar="SERIES")],
    seats: Annotated[str, typer.Option(help="Who sits where: me, me:Anna, random, search, …")] = "",
    components: Annotated[Path | None, typer.Option(help="Your own component values (TOML).")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A variant: name=value. May be given several times.")] = None,
    file: Annotated[Path | None, typer.Option(help="Where results and rank are kept.")] = None,
) -> None:
    """Play the next game of a series; its results and your rank are kept between the games."""
    from skerry.match.series import open_series
    from skerry.terminal.player import Player, seat_plans

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
    Player(match, running, console).run()
    if match.over:
        console.print(f"{book.record(match).words}.")


def pairs(options: list[str]) -> dict[str, str]:
    """`name=value` options as a dictionary."""
    for option in options:
        if "=" not in option:
            raise MatchError(f"--option {option!r} is not of the form name=value")
    return dict(option.split("=", 1) for option in options)


@app.command()
def replay(
    file: SavedFile, everything: Annotated[bool, typer.Option("--all", help="Print it all at once.")] = False
) -> None:
    """Go through a saved match, move by move."""
    from skerry.terminal.replayer import Replayer

    Replayer(load(file), console).run(everything or not sys.stdin.isatty())


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Saved matches.", metavar="FILE…")] = None,
    data: Annotated[Path | None, typer.Option(help="All matches in this folder of `skerry serve`.")] = None,
) -> None:
    """Play saved matches again: every decision against the rules, every roll against the seed."""
    from skerry.terminal.checker import check_all

    if not files and data is None:
        raise MatchError("check what? Give files, or --data with the folder of a server")
    if not check_all(files or [], data, console):
        raise typer.Exit(1)


@app.command()
def bench(
    game: GameName,
    players: Annotated[int, typer.Option(help="Number of players.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float, typer.Option(help="How long each measurement takes.", min=0.05, max=60)] = 1.0,
) -> None:
    """Measure random play on one core."""
    from skerry.terminal.measure import measure, show

    if game not in GAMES:
        raise MatchError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    figures = measure(GAMES[game], players or GAMES[game].seats[0], seconds)
    show(figures, console, json)


@app.command()
def train(
    game: GameName,
    players: Annotated[str, typer.Option(help="Numbers of players: 1,2,4. All if not given.")] = "",
    rounds: Annotated[int, typer.Option(help="Rounds of self-play and fit.", min=1, max=100)] = 5,
    games: Annotated[int, typer.Option(help="Games in a round for each number of players.", min=1)] = 200,
    jobs: Annotated[int, typer.Option(help="Processes; the result does not depend on it.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="Another seed, other games.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Always this variant: name=value; others vary.")] = None,
    out: Annotated[Path | None, typer.Option(help="The weights file, if not the one the bots use.")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Start from nothing, not from the weights in the file.")] = False,
) -> None:
    """Teach the bots a game: fit their judgement by self-play."""
    from skerry.bots.judging import FOLDER
    from skerry.bots.training import Plan
    from skerry.terminal.train import run

    if game not in GAMES:
        raise MatchError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    words = [word for word in players.split(",") if word.strip()] or [str(count) for count in GAMES[game].seats]
    if not all(word.strip().isdecimal() for word in words):
        raise MatchError(f"--players {players!r} is not a list of numbers like 1,2,4")
    counts = tuple(sorted({int(word) for word in words}))
    for count in counts:
        GAMES[game].check_seats(count)
    options = pairs(option or [])
    GAMES[game].complete_options(options)
    plan = Plan(game, counts, rounds=rounds, games=games, seed=seed, jobs=jobs, options=options)
    run(plan, out or FOLDER / f"{game}.json", console, anew)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8470,
    data: Annotated[Path | None, typer.Option(help="Folder of matches and secrets.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the browser game."""
    from skerry.server.serve import serve as run

    run(host, port, data, open_page)


app.command()(arena)
app.command()(balance)


def main() -> None:
    """Errors of use are one clear line; only our own mistakes show a traceback."""
    try:
        app()
    except (MatchError, SaveError, ComponentError, OptionError, WeightsError) as error:
        print(f"skerry: {error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)


if __name__ == "__main__":
    main()
