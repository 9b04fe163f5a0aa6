"""The score sheet, and what statistics count."""

from msgspec.structs import astuple

from skerry.core import bits
from skerry.core.answers import Rival, ScoreGroup, ScoreLine, ScorePart
from skerry.games.buru import actions as A
from skerry.games.buru import scoring
from skerry.games.buru.cards import ESTEEM, FISH
from skerry.games.buru.state import Buru
from skerry.games.buru.view import lawan_name
from skerry.games.buru.view.ids import item
from skerry.games.buru.view.players import points_view

AIMS = {
    "Tributes": ("more from tributes", "less from tributes"),
    "Totems": ("more from totems", "less from totems"),
}


def breakdown(state: Buru, seat: int) -> list[ScoreLine]:
    """People only: a column is a seat.  Before the end everyone knows only their own Elders."""
    seats = range(state.seats)
    players = [state.players[number] for number in seats]
    elders = [int(scoring.elder_points(state, number)) if state.over or number == seat else 0 for number in seats]
    secret = tuple(number for number in seats if players[number].n_elders and not state.over and number != seat)
    islanders = [int(p.goods[ESTEEM] - p.from_decrees - p.from_totems) for p in players]
    return [
        ScoreLine(
            "Tributes",
            [int(scoring.tribute_points(state, number)) for number in seats],
            "score.1",
        ),
        ScoreLine("Islanders", islanders, "village.1"),
        ScoreLine("Decrees", [int(p.from_decrees) for p in players], "decree.1"),
        ScoreLine("Totems", [int(p.from_totems) for p in players], "totem.2"),
        ScoreLine("Elders", elders, "score.2", secret),
    ]


def score_groups(state: Buru) -> list[ScoreGroup]:
    """The secret Elders, turned over one by one: from the last place up, the two in front in turns.  §score.2"""
    seats = sorted(range(state.seats), key=lambda seat: int(scoring.points(state, seat)))
    behind, leading = seats[:-2], seats[-2:]
    order = [(seat, elder) for seat in behind for elder in held_elders(state, seat)]
    piles = [[(seat, elder) for elder in held_elders(state, seat)] for seat in leading]
    for place in range(max(map(len, piles))):  # the longer pile goes first, so that the last two are level
        left = max(map(len, piles)) - place
        order += [pile[len(pile) - left] for pile in piles if len(pile) >= left]
    return [elder_group(state, step, seat, elder) for step, (seat, elder) in enumerate(order)]


def held_elders(state: Buru, seat: int) -> list[int]:
    """The most valuable last."""
    held = bits.members(state.players[seat].elders)
    return sorted(held, key=lambda elder: int(state.kit.elders[elder].worth(state, seat)))


def elder_group(state: Buru, step: int, seat: int, elder: int) -> ScoreGroup:
    face, worth = state.kit.words.elders[elder], int(state.kit.elders[elder].worth(state, seat))
    part = ScorePart(face.name, worth, f"elder:{item(A.DISCARD, elder)}", face.gist)
    return ScoreGroup(step, seat, face.name, worth, (part,), secret=True)


def rivals(state: Buru) -> list[Rival]:
    """The Lawan, line by line as above; what their Elders are worth is no secret.  §lawan.elders"""
    lawan = range(state.seats, state.n)
    winner = best_lawan(state) if state.over and lawan and not state.winners() else -1
    return [
        Rival(
            lawan_name(state, number), [int(n) for n in astuple(points_view(state, number, number))], number == winner
        )
        for number in lawan
    ]


def best_lawan(state: Buru) -> int:
    return max(range(state.seats, state.n), key=lambda number: (int(scoring.points(state, number)), -number))


def with_lawan(state: Buru, victory: str) -> str:
    """Who has won, a person or a Lawan.  §lawan.result"""
    best = best_lawan(state)
    points = scoring.points(state, best)
    if victory:
        return f"{victory}; {lawan_name(state, best)} has {points}"
    person = max(range(state.seats), key=lambda seat: (int(scoring.points(state, seat)), -seat))
    own = scoring.points(state, person)
    also = f"{{{person}}} has {own}" if own < points else f"{{{person}}} has as many, but a tie goes to the Lawan"
    return f"{lawan_name(state, best)} wins with {points} points; {also}"


def tie_break(state: Buru, winner: int, level: list[int]) -> str:
    """§score.3"""
    best = state.players[winner]
    others = [state.players[seat] for seat in level]
    if all(best.tribute_cards() > other.tribute_cards() for other in others):
        return "has more tribute cards"
    if all(best.goods[FISH] > other.goods[FISH] for other in others if other.tribute_cards() == best.tribute_cards()):
        return "has more fish"
    return "sits closest clockwise from the Emissary"


def taking(state: Buru, action: int) -> str | None:
    """The Forest card that is taken (cards that read alike count as one), the Islander that is recruited."""
    if A.TAKE <= action < A.SPACE:
        return f"Forest: {state.kit.words.forest[action - A.TAKE].words}"
    return str(state.kit.words.islanders[action - A.RECRUIT].name) if A.RECRUIT <= action < A.CYCLE else None


def choice_of_elders(state: Buru) -> list[str]:
    """When one has to be discarded: all that could be kept.  §elder.1"""
    actions = (action for action in state.legal_actions() if A.DISCARD <= action < A.SIDE)
    return [state.kit.words.elders[action - A.DISCARD].name for action in actions]


def kept(state: Buru, seat: int) -> list[str]:
    held = state.players[seat].elders
    return [face.name for elder, face in enumerate(state.kit.words.elders) if held >> elder & 1]
