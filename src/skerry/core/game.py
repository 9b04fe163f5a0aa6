"""What a game hands to everyone outside the rules: words, views, reasons.  Nothing here is compiled."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct, field

from skerry.core import bits
from skerry.core.actions import Actions
from skerry.core.components import Overlay, Row, freeze
from skerry.core.frozen import Frozen
from skerry.core.observe import Encoder
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, EVERYBODY, Kit, State

S = TypeVar("S", bound=State)

# In all words of a game `{0}`, `{1}`, … stand for the players' names.


# What is said of a move is plain data that cannot be part of a cycle, so the collector need not look at it (gc=False):
# a server keeps hundreds of thousands of these.


# A piece is anything one can point at, as `kind:id`: `space:serve_fish`, `island:A`, `die:2`, `card:A103`, `player:0`.


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
    kind: str = ""  # which question of the game it is, for programs: `turn`, `recruit_pay`
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


class ScoreLine(Struct, frozen=True, gc=False):
    """One category of the score, points by seat."""

    label: str
    points: list[int]
    rule: str


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


class OptionError(ValueError):
    """A variant or number of players that the game does not have."""


class Game(ABC, Generic[S]):
    """One game.  Its folder has the same files as every other; see docs/add-a-game.md."""

    name: ClassVar[str]  # of the folder
    title: ClassVar[str]
    tagline: ClassVar[str]
    makers: ClassVar[str] = ""  # its designers or publisher
    minutes: ClassVar[str] = ""  # playing time, in words
    weight: ClassVar[int] = 0  # how much there is to learn, 1 to 5: our own estimate
    seats: ClassVar[range]  # numbers of players
    version: ClassVar[int]  # counts changes of the rules; stored with every match
    plays: ClassVar[tuple[int, ...]] = ()  # older versions that this build still plays exactly: docs/add-a-game.md
    kinds: ClassVar[dict[str, type[Row]]]  # the types of the component rows, by table
    options: ClassVar[tuple[Option, ...]] = ()
    earlier: ClassVar[Mapping[int, Mapping[str, str]]] = {}  # by older version: what was played before an option came
    among_bots: ClassVar[Mapping[str, str]] = {}  # variants for matches without people, unless others are asked for
    series: ClassVar[Mapping[str, SeriesKind]] = {}  # by name
    actions: ClassVar[Actions]
    folder: ClassVar[Path]
    passes: ClassVar[frozenset[str]] = frozenset({"pass"})  # actions that give up the rest of a turn or of a choice
    least_gap: ClassVar[float] = 1.0  # points by which two options must differ for a hint to speak of it
    aims: ClassVar[Mapping[str, tuple[str, str]]] = {}  # lines of the score: more and less of it, said in a sentence
    place: ClassVar[int] = 9  # in lists of games: the easiest to begin with first
    is_sample: ClassVar[bool] = False  # a small game that is there to be copied
    daily: ClassVar[str] = ""  # what today's deal asks of its player; empty: this game has no daily deal
    decisions_per_round: ClassVar[int] = 100  # of one player, at most: several times what was ever seen
    environment: ClassVar[int] = 0  # grows when an observation, an action or a reward changes its meaning
    interludes: ClassVar[frozenset[int]] = frozenset()  # steps that run by themselves and begin a new turn or phase

    @abstractmethod
    def load_kit(self, given: Overlay | Frozen | None = None) -> Kit:
        """Today's components, optionally with an owner's rows laid over them, or the frozen ones of a match."""

    @abstractmethod
    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> S:
        """The start of a match, options complete and checked."""

    @abstractmethod
    def view(self, state: S, seat: int) -> Struct:
        """All that the seat (or SPECTATOR) may know."""

    def reveal(self, seen: Callable[[], Any], state: S, seat: int) -> Struct:
        """The same as `view`; made from what a spectator has `seen`, where that is cheaper."""
        return self.view(state, seat)

    def catalogue(self, state: S) -> Struct | None:
        """All that is printed on the components of this match, by id: what never changes and everybody may know."""
        return None

    def pieces(self, view: Any) -> set[str]:
        """Every piece that can be seen in this view."""
        return set()

    def goods(self, state: S, seat: int) -> dict[str, int]:
        """What the seat has of everything that is paid and gained, by name."""
        return {}

    @abstractmethod
    def imagine(self, state: S, seat: int, rng: Rng) -> S:
        """A state the seat cannot tell from the real one; what it does not know is filled in at random."""

    @abstractmethod
    def encoder(self, state: S) -> Encoder[S]:
        """Writes observations of games with the components, players and options of this one."""

    @abstractmethod
    def candidates(self, state: S) -> list[int]:
        """The actions one could think of at the open question, legal or not, ascending."""

    @abstractmethod
    def reason(self, state: S, action: int) -> Reason | None:
        """Why this action is not legal now; None if it is.  Asked for candidates, and for whatever a person types."""

    @abstractmethod
    def question(self, state: S) -> Question:
        """The open question, without anything its reader must not know."""

    @abstractmethod
    def label(self, state: S, action: int) -> str:
        """An action of the open question in words, for those who may see it."""

    def terms(self, state: S, action: int) -> Terms:
        """The same as data."""
        return Terms()

    def told(self, state: S, action: int) -> Event | None:
        """The decision as a line of the log, in the third person; None where the notes that follow tell it all.

        Who sees it is the match's business (`State.witnesses`).
        """
        said = "" if state.to_move() == CHANCE else f"{{{state.to_move()}}}: "
        return Event(said + self.label(state, action), self.question(state).rule)

    def told_unseen(self, state: S) -> Event:
        """The same for those who see only that something is done."""
        said = "" if state.to_move() == CHANCE else f"{{{state.to_move()}}}: "
        return Event(said + self.label_unseen(state), self.question(state).rule)

    def label_unseen(self, state: S) -> str:
        raise NotImplementedError

    @abstractmethod
    def event(self, state: S, note: tuple[int, int, int, int]) -> Event:
        """A note of the state as a line of the log."""

    @abstractmethod
    def outline(self, view: Any, catalogue: Any) -> list[Section]:
        """A view in words, for the terminal and for tables without a drawing."""

    @abstractmethod
    def breakdown(self, state: S, seat: int) -> list[ScoreLine]:
        """The scores by category as the seat (or SPECTATOR) knows them; at the end, all of them.

        Then each column adds up to that player's score.
        """

    def rivals(self, state: S) -> list[Rival]:
        """Opponents without a seat, with what everybody knows of their points, line by line as in `breakdown`."""
        return []

    @abstractmethod
    def problems(self, state: S) -> list[str]:
        """What is wrong with this state: goods gone or doubled, counters off.  Empty if all is well."""

    def beginner(self, state: S) -> int:
        """The seat that is first in the order of play; asked at the first decision, usually that seat's."""
        return int(state.to_move())

    # ---- for games that may come to a standstill
    def standstill(self, state: S) -> str:
        """Why the players may agree to end the game now, in words; empty if they may not."""
        return ""

    def end(self, state: S) -> None:
        """End the game at a standstill, because the players agree to; its scores are those of this position."""
        raise NotImplementedError

    # ---- for statistics on cards and tiles; a game that names none has none
    def taking(self, state: S, action: int) -> str | None:
        """The card or tile, by name, that the open question's seat takes with this action; None for all others."""
        return None

    def offered(self, state: S) -> list[str]:
        """The cards or tiles that could be taken at the open question."""
        names = (self.taking(state, action) for action in state.legal_actions())
        return [name for name in names if name is not None]

    def kept(self, state: S, seat: int) -> list[str]:
        """The cards that the seat has at the end, of those it was offered as ones to keep or to discard."""
        return []

    def result(self, state: S) -> str:
        """Who has won, in one sentence; games with automatic rivals override this."""
        if not state.winners():
            return "Nobody wins"
        return f"{state.score(0)} points" if state.seats == 1 else self.victory(state)

    def victory(self, state: S) -> str:
        """Which of the people has won, and why in a tie."""
        winners = bits.members(int(state.winners()))
        best = winners[0]
        points = f"{state.score(best)} points"
        if len(winners) > 1:
            return f"{together(winners)} share the victory with {points}"
        level = [seat for seat in range(state.seats) if seat != best and state.score(seat) == state.score(best)]
        why = f", like {together(level)}, but {self.tie_break(state, best, level)}" if level else ""
        return f"{together(winners)} wins with {points}{why}"

    def tie_break(self, state: S, winner: int, level: list[int]) -> str:
        """What puts the winner ahead of others with the same points, as the end of a sentence."""
        return "comes first in a tie"

    def round(self, state: S) -> int:
        """The round being played, from 1 on; 0 before the first, and in a game without rounds."""
        return int(getattr(state, "round", 0))

    def rounds(self, state: S) -> int:
        """How many rounds the match has; 0 if it ends when something happens, and in a game without rounds."""
        return 0

    def daily_options(self, day: int) -> Mapping[str, str]:
        """Variants of the daily deal of this day, counted from some day on; for what changes from day to day."""
        return {}

    def longest(self, start: S) -> int:
        """An upper bound for the decisions of a game that begins like this, forced ones included."""
        return self.rounds(start) * int(start.seats) * self.decisions_per_round

    # ---- the same for every game
    @cached_property
    def rules(self) -> dict[str, Paragraph]:
        """The paragraphs of rules.md by their § mark."""
        return read_rules((self.folder / "rules.md").read_text(encoding="utf-8"))

    def components(self, overlay: Overlay | None = None) -> Frozen:
        """The component rows that a match started today will keep."""
        return freeze(self.folder / "components", self.kinds, overlay)

    def complete_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The chosen variants and the defaults of the rest."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                has = f"it has: {', '.join(known)}" if known else "it has none"
                raise OptionError(f"{self.title} has no option {name[:40]!r}; {has}")
            if value not in known[name].choices:
                raise OptionError(f"option {name}: {value[:40]!r} is not among {', '.join(known[name].choices)}")
        return {option.name: chosen.get(option.name, option.default) for option in self.options}

    def options_then(self, stored: Mapping[str, str], rules: int) -> dict[str, str]:
        """The options of a match that follows this version of the rules, with those that were not options yet."""
        return {**self.earlier.get(rules, {}), **stored}

    def actions_of(self, kit: Kit) -> Actions:
        """The actions of matches with these components; a game whose list depends on them overrides this."""
        return self.actions

    def check_seats(self, seats: int) -> None:
        if not hasattr(seats, "__index__") or seats not in self.seats:
            raise OptionError(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats!r}")


def together(seats: Sequence[int]) -> str:
    """Their names, to be filled in."""
    return " and ".join(f"{{{seat}}}" for seat in seats)


def read_rules(text: str) -> dict[str, Paragraph]:
    chapter = ""
    paragraphs: dict[str, Paragraph] = {}
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("#"):
            chapter = block.lstrip("#").strip()
        mark = re.match(r"§([a-z_]+(?:\.[a-z0-9_]+)+) ", block)
        if mark:
            if mark[1] in paragraphs:
                raise ValueError(f"rules.md: §{mark[1]} stands twice")
            paragraphs[mark[1]] = Paragraph(mark[1], chapter, block[mark.end() :].strip())
    return paragraphs
