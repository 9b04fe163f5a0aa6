"""`skerry admin`: what an operator does beside the running server."""

import contextlib
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from skerry.core.words import plural
from skerry.match import MatchError
from skerry.server.runtime import machine_clock
from skerry.terminal.arguments import console
from skerry.terminal.backup import (
    BackupSource,
    BackupTarget,
    Force,
    print_line,
    restore_file,
    shown_progress,
    write_backup_file,
)
from skerry.terminal.serving import ConfigFile, DatabaseOption, DataOption, data_place

if TYPE_CHECKING:
    from skerry.server.settings import Settings
    from skerry.server.store.store import Store

admin = typer.Typer(no_args_is_help=True, help="Look after a server, also while it is running.")
SECONDS_A_DAY = 24 * 3600.0
FILE_WIDTH = 1_000  # letters of a line that nobody looks at in a terminal
MOST = 200  # rows of a list
PersonName = Annotated[str, typer.Argument(help="An account, or an id; `admin people` lists them.", metavar="PERSON")]
TableId = Annotated[str, typer.Argument(help="The id of a table; `admin tables` lists them.", metavar="TABLE")]
ReasonGiven = Annotated[str, typer.Option(help="What those concerned are told.")]


@admin.callback()
def admin_options(
    context: typer.Context, config: ConfigFile = None, data: DataOption = None, database: DatabaseOption = ""
) -> None:
    context.obj = data_place(config, data, database)


@contextlib.contextmanager
def opened(context: typer.Context) -> "Iterator[Store]":
    """The server's store, while others use it, too."""
    from skerry.server.store.engine.engines import open_beside
    from skerry.server.store.store import Store

    settings: Settings = context.obj
    with contextlib.closing(Store(open_beside(settings.data, settings.database))) as store:
        yield store


# ---- backups


@admin.command("backup")
def admin_backup(context: typer.Context, file: BackupTarget, force: Force = False) -> None:
    """Back up everything into one file, while the server runs. The same as `backup`."""
    write_backup_file(context.obj, file, force)


@admin.command("restore")
def admin_restore(context: typer.Context, file: BackupSource) -> None:
    """Bring back a backup, while no server runs. The same as `restore`."""
    restore_file(context.obj, file)


@admin.command("verify")
def verify_games(context: typer.Context) -> None:
    """Replay every game against its checksums and its seed; list those that are wrong."""
    from skerry.terminal.checker import check_one, stored

    wrong: list[str] = []
    with opened(context) as store, shown_progress() as tell:
        ids = [record.id for record in store.everything()]
        for number, id_ in enumerate(ids):
            tell("Replaying games", number, len(ids))
            is_right, words = check_one(lambda id_=id_: stored(store, id_))  # type: ignore[misc]
            if not is_right:
                wrong.append(f"WRONG table {id_}: {words}")
    for line in wrong:
        print_line(line)
    print_line(f"{plural(len(ids), 'game')} replayed, {len(wrong) or 'none'} of them wrong.")
    if wrong:
        raise typer.Exit(1)


# ---- people


@admin.command()
def people(
    context: typer.Context,
    word: Annotated[str, typer.Argument(help="Part of a name or account.", metavar="WORD")] = "",
) -> None:
    """List people, the newest first."""
    from skerry.server.store.house import people_for_operator

    with opened(context) as store:
        rows = [
            (found.id, found.name or "–", found.account or "–", str(found.games), when(found.created))
            for found in people_for_operator(store, word, MOST)
        ]
    show(("id", "name", "account", "games", "since"), rows)


@admin.command("export")
def export_data(
    context: typer.Context,
    person: PersonName,
    file: Annotated[Path, typer.Argument(help="The JSON file to write.", metavar="FILE")],
) -> None:
    """Write all data about a person into a file, for that person."""
    from skerry.server.store.erasure import export_person

    if file.exists():
        raise MatchError(f"{file}: exists already; choose another name")
    with opened(context) as store:
        data = export_person(store, known_person(store, person))
    file.touch(mode=0o600)
    file.write_bytes(data)
    print_line(f"{file}: {len(data) / 1000:.1f} kB.")


