"""`skerry serve` and `skerry config`: the server, and the settings it would run with."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from skerry.server.config import Config
    from skerry.server.settings import Settings

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", help="A TOML file with settings. Default: /etc/skerry/skerry.toml.", metavar="FILE"),
]
DataOption = Annotated[Path | None, typer.Option(help="The folder for games and secrets.", metavar="FOLDER")]
DatabaseOption = Annotated[
    str, typer.Option(help="A PostgreSQL database instead of a file in the folder.", metavar="ADDRESS")
]
ProcessesOption = Annotated[
    int | None, typer.Option(help="How many processes serve; more than one need --database.", min=1, max=64)
]
Host = Annotated[
    str, typer.Option(help="The address to listen on; 0.0.0.0 lets others on your network in.", metavar="ADDRESS")
]
Port = Annotated[
    int | None, typer.Option(help="The port. Default: 8470, or any other if that is taken.", min=0, max=65535)
]
AllowHost = Annotated[
    list[str] | None, typer.Option(help="A name under which others reach this server, such as play.example.org.")
]
Trust = Annotated[
    list[str] | None,
    typer.Option(help="A proxy in front, believed when it says who asks: an address or network, such as 127.0.0.1."),
]
Metrics = Annotated[
    str, typer.Option(help="Show figures to Prometheus here, such as 127.0.0.1:9470.", metavar="ADDRESS")
]
OfferRatings = Annotated[
    bool | None, typer.Option("--ratings/--no-ratings", help="Offer rated games and leaderboards.", show_default=False)
]
OfferLeagues = Annotated[bool | None, typer.Option("--leagues/--no-leagues", help="Offer leagues.", show_default=False)]
LogFormat = Annotated[str, typer.Option("--log", help="How the log is written: text or json.", metavar="FORMAT")]


def serve(
    config: ConfigFile = None,
    host: Host = "",
    port: Port = None,
    data: DataOption = None,
    database: DatabaseOption = "",
    processes: ProcessesOption = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    allow_host: AllowHost = None,
    trust: Trust = None,
    metrics: Metrics = "",
    log: LogFormat = "",
    ratings: OfferRatings = None,
    leagues: OfferLeagues = None,
) -> None:
    """Serve the browser game. `config` shows the settings."""
    from skerry.server.web.serve import serve as run

    run(
        config_of(config, host, port, data, database, allow_host, trust, metrics, log, processes, ratings, leagues),
        open_page,
    )


def show_config(
    config: ConfigFile = None,
    host: Host = "",
    port: Port = None,
    data: DataOption = None,
    database: DatabaseOption = "",
    processes: ProcessesOption = None,
    allow_host: AllowHost = None,
    trust: Trust = None,
    metrics: Metrics = "",
    log: LogFormat = "",
    ratings: OfferRatings = None,
    leagues: OfferLeagues = None,
) -> None:
    """Print the settings that `serve` would use with the same options, and where each comes from."""
    from skerry.server.config import shown_config

    found = config_of(config, host, port, data, database, allow_host, trust, metrics, log, processes, ratings, leagues)
    print(shown_config(found))
    for name in found.unknown:
        print(f"# {name} is set, but there is no such setting")


def data_place(file: Path | None, data: Path | None, database: str) -> "Settings":
    """Where a server keeps its data.  A folder named on the command line is meant, whatever is set elsewhere."""
    from msgspec.structs import replace

    settings = config_of(file, data=data, database=database).settings
    return replace(settings, database="") if data is not None and not database else settings


def config_of(
    file: Path | None,
    host: str = "",
    port: int | None = None,
    data: Path | None = None,
    database: str = "",
    allow_host: list[str] | None = None,
    trust: list[str] | None = None,
    metrics: str = "",
    log: str = "",
    processes: int | None = None,
    ratings: bool | None = None,
    leagues: bool | None = None,
) -> "Config":
    from skerry.server.config import ConfigError, read_config

    if log not in ("", "text", "json"):
        raise ConfigError(f'--log must be "json" or "text", not {log!r:.60}')
    options = {
        "host": host or None,
        "port": port,
        "data": data,
        "database": database or None,
        "processes": processes,
        "allow_host": tuple(allow_host or ()),
        "trust": tuple(trust or ()),
        "metrics": metrics or None,
        "log": log or None,
        "ratings": ratings,
        "leagues": leagues,
    }
    return read_config(options, file)
