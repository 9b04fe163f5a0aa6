"""A match as one readable JSON file: who plays, the log, and after it the components."""

import os
import re
import tempfile
from pathlib import Path
from typing import Annotated
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta, Struct

from skerry.core.components import ComponentError
from skerry.core.frozen import Frozen, Rows, rules_digest
from skerry.core.game import OptionError
from skerry.core.state import CHANCE
from skerry.match import luck
from skerry.match.errors import Drift, MatchError, SaveError
from skerry.match.match import MAX_ENTRIES, Entry, Match, SeatPlan
from skerry.match.recipe import components_of_today

SAVE_FORMAT = 1
UNRELEASED_FORMATS = (2, 3)  # numbers of formats from before the first release
MAX_SAVE_BYTES = 5_000_000
SHARED: WeakValueDictionary[str, Frozen] = WeakValueDictionary()  # by hash: hundreds of rows, once for all matches
UNKNOWN_COMPONENTS = (
    "this game started with components that this version of Skerry does not have, so it cannot be continued"
)


class Saved(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file.  `log` has a line for each decision: `0: gather`, `chance: tide low`, `1: rest (forced)`, `0: undo`.

    Asides are in brackets: `0: (done)`, `1: (take back?)`, see asides.py.
    Some lines end with a mark, a hash of all positions so far: `0: draw #1f2e3d4c`.
    """

    skerry: int
    game: str
    rules: Annotated[int, Meta(ge=0, lt=2**31)]
    components: str  # the hash of `rows`
    seats: list[SeatPlan]
    options: dict[str, str]
    table: bool
    commitment: str
    seed: str
    log: list[str]
    rows: Rows | None = None  # all components; None if the components of a match are lost


class Head(Struct):
    """What is read first: a newer file may differ in everything else."""

    skerry: Annotated[int, Meta(ge=0, lt=2**31)]  # numbers of thousands of digits take long to read and to print
    overlay: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # only in files from before the first release


LOG_LINE = re.compile(r"(\d+|chance): (.{1,80}?)( \(forced\))?(?: #([0-9a-f]{8}))?")


def line_of(entry: Entry) -> str:
    seat = "chance" if entry.seat == CHANCE else str(entry.seat)
    mark = f" #{entry.mark}" if entry.mark else ""
    return f"{seat}: {entry.text}{' (forced)' if entry.forced else ''}{mark}"


def entry_of(line: str) -> Entry:
    found = LOG_LINE.fullmatch(line)
    if not found:
        raise MatchError("is not of the form `seat: decision`")
    return Entry(CHANCE if found[1] == "chance" else int(found[1][:4]), found[2], bool(found[3]), found[4] or "")


def component_rows(frozen: Frozen) -> Rows:
    return {table: list(rows.values()) for table, rows in frozen.tables.items() if rows}


def to_saved(match: Match) -> Saved:
    return Saved(
        skerry=SAVE_FORMAT,
        game=match.game.name,
        rules=match.rules,
        components=match.components.hash,
        seats=match.seats,
        options=match.options,
        table=match.typed_in,
        commitment=match.commitment,
        seed=match.seed,
        log=[line_of(entry) for entry in match.log],
        rows=component_rows(match.components),
    )


def from_saved(saved: Saved, place: str = "match") -> Match:
    """Replay the log with the match's own components, checking every decision."""
    if luck.commitment(saved.seed) != saved.commitment:
        raise SaveError(f"{place}: the seed does not fit its published hash; one of them was changed")
    if len(saved.log) > MAX_ENTRIES:
        raise SaveError(f"{place}: the log has {len(saved.log)} entries, the limit is {MAX_ENTRIES}")
    try:
        match = Match(
            saved.game,
            saved.seats,
            options=saved.options,
            components=frozen_of(saved),
            rules=saved.rules,
            seed=saved.seed,
            typed_in=saved.table,
        )
    except (MatchError, OptionError, ComponentError) as error:
        raise SaveError(f"{place}: {error}") from error
    if rules_digest(match.components.tables) != rules_digest(components_of_today(saved.game).tables):
        match.warnings.append("This game uses the component values it started with; they have changed since.")
    for number, line in enumerate(saved.log, 1):
        try:
            match.replay(entry_of(line))
        except MatchError as error:
            why = str(error) if isinstance(error, Drift) else "the log does not follow the rules"
            public = f"{place}: cannot be continued: {why} (entry {number})"
            raise SaveError(f"{place}: entry {number} ({line[:100]!r}): {error}", public) from error
    return match


def frozen_of(saved: Saved) -> Frozen:
    """The components in the file, checked against their hash."""
    if saved.rows is None:
        raise MatchError(f"{UNKNOWN_COMPONENTS} (components {saved.components[:16]})")
    try:
        frozen = Frozen.from_rows(saved.rows)
    except ValueError as error:
        raise MatchError(f"the component rows are damaged: {error}") from error
    if frozen.hash != saved.components:
        raise MatchError("the component rows do not match their hash, so somebody has changed them")
    return SHARED.setdefault(frozen.hash, frozen)


def encode_match(match: Match) -> bytes:
    return write_saved(to_saved(match))


def write_saved(saved: Saved) -> bytes:
    """One log entry per line, then one component per line."""
    head = msgspec.json.encode(msgspec.structs.replace(saved, rows=None))
    text = msgspec.json.format(head.decode(), indent=1)
    if saved.rows is not None:
        text = text.removesuffix("null\n}") + Frozen.from_rows(saved.rows).text(" ") + "\n}"
    return text.encode() + b"\n"


def decode_match(data: bytes, place: str = "match") -> Match:
    return from_saved(read_saved(data, place), place)


def read_saved(data: bytes, place: str = "match") -> Saved:
    """The file as data.  Nothing is replayed."""
    if len(data) > MAX_SAVE_BYTES:
        raise SaveError(f"{place}: larger than {MAX_SAVE_BYTES // 1_000_000} MB, so this is not a saved game")
    try:
        head = msgspec.json.decode(data, type=Head)
        if problem := format_problem(head):
            raise SaveError(f"{place}: {problem}")
        return msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SaveError(f"{place}: damaged, or not a saved game: {error}") from error


def format_problem(head: Head) -> str:
    """Why a file cannot be read here, or nothing."""
    if head.overlay is not msgspec.UNSET or head.skerry < SAVE_FORMAT:
        return "written by a version from before the first release; only the version that wrote it can open it"
    formats = f"(format {head.skerry}, this one reads {SAVE_FORMAT})"
    if head.skerry in UNRELEASED_FORMATS:
        return f"written by a newer version or by one from before the first release {formats}; update Skerry"
    return f"written by a newer version {formats}; update Skerry" if head.skerry > SAVE_FORMAT else ""


def load_match(path: Path) -> Match:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}") from error
    return decode_match(data, str(path))


def save_match(match: Match, path: Path) -> None:
    write_whole(path, encode_match(match))


def write_whole(path: Path, data: bytes) -> None:
    """Write the whole file or nothing: a crash leaves the old one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def unwritable(path: Path) -> str:
    """Why no file can be written there; empty if it can."""
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return "" if os.access(path.parent, os.W_OK) else f"nothing can be written in {path.parent}"
