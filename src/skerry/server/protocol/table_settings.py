"""The settings of a table for friends: one row each.

A new setting is a row of `TableSettings` and the code that obeys it.  The call that makes a table, the host's message
that changes it, what the database stores, what every screen is shown, and the form in the page follow from the row.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct

from skerry.server.protocol.pace import NO_CLOCK, Pace, pace_problem

RATED_TERMS = "rated: nothing is taken back by consent, and whoever leaves or resigns comes in last"
NEEDS_CLOCK = (
    "A rated game needs a clock and a bot that moves when time is up, so that nobody can put off a loss. Choose a time."
)


class ChangedBy(Enum):
    """Who may change a setting, and when."""

    NOBODY = auto()  # it stays as it was when the table was made
    HOST_BEFORE_START = auto()
    HOST_ANY_TIME = auto()


class TableSetting(Struct, frozen=True, eq=False, kw_only=True):
    """What is to be known of a setting, apart from its name, type and default."""

    title: str  # in the form
    explanation: str = ""  # beside it
    in_words: Mapping[Any, str] | Callable[[Any], str]  # each value, in the line of terms; choices have it in the form
    changes: ChangedBy
    in_rematch: bool = True  # a rematch takes it over; otherwise it has the default again
    problem: Callable[[Any, bool], str] | None = None  # why a value is refused; the bool: dice and draws are typed in
    implies: Mapping[str, Any] = {}  # other settings that a switch decides as well when it is on
    only_with: Literal["", "live", "slow"] = ""  # it counts only with this kind of clock


def rated_problem(rated: bool, typed_in: bool) -> str:
    return "With real dice and cards, a game cannot be rated." if rated and typed_in else ""


class TableSettings(Struct, frozen=True, kw_only=True):
    """The rows, in the order of the form."""

    pace: Annotated[
        Pace,
        TableSetting(title="Time", in_words=Pace.in_words, changes=ChangedBy.NOBODY, problem=pace_problem),
    ] = NO_CLOCK
    vacation: Annotated[
        Literal["0", "7", "14", "28"],
        TableSetting(
            title="Vacation",
            explanation="While somebody is on vacation, their time for a turn stands still.",
            in_words={
                "0": "no vacation",
                "7": "7 vacation days for each player",
                "14": "14 vacation days for each player",
                "28": "28 vacation days for each player",
            },
            changes=ChangedBy.HOST_BEFORE_START,
            only_with="slow",
        ),
    ] = "14"
    listed: Annotated[
        bool,
        TableSetting(
            title="Anybody may join",
            explanation="The table is listed on the front page until it starts.",
            in_words={True: "anybody may join", False: "by link only"},
            changes=ChangedBy.HOST_BEFORE_START,
            in_rematch=False,
        ),
    ] = False
    watching: Annotated[
        bool,
        TableSetting(
            title="Others may watch",
            explanation="They see what is face up, never anybody's hand.",
            in_words={True: "others may watch", False: "no spectators"},
            changes=ChangedBy.HOST_BEFORE_START,
        ),
    ] = True
    hints: Annotated[
        bool,
        TableSetting(
            title="Hints are allowed",
            explanation="The same for everyone, and everyone sees who asks.",
            in_words={True: "hints for everyone", False: "no hints"},
            changes=ChangedBy.HOST_BEFORE_START,
        ),
    ] = True
    checking: Annotated[
        Literal["5", "10", "30", "none"],
        TableSetting(
            title="Time to check a turn",
            explanation="The next player waits for “Done”, but no longer than this.",
            in_words={
                "5": "5 seconds to check a turn",
                "10": "10 seconds to check a turn",
                "30": "30 seconds to check a turn",
                "none": "as long as it takes to check a turn",
            },
            changes=ChangedBy.HOST_ANY_TIME,
        ),
    ] = "10"
    programs: Annotated[
        bool,
        TableSetting(
            title="Programs may join",
            explanation="Bots that people run on their own computers. They are marked as programs, and get no hints.",
            in_words={True: "programs may join", False: "no programs"},
            changes=ChangedBy.HOST_BEFORE_START,
        ),
    ] = False
    rated: Annotated[
        bool,
        TableSetting(
            title="Rated",
            explanation="Counts for everybody’s rating if at least two people play, each with an account. "
            "With a clock and without hints, and nothing is taken back once something new is known. "
            "Leaving or resigning means last place.",
            in_words={True: RATED_TERMS, False: ""},
            changes=ChangedBy.NOBODY,
            problem=rated_problem,
            implies={"hints": False},
        ),
    ] = False


class TableSettingRow(NamedTuple):
    """A row of TableSettings, taken apart."""

    name: str
    type: Any
    default: Any
    setting: TableSetting

    def words(self, value: Any) -> str:
        in_words = self.setting.in_words
        return in_words(value) if callable(in_words) else in_words[value]


def setting_row(name: str, hint: Any) -> TableSettingRow:
    kind, *extras = get_args(hint)
    setting = next(extra for extra in extras if isinstance(extra, TableSetting))
    return TableSettingRow(name, kind, getattr(TableSettings(), name), setting)


TABLE_SETTINGS = tuple(
    setting_row(name, hint) for name, hint in get_type_hints(TableSettings, include_extras=True).items()
)


def settings_of(source: TableSettings) -> dict[str, Any]:
    """The settings alone, by name, to be handed on."""
    return {row.name: getattr(source, row.name) for row in TABLE_SETTINGS}


def problem_with_settings(settings: TableSettings, typed_in: bool) -> str:
    """Why a table cannot have these settings, or nothing."""
    checked = [(row.setting.problem, getattr(settings, row.name)) for row in TABLE_SETTINGS]
    found = next((words for check, value in checked if check and (words := check(value, typed_in))), "")
    return found or (NEEDS_CLOCK if settings.rated and settings.pace.late == "nothing" else "")


def implied_settings(settings: TableSettings) -> dict[str, Any]:
    """All settings by name, with those that others decide as well."""
    found = settings_of(settings)
    for row in TABLE_SETTINGS:
        if found[row.name] is True:
            found |= row.setting.implies
    return found


def settings_for_rematch(settings: TableSettings) -> dict[str, Any]:
    return {row.name: getattr(settings, row.name) if row.setting.in_rematch else row.default for row in TABLE_SETTINGS}


def terms_in_words(settings: TableSettings) -> dict[str, str]:
    """What was agreed on, by setting, as people read it; some values go without saying."""
    kinds = ("", settings.pace.kind)
    found = {
        row.name: row.words(getattr(settings, row.name)) for row in TABLE_SETTINGS if row.setting.only_with in kinds
    }
    return {name: words for name, words in found.items() if words}


# ---- changing them


def with_changes(base: type[Struct]) -> type[Struct]:
    """The base, with a field for each setting that the host may change; what is left out stays as it is."""
    fields = [
        (row.name, row.type | UnsetType, UNSET) for row in TABLE_SETTINGS if row.setting.changes is not ChangedBy.NOBODY
    ]
    return defstruct("SettingChanges", fields, bases=(base,), frozen=True, kw_only=True)


def changed_settings(message: Struct) -> dict[str, Any]:
    values = {row.name: getattr(message, row.name, UNSET) for row in TABLE_SETTINGS}
    return {name: value for name, value in values.items() if value is not UNSET}


def may_change(name: str, has_begun: bool) -> bool:
    changes = next(row.setting.changes for row in TABLE_SETTINGS if row.name == name)
    return changes is ChangedBy.HOST_ANY_TIME or (changes is ChangedBy.HOST_BEFORE_START and not has_begun)


# ---- the form


class SettingInfo(Struct, frozen=True):
    """GET /api/home: a setting of a table for friends, for the page to draw its form from."""

    name: str
    kind: Literal["switch", "choice", "clock"]
    title: str
    explanation: str
    default: Any
    choices: dict[str, str]  # of a choice: each value, and what people read
    in_lobby: bool  # the host may change it in the waiting room
    implies: dict[str, Any]  # settings that a switch decides as well when it is on
    only_with: str  # the kind of clock it counts with; empty: any


def setting_info(row: TableSettingRow) -> SettingInfo:
    kind: Literal["switch", "choice", "clock"]
    choices: dict[str, str] = {}
    if row.type is bool:
        kind = "switch"
    elif row.type is Pace:
        kind = "clock"
    elif get_origin(row.type) is Literal:
        kind, choices = "choice", {value: row.words(value) for value in get_args(row.type)}
    else:
        raise TypeError(f"the page has no form for the setting {row.name}: {row.type}")
    in_lobby = row.setting.changes is not ChangedBy.NOBODY
    setting, implies = row.setting, dict(row.setting.implies)
    return SettingInfo(
        row.name,
        kind,
        setting.title,
        setting.explanation,
        row.default,
        choices,
        in_lobby,
        implies,
        setting.only_with,
    )


SETTINGS_FORM = [setting_info(row) for row in TABLE_SETTINGS]