@admin.command()
def forget(
    context: typer.Context,
    person: PersonName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete all data about a person. Games with others stay theirs, with a nameless seat."""
    from skerry.server.store.erasure import forget_person

    with opened(context) as store:
        id_ = known_person(store, person)
        if not yes:
            ask_first(f"Delete all data about {person}? There is no way back.")
        deleted, left = forget_person(store, id_)
    stay = "stays" if left == 1 else "stay"
    print_line(f"Deleted, with {plural(deleted, 'game')}. {plural(left, 'game')} with others {stay}, without the name.")
    print_line("Backups that you made before still contain it.")


def known_person(store: "Store", word: str) -> str:
    from skerry.server.store.house import find_person

    found = find_person(store, word)
    if found is None:
        raise MatchError(f"there is nobody with the account or id {word!r}; `admin people` lists everybody")
    return found


def ask_first(question: str) -> None:
    if not sys.stdin.isatty():
        raise MatchError(f"{question} Say so with --yes")
    typer.confirm(question, abort=True)


# ---- tables


@admin.command()
def tables(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Finished games as well.")] = False,
) -> None:
    """List tables, the last used first. Nothing of the positions is shown."""
    from skerry.server.store.house import tables_for_operator

    with opened(context) as store:
        rows = [
            (found.id, found.game, found.names, str(found.entries), found.state, when(found.changed))
            for found in tables_for_operator(store, MOST, everything)
        ]
    show(("table", "game", "players", "moves", "", "last used"), rows)


@admin.command("end")
def end_table(context: typer.Context, table: TableId, reason: ReasonGiven = "") -> None:
    """End a table: everybody there is told, and nobody can go on. Nothing is deleted."""
    from skerry.server.store.house import HouseRule, write_rules

    with opened(context) as store:
        if store.record(table) is None:
            raise MatchError(f"there is no table {table!r}; `admin tables` lists them")
        write_rules(store, [HouseRule("ended", table, sentence_of(reason), machine_clock.wall())])
    print_line(f"Table {table} is ended. `admin reopen {table}` lets it go on.")


@admin.command()
def reopen(context: typer.Context, table: TableId) -> None:
    """Let an ended table go on."""
    from skerry.server.store.house import drop_rule

    with opened(context) as store:
        if not drop_rule(store, "ended", table):
            raise MatchError(f"table {table!r} was not ended")
    print_line(f"Table {table} can go on.")


# ---- notices


@admin.command()
def notices(context: typer.Context) -> None:
    """Count what was sent in the last seven days, and list channels that fail. No addresses are shown."""
    from skerry.server.store.channels import channels_to_look_after
    from skerry.server.store.outbox import count_sent

    with opened(context) as store:
        counts, failing = count_sent(store, machine_clock.wall()), channels_to_look_after(store, MOST)
    rows = [
        (of.kind, str(of.channels - of.dropped), str(of.dropped), str(of.sent), str(of.failed), str(of.waiting))
        for of in counts
    ]
    show(("channel", "in use", "given up", "sent", "failed", "waiting"), rows)
    if failing:
        print_line("")
        show(
            ("channel", "person", "failures", "", "last problem"),
            [
                (kind, person, str(count), "given up" if gone else "", words)
                for kind, person, count, gone, words in failing
            ],
        )


# ---- who may come in


@admin.command()
def ban(
    context: typer.Context,
    who: Annotated[str, typer.Argument(help="An account, an id, an address or a network.", metavar="WHO")],
    reason: ReasonGiven = "",
    days: Annotated[float, typer.Option(help="How long; 0 is for good.", min=0, max=36500)] = 0.0,
) -> None:
    """Keep a person, an address or a network out. Whoever is here is disconnected within seconds."""
    from skerry.server.people.house_rules import network_named
    from skerry.server.store.house import HouseRule, write_rules

    with opened(context) as store:
        network = network_named(who)
        name = str(network) if network else known_person(store, who)
        ends = machine_clock.wall() + days * SECONDS_A_DAY if days else None
        write_rules(store, [HouseRule("ban", name, sentence_of(reason), machine_clock.wall(), ends)])
    print_line(f"{name} is banned {f'until {when(ends)}' if ends else 'for good'}.")


@admin.command()
def unban(
    context: typer.Context,
    who: Annotated[str, typer.Argument(help="As `admin bans` lists it, or an account.", metavar="WHO")],
) -> None:
    """Lift a ban."""
    from skerry.server.people.house_rules import network_named
    from skerry.server.store.house import drop_rule

    with opened(context) as store:
        network = network_named(who)
        if not drop_rule(store, "ban", str(network) if network else known_person(store, who)):
            raise MatchError(f"{who!r} is not banned")
    print_line(f"{who} may come in again.")


@admin.command()
def bans(context: typer.Context) -> None:
    """List the bans."""
    from skerry.server.store.house import read_house_rules

    with opened(context) as store:
        found = [rule for rule in read_house_rules(store, machine_clock.wall()) if rule.kind == "ban"]
    rows = [(rule.name, when(rule.made), when(rule.ends) if rule.ends else "–", rule.words or "–") for rule in found]
    show(("who", "since", "until", "reason"), rows)


@admin.command("invite-only")
def invite_only(
    context: typer.Context, switch: Annotated[str, typer.Argument(help="on or off.", metavar="on|off")]
) -> None:
    """Let in only people who have played here before, and those with an invitation."""
    from skerry.server.store.house import HouseRule, drop_rule, write_rules

    if switch not in ("on", "off"):
        raise MatchError("say `admin invite-only on` or `admin invite-only off`")
    with opened(context) as store:
        if switch == "on":
            write_rules(store, [HouseRule("invite_only", "", "", machine_clock.wall())])
        else:
            drop_rule(store, "invite_only", "")
    print_line(
        "The server is by invitation; make links with `admin invite`." if switch == "on" else "Anybody can come."
    )


@admin.command()
def invite(
    context: typer.Context,
    uses: Annotated[int, typer.Option("--people", help="How many people it lets in.", min=1, max=10_000)] = 1,
    days: Annotated[float, typer.Option(help="How long it is good for.", min=0.01, max=3650)] = 14.0,
) -> None:
    """Make a link that lets people in."""
    from skerry.server.runtime.secret_hash import hash_of_secret
    from skerry.server.store.house import HouseRule, write_rules

    settings: Settings = context.obj
    secret, now = secrets.token_urlsafe(18), machine_clock.wall()
    with opened(context) as store:
        write_rules(store, [HouseRule("invitation", hash_of_secret(secret), "", now, now + days * SECONDS_A_DAY, uses)])
    site = f"https://{settings.allow_host[0]}" if settings.allow_host else f"http://localhost:{settings.port or 8470}"
    print_line(f"{site}/invited#{secret}")
    print_line(f"It lets in {plural(uses, 'person', 'people')}, until {when(now + days * SECONDS_A_DAY)}.")


@admin.command()
def message(
    context: typer.Context,
    words: Annotated[str, typer.Argument(help="At most 500 letters; without, it is removed.", metavar="WORDS")] = "",
) -> None:
    """Set the message of the day, which everybody sees on the front page."""
    from skerry.server.store.house import HouseRule, drop_rule, write_rules

    if len(words) > 500:
        raise MatchError("the message has more than 500 letters")
    with opened(context) as store:
        if words:
            write_rules(store, [HouseRule("message", "", words, machine_clock.wall())])
        else:
            drop_rule(store, "message", "")
    print_line("The front page shows it within seconds." if words else "There is no message any more.")


@admin.command()
def token(context: typer.Context) -> None:
    """Make a new token for the operator's page, /operator; the old one is no longer good."""
    from skerry.server.runtime.secret_hash import hash_of_secret
    from skerry.server.store.house import HouseRule, write_rules

    new = secrets.token_urlsafe(24)
    with opened(context) as store:
        write_rules(store, [HouseRule("token", "", hash_of_secret(new), machine_clock.wall())])
    print_line(new)
    print_line("Sign in with it at /operator. It is shown only now.")


# ---- words


def sentence_of(words: str) -> str:
    from skerry.server.errors import as_sentence

    return as_sentence(words[:300]) if words.strip() else ""


def when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def show(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """The first column is what other commands ask for, so it is never cut; in a file or a pipe, nothing is."""
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        longest = max((len(row[0]) for row in rows), default=0) if number == 0 else None
        table.add_column(column, no_wrap=True, min_width=longest)
    for row in rows:
        table.add_row(*row)
    if rows:
        wide = console if console.is_terminal else Console(highlight=False, width=FILE_WIDTH)
        wide.print(table, markup=False)
    else:
        print_line("There are none.")
