"""Features of Buru: what a seat has, what this round will bring it, and what its Islanders, Elders and totems promise.

`buru_round.py` forecasts the rest of the round; `buru_lawan.py` estimates what the Lawan will score.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.buru_lawan import lawan_estimate
from skerry.bots.judgement.buru_round import RestOfRound, stage
from skerry.bots.judgement.buru_turn import uncovered
from skerry.brain.judgement import NO_BAR, NO_MOVE, Judgement
from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import Kit, seat_of, step_of
from skerry.games.buru import actions
from skerry.games.buru.actions import N_DECREES, N_ELDERS, N_EXPLORERS, N_ISLANDERS, N_SPIRITS
from skerry.games.buru.cards import CLAY, COUNTS_NOTHING, EBONY, FISH, FISHES, MARKER, PALM, TOKENS, TOTEMS
from skerry.games.buru.imagine import strong
from skerry.games.buru.player import ALL_EXPLORERS, Player
from skerry.games.buru.scoring import elder_points
from skerry.games.buru.state import GO, LAY, NOON, SPACE, TAKE, Buru

NAMES: Final = (
    "points "
    "village village_sure lake lake_sure "
    "palm clay ebony fish fish_more sets tokens fish_now "
    "recruits shore "
    "tasks tasks_more continuing islanders "
    "elders_worth elders elders_promise elder_soon "
    "totems totems_later decrees marker marker_later present triumphs "
    "left left_power participants level rounds stage"
)

# The pieces: Islanders, those of them that are tasked, Decrees, Elders, totems, tribute cards by spirit.
PIECE_TASKED: Final = N_ISLANDERS
PIECE_DECREE: Final = PIECE_TASKED + N_ISLANDERS
PIECE_ELDER: Final = PIECE_DECREE + N_DECREES
PIECE_TOTEM: Final = PIECE_ELDER + N_ELDERS
PIECE_TRIBUTE: Final = PIECE_TOTEM + N_SPIRITS

FEW_FISH: Final = 6.0
USUAL_FISH: Final = 5.0  # at the end
USUAL_TOKENS: Final = 2.0
GROWTH: Final = vec[float]([0.0, 0.4, 0.3, 0.4, 0.2, 0.0, 0.0, 0.4, 0.0, 0.0])  # per round, of what Elders count


@final
class BuruJudgement(Judgement[Buru]):
    """Every line that fills a feature says which one, by the name of the value or in a comment."""

    def __init__(self) -> None:
        super().__init__()
        self.round: RestOfRound = RestOfRound()

    def names(self) -> list[str]:
        return NAMES.split()

    def piece_names(self) -> list[str]:
        names = [f"islander_{card}" for card in range(N_ISLANDERS)]
        names += [f"tasked_{card}" for card in range(N_ISLANDERS)]
        names += [f"decree_{decree}" for decree in range(N_DECREES)]
        names += [f"elder_{elder}" for elder in range(N_ELDERS)]
        names += [f"totem_{spirit}" for spirit in range(N_SPIRITS)]
        return names + [f"tribute_{spirit}" for spirit in range(N_SPIRITS)]

    def kit_of(self, state: Buru) -> Kit:
        return state.kit

    def pieces_into(self, state: Buru, seat: i64) -> i64:
        p = state.players[seat]
        n = self.add_set(0, p.islanders, 0)
        n = self.add_set(n, p.tasked, PIECE_TASKED)
        n = self.add_set(n, p.decrees, PIECE_DECREE)
        n = self.add_set(n, p.elders, PIECE_ELDER)
        for spirit in range(i64(N_SPIRITS)):
            if state.totems[spirit] == seat:
                self.pieces[n] = PIECE_TOTEM + spirit
                self.amounts[n] = 1.0
                n += 1
            if p.tributes[spirit] > 0:
                self.pieces[n] = PIECE_TRIBUTE + spirit
                self.amounts[n] = float(p.tributes[spirit])
                n += 1
        return n

    def has_secrets(self) -> bool:
        return True  # Explorers lie face down

    def begins_turn(self, state: Buru, ask: i64) -> bool:
        step = step_of(ask)
        return step in (GO, TAKE, SPACE)

    def progress(self, state: Buru) -> float:
        if state.round == 0:
            return 0.0
        return min(1.0, (float(state.round - 1) + stage(state)) / float(state.kit.rounds))

    def bar(self, state: Buru) -> float:
        best = NO_BAR
        for lawan in range(state.seats, state.n):
            best = max(best, lawan_estimate(state, lawan))
        return best

    def usual(self, state: Buru, rng: Rng) -> i64:
        """In the Morning: every region once, strong Explorers first."""
        ask = state.ask_now()
        step = step_of(ask)
        if step == NOON:
            return actions.REVEAL
        if step != GO and step != LAY:
            return NO_MOVE
        p = state.players[seat_of(ask)]
        if step == LAY:
            return actions.LAY + strong(state, p.mat, rng)
        n = uncovered(p)
        skip: i64 = 0
        if n > 0:
            skip = rng.below(n)
        for region in range(i64(4)):
            if n == 0 or p.how_many_in(region) == 0:
                if skip == 0:
                    return actions.GO + region
                skip -= 1
        return actions.GO

    def features_into(self, state: Buru, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        this = self.round
        this.reckon(state, seat)
        all_placed = this.left == 0
        out[0] = float(state.score(seat))  # points
        out[1] = this.village
        out[2] = this.village if all_placed else 0.0  # village_sure
        out[3] = this.lake
        out[4] = this.lake if all_placed else 0.0  # lake_sure
        self.goods_into(p, out)
        out[13] = this.recruits
        out[14] = this.shore
        self.islanders_into(state, seat, out)
        out[19] = float(elder_points(state, seat))  # elders_worth
        out[20] = float(p.n_elders)  # elders
        out[21] = promise(state, seat, this.rounds)  # elders_promise
        out[22] = this.elder_soon
        out[23] = this.totems
        out[24] = this.totems_later
        out[25] = this.decrees
        out[26] = this.marker
        out[27] = this.marker * this.rounds if not state.marker_passes else 0.0  # marker_later
        out[28] = this.present
        out[29] = this.triumphs
        out[30] = float(this.left)
        usual = float(kit.power_of[ALL_EXPLORERS]) / float(N_EXPLORERS)
        out[31] = (this.mean - usual) * float(this.left)  # left_power
        out[32] = float(state.n)  # participants
        out[33] = float(state.level + 1) if state.n > state.seats else 0.0  # level
        out[34] = this.rounds
        out[35] = stage(state)

    def goods_into(self, p: Player, out: vec[float]) -> None:
        """The goods that will be left over, and those there are now, as long as they are of use."""
        goods = self.round.goods
        ahead = self.round.rounds > 0.0
        out[5] = goods[PALM] if ahead else 0.0
        out[6] = goods[CLAY] if ahead else 0.0
        out[7] = goods[EBONY] if ahead else 0.0
        out[8] = min(FEW_FISH, goods[FISH]) if ahead else 0.0
        out[9] = max(0.0, goods[FISH] - FEW_FISH) if ahead else 0.0  # fish_more
        out[10] = self.round.sets
        ahead = ahead or self.round.last > 0.0
        out[11] = float(p.tokens()) if ahead else 0.0
        out[12] = float(p.goods[FISH]) if ahead else 0.0  # fish_now

    def islanders_into(self, state: Buru, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        use = self.round.use
        rounds = self.round.rounds
        best: float = 0.0
        second: float = 0.0
        third: float = 0.0
        rest: float = 0.0
        mask = p.islanders & kit.can_be_tasked
        while mask != 0:
            card = bits.lowest(mask)
            mask &= mask - 1
            worth = use[card]
            if worth > best:
                rest += third
                third = second
                second = best
                best = worth
            elif worth > second:
                rest += third
                third = second
                second = worth
            elif worth > third:
                rest += third
                third = worth
            else:
                rest += worth
        continuing: float = 0.0
        mask = p.islanders & ~kit.can_be_tasked
        while mask != 0:
            continuing += use[bits.lowest(mask)]
            mask &= mask - 1
        out[15] = (best + second) * rounds  # tasks
        out[16] = (third + 0.5 * rest) * rounds  # tasks_more
        out[17] = continuing * rounds
        out[18] = float(bits.count(p.islanders))  # islanders


def promise(state: Buru, seat: i64, rounds: float) -> float:
    """How much more the Elders in hand will be worth at the end than now, if the game goes on as usual."""
    if rounds == 0.0:
        return 0.0
    more: float = 0.0
    mask = state.players[seat].elders
    while mask != 0:
        elder = state.kit.elders[bits.lowest(mask)]
        mask &= mask - 1
        if elder.what == COUNTS_NOTHING:
            continue
        count = float(state.count_of(seat, elder.what, elder.arg))
        then = count + GROWTH[elder.what] * rounds
        if elder.what in (FISHES, TOKENS):
            then = USUAL_FISH if elder.what == FISHES else USUAL_TOKENS
        elif elder.what in (MARKER, TOTEMS):
            then = 0.6 * count + 0.3
        worth = min(float(elder.most), then * float(elder.points) / float(elder.each))
        more += worth + float(elder.base) - float(elder.worth(state, seat))
    return more


JUDGEMENT: Final = BuruJudgement
