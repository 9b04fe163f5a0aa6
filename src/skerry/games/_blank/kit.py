"""Loads and checks the components into an immutable Kit."""

from pathlib import Path
from typing import Annotated, Literal

from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i64

from skerry.core.actions import Actions
from skerry.core.components import NumberRow, Overlay, Row, load_components
from skerry.core.frozen import Frozen
from skerry.core.shared import shared
from skerry.games._blank import actions as A
from skerry.games._blank.cards import Alone, Card, Collect, GainShells, Gather, TidepoolKit, Toll

FOLDER = Path(__file__).parent / "components"

Small = Annotated[int, Meta(ge=0, le=20)]
EFFECTS: dict[str, type[Card]] = {
    "gain": GainShells,
    "toll": Toll,
    "gather": Gather,
    "alone": Alone,
    "collect": Collect,
}


class CardRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    cost: Small
    points: Small
    effect: Literal["gain", "toll", "gather", "alone", "collect"]
    amount: Small


class TideRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    shells: Annotated[int, Meta(ge=1, le=20)]
    chances: Annotated[int, Meta(ge=1, le=100)]


class PoolRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    alone: Small
    shared: Small


KINDS: dict[str, type[Row]] = {"cards": CardRow, "tides": TideRow, "pools": PoolRow, "numbers": NumberRow}


def load_kit(given: Overlay | Frozen | None = None) -> TidepoolKit:
    box = load_components(FOLDER, KINDS, given)
    cards = box.all("cards", CardRow)
    tides = box.all("tides", TideRow)
    pools = box.all("pools", PoolRow)
    kit = TidepoolKit()
    kit.hash = box.hash
    kit.ids = [row.id for row in cards]
    kit.names = [row.name for row in cards]
    kit.cards = [EFFECTS[row.effect](row.cost, row.points, row.amount) for row in cards]
    kit.gather_cards = sum(1 << i for i, row in enumerate(cards) if row.effect == "gather")
    kit.alone_cards = sum(1 << i for i, row in enumerate(cards) if row.effect == "alone")
    kit.tide_shells = vec[i64]([row.shells for row in tides])
    kit.tide_weight = vec[i64]([row.chances for row in tides])
    kit.pool_alone = vec[i64]([row.alone for row in pools])
    kit.pool_shared = vec[i64]([row.shared for row in pools])
    kit.tides = box.number("tides", 1, 10)
    kit.hand_limit = box.number("hand_limit", 1, A.N_CARDS)
    kit.start_cards = box.number("start_cards", 0, min(kit.hand_limit, A.N_CARDS // A.MAX_SEATS))
    kit.start_shells = box.number("start_shells", 0, 20)
    kit.shells_per_player = box.number("shells_per_player", max(1, kit.start_shells), 100)
    kit.draw_cost = box.number("draw_cost", 0, 20)
    kit.shells_per_point = box.number("shells_per_point", 1, 20)
    return kit


def actions_of(kit: TidepoolKit) -> Actions:
    return Actions(
        A.N_ACTIONS,
        (A.BEGIN, "begin", [str(seat) for seat in range(A.MAX_SEATS)]),
        (A.TIDE, "tide", ["low", "half", "high"]),
        (A.DEAL, "deal", kit.ids),
        (A.GATHER, "gather", None),
        (A.DRAW, "draw", None),
        (A.PLAY, "play", kit.ids),
        (A.REST, "rest", None),
        (A.HIDE, "hide", ["rock", "sand", "kelp"]),
        (A.GULL, "gull", ["rock", "sand", "kelp"]),
    )


BASE = shared(load_kit(), __name__)
ACTIONS = actions_of(BASE)
