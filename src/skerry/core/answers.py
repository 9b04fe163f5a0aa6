"""What a game answers when it is asked: plain data and words.  Nothing here is compiled.

In all words of a game `{0}`, `{1}`, … stand for the players' names.  A piece is anything one can point at, as
`kind:id`: `space:serve_fish`, `island:A`, `die:2`, `card:A103`, `player:0`.

Most of this cannot be part of a cycle, so the collector need not look at it (gc=False): a server keeps hundreds of
thousands of these.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from skerry.core.state import EVERYBODY


class Reason(Struct, frozen=True, omit_defaults=True, gc=False):
    """Why an action is not possible now: the rule, the numbers, and both in words."""

    rule: str
    words: str
    numbers: dict[str, int] = {}
    missing: dict[str, int] = {}  # goods by name: how many more it would take


class Question(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the seat to move is asked; everybody may read it."""

    words: str
    rule: str
    kind: str = ""  # which question of the game it is, for programs: `turn`, `monument`
    at: tuple[str, ...] = ()  # the pieces it is about: the island one recruits on, the die in hand


class Terms(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an action is about, as data: where it is, what it takes and gives at once, what it uses up."""

    at: tuple[str, ...] = ()  # pieces; the first is the one to click
    price: dict[str, int] = {}  # goods by name, paid the moment it is chosen
    gives: dict[str, int] = {}  # goods by name, gained the moment it is chosen
    owes: dict[str, int] = {}  # the usual price of an action that begins here and is paid at a later question
    uses: tuple[str, ...] = ()  # pieces that are used up for now: a die, a Settler, the Leader's benefit
    group: str = ""  # the heading it stands under in a list: "Harvest"
    short: str = ""  # what tells it apart under that heading: "Marakei"
    key: str = ""  # the digit by which a player would know it: its place in a row, the number it bears


class Moved(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that went from one place to another; a place is a piece, or empty for the box and the supply."""

    what: str  # a piece, or a good by name
    start: str
    end: str
    count: int = 1


class Event(Struct, frozen=True, gc=False):
    """One line of the log, for the seats in `audience` (a set)."""

    words: str
    rule: str = ""
    audience: int = EVERYBODY
    about: tuple[str, ...] = ()  # pieces
    moved: tuple[Moved, ...] = ()


class Thing(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something on the table that does something: its name, and what is to be known of it."""

    name: str
    traits: tuple[str, ...] = ()
    piece: str = ""


class Item(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the outline: `Shells  4`, or a label with things."""

    label: str
    value: str = ""
    note: str = ""
    things: tuple[Thing, ...] = ()
    piece: str = ""  # that the value stands for: `supply`


class Section(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of the outline; with a seat if it is that player's."""

    title: str
    items: list[Item] = field(default_factory=list)
    seat: int | None = None
    key: str = ""  # stays the same while the title changes


class ScoreLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """One category of the score, points by seat."""

    label: str
    points: list[int]
    rule: str
    unknown: tuple[int, ...] = ()  # seats that may have more: it is their secret until the end


class ScorePart(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece that scores: its name, its value, and perhaps for what."""

    name: str
    value: int
    piece: str = ""
    words: str = ""


class ScoreGroup(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat counts in one step of the final scoring: pieces that score together, and what they come to."""

    step: int  # groups of the same step are counted at the same time
    seat: int
    title: str
    points: int
    parts: tuple[ScorePart, ...] = ()
    words: str = ""  # how they add up: "8 × 6 Monuments"
    secret: bool = False  # it lay face down until now


class Rival(Struct, frozen=True, gc=False):
    """An opponent that plays by itself and has no seat."""

    name: str
    points: list[int]  # by the lines of the score
    won: bool


class Option(Struct, frozen=True):
    """A variant to choose when a match is made."""

    name: str
    title: str
    choices: tuple[str, ...]
    default: str
    words: str = ""
    needs: dict[str, str] = {}  # it means something only with these values of other options …
    players: tuple[int, ...] = ()  # … and with these numbers of players; empty: with any
    labels: dict[str, str] = {}  # what people read instead of a choice's name, where that is too short


class SeriesKind(Protocol):
    """Games that belong together, as a campaign; skerry.match.series keeps what is known between them."""

    title: str
    words: str
    seats: int
    games: int
    goal: int  # points of all games together to aim for; with a goal there is a rank, 0 if there is none
    result_type: type[Struct]  # has the field `points`, by seat

    def check(self, options: Mapping[str, str]) -> None:
        """Raise an OptionError for variants that the series cannot be played with."""

    def options(self, results: Sequence[Any]) -> dict[str, str]:
        """What the next game must be played with."""

    def result(self, state: Any) -> Struct:
        """What has to be remembered of a finished game."""

    def standing(self, results: Sequence[Any], rank: int) -> str:
        """Where the series stands, in words."""

    def close(self, results: Sequence[Any], rank: int) -> tuple[int, str]:
        """All games are played: the new rank, and a word about it."""


class Paragraph(Struct, frozen=True):
    """A paragraph of rules.md."""

    id: str
    chapter: str
    words: str
