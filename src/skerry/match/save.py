"""A match as one readable JSON file."""

import os
import re
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from skerry.core.components import ComponentError, Overlay
from skerry.core.game import OptionError
from skerry.core.state import CHANCE
from skerry.match import luck
from skerry.match.match import MAX_ENTRIES, Entry, Match, MatchError, SeatPlan

FORMAT = 1
MAX_BYTES = 5_000_000


class SaveError(ValueError):
    """A file that cannot be read as a match; says where and why.  The file is left as it is."""


class Saved(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file.  `log` has a line for each decision: `0: gather`, `chance: tide low`, `1: rest (forced)`, `0: undo`."""

    skerry: int
    game: str
    rules: int
    components: str
    overlay: Overlay | None
    seats: list[SeatPlan]
    options: dict[str, str]
    table: bool
    commitment: str
    seed: str
    log: list[str]


class Head(Struct):
    """What is read first: a newer file may differ in everything else."""

    skerry: int


LINE = re.compile(r"(\d+|chance): (.{1,80}?)( \(forced\))?")


def line_of(entry: Entry) -> str:
    seat = "chance" if entry.seat == CHANCE else str(entry.seat)
    return f"{seat}: {entry.text}{' (forced)' if entry.forced else ''}"


def entry_of(line: str) -> Entry:
    found = LINE.fullmatch(line)
    if not found:
        raise MatchError("is not of the form `seat: decision`")
    return Entry(CHANCE if found[1] == "chance" else int(found[1][:4]), found[2], bool(found[3]))


def to_saved(match: Match) -> Saved:
    return Saved(
        skerry=FORMAT,
        game=match.game.name,
        rules=match.game.version,
        components=match.kit.hash,
        overlay=match.overlay,
        seats=match.seats,
        options=match.options,
        table=match.typed_in,
        commitment=match.commitment,
        seed=match.seed,
        log=[line_of(entry) for entry in match.log],
    )


def from_saved(saved: Saved, place: str = "match") -> Match:
    """Play the log again, every decision checked."""
    if luck.commitment(saved.seed) != saved.commitment:
        raise SaveError(f"{place}: the seed does not fit its published hash; one of them was changed")
    try:
        match = Match(
            saved.game, saved.seats, options=saved.options, overlay=saved.overlay, seed=saved.seed, typed_in=saved.table
        )
    except (MatchError, OptionError, ComponentError) as error:
        raise SaveError(f"{place}: {error}") from error
    if saved.rules > match.game.version:
        raise SaveError(
            f"{place}: made with rules {saved.rules} of {match.game.title}, "
            f"this Skerry has {match.game.version}; update Skerry"
        )
    changed = saved.components != match.kit.hash or saved.rules < match.game.version
    if len(saved.log) > MAX_ENTRIES:
        raise SaveError(f"{place}: the log has {len(saved.log)} entries, at most {MAX_ENTRIES} are read")
    for number, line in enumerate(saved.log, 1):
        try:
            match.replay(entry_of(line))
        except MatchError as error:
            why = " (the rules or components have changed since it was saved)" if changed else ""
            raise SaveError(f"{place}: entry {number} ({line[:100]!r}): {error}{why}") from error
    if changed:
        match.warnings.append("The rules or components have changed since this match was saved.")
    return match


def encode(match: Match) -> bytes:
    return msgspec.json.format(msgspec.json.encode(to_saved(match)), indent=1) + b"\n"


def decode(data: bytes, place: str = "match") -> Match:
    if len(data) > MAX_BYTES:
        raise SaveError(f"{place}: larger than {MAX_BYTES // 1_000_000} MB; this is no saved match")
    try:
        head = msgspec.json.decode(data, type=Head)
        if head.skerry > FORMAT:
            raise SaveError(
                f"{place}: written by a newer Skerry (format {head.skerry}, this one reads {FORMAT}); update Skerry"
            )
        saved = msgspec.json.decode(data, type=Saved)
    except msgspec.DecodeError as error:
        raise SaveError(f"{place}: is damaged or no saved match: {error}") from error
    return from_saved(saved, place)


def load(path: Path) -> Match:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}") from error
    return decode(data, str(path))


def save(match: Match, path: Path) -> None:
    write_whole(path, encode(match))


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
