"""Puzzles: positions of games that bots played, in which one move is plainly better, or plainly worse, than the rest.

`tools/make_puzzles.py` finds them; games/<game>/puzzles.json has them.  They are played with our own components: cards
with other values may have other answers.  Other names, and cards that are not in play, change nothing.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from msgspec import Struct

from skerry.core.frozen import Frozen, rules_digest
from skerry.games import GAMES
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.match.recipe import components_of_today
from skerry.teacher.hints.phrases import points_text
from skerry.teacher.review.model import Missed

LEAST_TOLD = 1.5  # points: below it, a puzzle is about chances


class Weight(Struct, frozen=True):
    """An option of a puzzle: how far it ends behind the best, in points and in chances to win."""

    text: str
    label: str
    points: float
    win: float


class Puzzle(Struct, frozen=True):
    id: str
    game: str
    components: str  # `rules_in_play` of what it was made with
    kind: str  # `move`: find the best; `trap`: find the one that costs most
    seats: list[str]  # names
    options: dict[str, str]
    seed: str
    moves: list[tuple[int, str]]  # seat and decision, dice and draws included
    seat: int
    question: str
    answer: list[str]  # one of these; they come to the same
    explanation: str
    weights: list[Weight]  # the best first
    easy: float  # the share of easy bots that find it


@cache
def puzzles() -> dict[str, Puzzle]:
    """All that can be played with today's components, by id."""
    found: dict[str, Puzzle] = {}
    for name, game in GAMES.items():
        file = game.folder / "puzzles.json"
        if file.exists():
            rows = msgspec.json.decode(file.read_bytes(), type=list[Puzzle])
            today = components_of_today(name)
            found |= {
                puzzle.id: puzzle for puzzle in rows if puzzle.components == rules_in_play(name, today, puzzle.options)
            }
    return found


def rules_in_play(game: str, components: Frozen, options: Mapping[str, str]) -> str:
    """The hash of all component values that can matter in a match with these options."""
    return rules_digest(GAMES[game].rows_in_play(components.tables, options))


def position(puzzle: Puzzle, rival: str = "medium") -> Match:
    """The match as it stands when the puzzle asks; bots have all other seats."""
    seats = [SeatPlan(name, None if seat == puzzle.seat else rival) for seat, name in enumerate(puzzle.seats)]
    match = Match(puzzle.game, seats, options=puzzle.options, seed=puzzle.seed)
    for seat, text in puzzle.moves:
        forced = len(match.state.legal_actions()) == 1
        match.replay(Entry(seat, text, forced))
    if match.to_move != puzzle.seat:
        raise MatchError(f"puzzle {puzzle.id} asks somebody else")
    return match


def headline(kind: str, answer: Sequence[str], weights: Sequence[Weight]) -> str:
    """How far the answer is from every other option, as the puzzle's own table has it: in points, or in games where
    those are what sets it apart."""
    own = next(weight for weight in weights if weight.text in answer)
    sign = 1 if kind == "move" else -1
    others = [weight for weight in weights if weight.text not in answer]
    points = min(sign * (weight.points - own.points) for weight in others)
    if points >= LEAST_TOLD:
        return f"about {points_text(points)}"
    games = max(1, round(10 * min(sign * (weight.win - own.win) for weight in others)))
    return f"about {games} game{'' if games == 1 else 's'} in 10"


def puzzle_of(missed: Missed, match: Match, id_: str, words: str) -> Puzzle:
    """A turn of a reviewed game as a puzzle for who played it: the review's better move is the answer, and `words` say
    why."""
    taken = match.moves[missed.move].entry.text
    gap = missed.gap
    return Puzzle(
        id=id_,
        game=match.game.name,
        components="",
        kind="move",
        seats=match.names,
        options=match.options,
        seed=match.seed,
        moves=[],
        seat=missed.seat,
        question=f"You played “{missed.played}”. What would have been better?",
        answer=[missed.text],
        explanation=words,
        weights=[
            Weight(missed.text, missed.better, 0.0, 0.0),
            Weight(taken, missed.played, round(gap.points.mean, 1), round(gap.win.mean, 2)),
        ],
        easy=0.0,
    )


def difficulty(puzzle: Puzzle) -> str:
    """Measured, not guessed."""
    return "easy" if puzzle.easy >= 0.5 else "medium" if puzzle.easy >= 0.2 else "hard"
