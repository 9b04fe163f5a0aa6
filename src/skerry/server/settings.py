"""The settings of a server, and where it stores its data.  `config.py` reads them from a file and the environment."""

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

ADDRESS_FACTOR = 10  # all guests at one address together may do this many times as much as one of them


SECRET_BYTES = 32  # of what cookies are signed with

Amount = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]
ShortWait = Annotated[float, Meta(ge=0, le=60)]
Seconds = Annotated[float, Meta(ge=1)]
PortNumber = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True):
    """Each is a key of the file and a variable SKERRY_… of the environment, unless it is INTERNAL."""

    data: Path
    database: str = ""  # the address of a PostgreSQL database; without one, it is a file in `data`
    processes: AtLeastOne = 1  # that share the database and a port; more than one needs PostgreSQL
    host: str = "127.0.0.1"  # the address to listen on
    port: PortNumber | None = None  # None: the usual one, or any other if that is taken
    allow_host: tuple[str, ...] = ()  # names of the server in addition to localhost and the machine's own; "*" for any
    trust: tuple[str, ...] = ()  # addresses and networks of trusted proxies
    metrics: str = ""  # the address and port where Prometheus finds figures; empty: nowhere
    log: Literal["text", "json"] = "text"
    drain: ShortWait = 0.0  # seconds in which /ready says no before the server leaves, for a proxy to notice
    ratings: bool = False  # rated games and leaderboards; they need accounts
    leagues: bool = False  # rounds of games over days, with standings
    site: str = ""  # the address people open, such as https://games.example.org, for links in messages
    smtp: str = ""  # the mail server: smtp://user:password@host:587, or smtps://…; it needs `site` and `mail_from`
    mail_from: str = ""  # the address that mail comes from
    webhook_hosts: tuple[str, ...] = ()  # where people may have notices posted: discord.com, hooks.slack.com, …
    push_hosts: tuple[str, ...] = ()  # push services of your own, beside those of the browsers
    deadline: Seconds = 30.0  # seconds from the request in which a bot should answer; its budget is processor time
    tables_per_hour: AtLeastOne = 60  # new tables of one guest
    open_tables: AtLeastOne = 200  # unfinished tables of one guest
    hints_per_minute: AtLeastOne = 20  # of one guest
    messages_per_second: AtLeastOne = 20  # of one guest; a burst may be three times as much
    chats_per_minute: AtLeastOne = 40  # of one person
    tokens_per_hour: AtLeastOne = 60  # for programs, made from one address
    calls_per_second: AtLeastOne = 20  # of one program; a burst may be three times as much, all of one person's double
    sockets: AtLeastOne = 50  # of one guest at one time
    reads_per_second: AtLeastOne = (
        20  # pages, lists and files one address may ask for; a burst may be ten times as much
    )
    connections: AtLeastOne = 4_000  # at one time
    connections_each: AtLeastOne = 250  # of them from one address
    tables: Amount = 200_000  # in all; then nobody can make another
    disk: Amount = 10_000_000_000  # bytes of the database, likewise
    spare: Amount = 100_000_000  # bytes that must be free on the disk for a new table
    page: Path | None = None  # the built front end; None looks in the usual places
    warm: bool = False  # start the bots' processes before anybody needs them
    package: Path | None = None  # the compiled package that is being made, for bots to change over to


INTERNAL = ("page", "warm", "package")  # no host sets them
SECRETS = ("database", "smtp")  # may hold a password
# Of a database.  Rather too much than too little: people forget to encode `:`, `/` and `@` in a password.
PASSWORD_IN_ADDRESS = re.compile(r"(://[^:/@\s]*:)[^?\s]*(?=@)|(password=)[^&\s]*")
HIDDEN = "…"


def without_passwords(words: str) -> str:
    return PASSWORD_IN_ADDRESS.sub(rf"\1\2{HIDDEN}", words)


def data_folder() -> Path:
    """The default data folder of this user."""
    if chosen := os.environ.get("SKERRY_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Skerry"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Skerry"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "skerry"
