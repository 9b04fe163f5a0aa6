"""What a game hands to everyone outside the rules: words, views, reasons.  Nothing here is compiled."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from skerry.core import bits
from skerry.core.actions import Actions
from skerry.core.answers import (
    Event,
    Option,
    Paragraph,
    Question,
    Reason,
    Rival,
    ScoreGroup,
    ScoreLine,
    Section,
    SeriesKind,
    Terms,
)
from skerry.core.components import Overlay, Row, freeze
from skerry.core.frozen import ComponentTables, Frozen
from skerry.core.observe import Encoder
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, Kit, State
from skerry.core.telling import Telling
from skerry.core.words import join_words, plain_name, plural

S = TypeVar("S", bound=State)


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
    offers: ClassVar[frozenset[str]] = frozenset()  # questions that end a turn unless the player takes up an offer
    together: ClassVar[frozenset[str]] = frozenset()  # questions that all answer in secret, so nobody need wait to
    least_gap: ClassVar[float] = 1.0  # points by which two options must differ for a hint to speak of it
    gap_spread: ClassVar[float] = 2.0  # how far the best two options of a turn lie apart (a deviation, by `least_gap`)
    aims: ClassVar[Mapping[str, tuple[str, str]]] = {}  # lines of the score: more and less of it, said in a sentence
    goods_names: ClassVar[Mapping[str, tuple[str, str]]] = {}  # by good: one of it and several, as in "2 Shells"
    place: ClassVar[int] = 9  # in lists of games: the easiest to begin with first
    is_sample: ClassVar[bool] = False  # a small game that is there to be copied
    daily: ClassVar[str] = ""  # what today's deal asks of its player; empty: this game has no daily deal
    decisions_per_round: ClassVar[int] = 100  # of one player, at most: several times what was ever seen
    environment: ClassVar[int] = 0  # grows when an observation, an action or a reward changes its meaning
    telling: ClassVar[Telling] = Telling()  # how its log is cut into turns
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

    def naming(self, state: S, action: int) -> str:
        """What one would tell somebody who does not see the question: "Settle on Makin with a 2", never "Use a 2"."""
        return plain_name(self.label(state, action))

    def terms(self, state: S, action: int) -> Terms:
        """The same as data."""
        return Terms()

    def decision_event(self, state: S, action: int) -> Event | None:
        """The decision as a line of the log, in the third person; None where the notes that follow tell it all.

        Who sees it is the match's business (`State.witnesses`).
        """
        said = "" if state.to_move() == CHANCE else f"{{{state.to_move()}}}: "
        return Event(said + self.label(state, action), self.question(state).rule)

    def decision_event_unseen(self, state: S) -> Event:
        """The same for those who see only that something is done."""
        said = "" if state.to_move() == CHANCE else f"{{{state.to_move()}}}: "
        return Event(said + self.label_unseen(state), self.question(state).rule)

    def label_unseen(self, state: S) -> str:
        raise NotImplementedError

    def in_short(self, state: S, action: int) -> str:
        """A decision as a part of the line on its turn: "Builder"."""
        return self.terms(state, action).short

    @abstractmethod
    def event(self, state: S, note: tuple[int, int, int, int]) -> Event:
        """A note of the state as a line of the log."""

    @abstractmethod
    def outline(self, view: Any, catalogue: Any) -> list[Section]:
        """A view in words, for the terminal and for tables without a drawing."""

    def sketch(self, view: Any, catalogue: Any, names: list[str]) -> list[str]:
        """A small map in letters, for the terminal; empty if the game has none."""
        return []

    @abstractmethod
    def breakdown(self, state: S, seat: int) -> list[ScoreLine]:
        """The scores by category as the seat (or SPECTATOR) knows them; at the end, all of them.

        Then each column adds up to that player's score.
        """

    def score_groups(self, state: S) -> list[ScoreGroup]:
        """At the end: what is counted after the other, the most exciting last.  What is left out was known before."""
        lines = [line for line in self.breakdown(state, 0) if any(line.points)]
        return [
            ScoreGroup(step, seat, line.label, int(points))
            for step, line in enumerate(lines)
            for seat, points in enumerate(line.points)
            if points
        ]

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

    # ---- for people: what they are not asked, and what they are asked all the same; the rules know nothing of it
    def obvious(self, state: S) -> int | None:
        """The action to take without asking though there are others, because they all come to the same."""
        return None

    def asks_single(self, state: S) -> bool:
        """Is the player asked even if there is only one option?  For what nobody wants to pay for unasked."""
        return False

    def bundles(self, state: S) -> list[tuple[int, ...]]:
        """Series of decisions that a player may take in one step; empty where each is a question of its own."""
        return []

    def bundle_label(self, state: S, actions: tuple[int, ...]) -> str:
        """Such a series in words."""
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
        return plural(int(state.score(0)), "point") if state.seats == 1 else self.victory(state)

    def victory(self, state: S) -> str:
        """Which of the people has won, and why in a tie."""
        winners = bits.members(int(state.winners()))
        best = winners[0]
        points = plural(int(state.score(best)), "point")
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

    def rows_in_play(self, tables: ComponentTables, options: Mapping[str, str]) -> ComponentTables:
        """The rows that can matter in a match with these options, all of which are given."""
        return tables

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
    return join_words([f"{{{seat}}}" for seat in seats])


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
