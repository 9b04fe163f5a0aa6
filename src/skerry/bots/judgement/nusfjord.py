"""Features of Nusfjord: goods, income, what is built and what can still be done with it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import Judgement
from skerry.core import bits
from skerry.core.state import Kit, list_to_vec, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ANYTIME, ONCE, SPECIAL, VICTORY_POINTS, WHENEVER
from skerry.games.nusfjord.kit.load import load_kit
from skerry.games.nusfjord.state import TURN, Nusfjord

# Where each feature stands.
FEATURE_POINTS: Final = 0
FEATURE_TURNS: Final = 1
FEATURE_WOOD: Final = 2
FEATURE_WOOD_MANY: Final = 3
FEATURE_FISH: Final = 4
FEATURE_FISH_MANY: Final = 5
FEATURE_GOLD: Final = 6
FEATURE_RESERVE_FISH: Final = 7
FEATURE_RESERVE_WOOD: Final = 8
FEATURE_HAUL: Final = 9
FEATURE_RESERVE_INCOME: Final = 10
FEATURE_DIVIDEND: Final = 11
FEATURE_ELDERS: Final = 12
FEATURE_ELDER_TURNS: Final = 13
FEATURE_ELDER_FISH: Final = 14
FEATURE_PLATES: Final = 15
FEATURE_UNISSUED: Final = 16
FEATURE_OWN_AWAY: Final = 17
FEATURE_MARKET: Final = 18
FEATURE_TRACK: Final = 19
FEATURE_FORESTS: Final = 20
FEATURE_FREE: Final = 21
FEATURE_DOUBLES: Final = 22
FEATURE_BUILT: Final = 23
FEATURE_BUILT_LATE: Final = 24
FEATURE_WHENEVER: Final = 25
FEATURE_ANYTIME: Final = 26
FEATURE_ONCE: Final = 27
FEATURE_SPECIAL: Final = 28
FEATURE_FOR_POINTS: Final = 29
FEATURE_HAND: Final = 30
FEATURE_AFFORDABLE: Final = 31
FEATURE_NEXT_FIRST: Final = 32
FEATURE_STANDING: Final = 33
FEATURE_ELDER_1: Final = 34  # and the other Elders after it

NAMES: Final = (
    "points turns wood wood_many fish fish_many gold reserve_fish reserve_wood haul reserve_income dividend "
    "elders elder_turns elder_fish plates unissued own_away market track forests free doubles built built_late "
    "whenever anytime once special for_points hand affordable next_first standing "
    "elder_1 elder_2 elder_3 elder_4 elder_5 elder_6 elder_7 elder_8 elder_9 "
    "elder_10 elder_11 elder_12 elder_13 elder_14 elder_15 elder_16 elder_17 elder_18"
)
NO_PIECE: Final = -1


def weighed_cards() -> list[str]:
    """The Buildings of our decks: built, built and used up, in the hand."""
    built: list[str] = []
    used: list[str] = []
    hand: list[str] = []
    for deck in load_kit().decks:
        for slot in bits.members(deck.present):
            number = int(deck.ids[slot])
            built.append(f"built_{number}")
            if deck.cards[slot].category == ONCE:
                used.append(f"used_{number}")
            if A.C_CARDS >> slot & 1:
                hand.append(f"hand_{number}")
    return built + used + hand


def piece_places(prefix: str, names: list[str]) -> vec[i64]:
    """By card, the place of its piece among the names, or NO_PIECE."""
    places = [NO_PIECE] * A.N_CARDS
    for place, name in enumerate(names):
        if name.startswith(prefix):
            places[int(name[len(prefix) :])] = place
    return list_to_vec(places)


@final
class NusfjordJudgement(Judgement[Nusfjord]):
    def __init__(self) -> None:
        super().__init__()
        names = self.piece_names()
        self.built_pieces: vec[i64] = piece_places("built_", names)
        self.used_pieces: vec[i64] = piece_places("used_", names)
        self.hand_pieces: vec[i64] = piece_places("hand_", names)

    def names(self) -> list[str]:
        return NAMES.split()

    def piece_names(self) -> list[str]:
        return PIECES[:]

    def kit_of(self, state: Nusfjord) -> Kit:
        return state.kit

    def pieces_into(self, state: Nusfjord, seat: i64) -> i64:
        p = state.players[seat]
        ids = state.deck.ids
        pieces = self.pieces
        amounts = self.amounts
        n: i64 = 0
        mask = p.built
        while mask != 0:
            slot = bits.lowest(mask)
            mask &= mask - 1
            card = ids[slot]
            piece = self.used_pieces[card] if (p.turned >> slot) & 1 else self.built_pieces[card]
            if piece != NO_PIECE:
                pieces[n] = piece
                amounts[n] = 1.0
                n += 1
        mask = p.hand
        while mask != 0:
            card = ids[bits.lowest(mask)]
            mask &= mask - 1
            piece = self.hand_pieces[card]
            if piece != NO_PIECE:
                pieces[n] = piece
                amounts[n] = 1.0
                n += 1
        return n

    def begins_turn(self, state: Nusfjord, ask: i64) -> bool:
        return step_of(ask) == TURN

    def progress(self, state: Nusfjord) -> float:
        turns = state.kit.workers * state.seats
        done = (state.round - 1) * turns + state.turn
        return min(1.0, max(0.0, float(done) / float(state.kit.rounds * turns)))

    def features_into(self, state: Nusfjord, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        rounds = kit.rounds - state.round  # still to come
        place = (seat - state.first + state.seats) % state.seats
        taken = (state.turn + state.seats - 1 - place) // state.seats
        turns = kit.workers * rounds + kit.workers - taken
        if state.depth > 0:
            ask = state.asks[state.depth - 1]
            if step_of(ask) == TURN and seat_of(ask) == seat:
                turns += 1
        away = state.own_shares_away(seat)
        own = p.shares_of(seat)
        haul = state.haul(p)
        left = max(0, haul - p.n_elders - away)
        out[FEATURE_POINTS] = float(state.score(seat))
        out[FEATURE_TURNS] = float(turns)
        out[FEATURE_WOOD] = float(min(p.wood, 5))
        out[FEATURE_WOOD_MANY] = float(max(0, p.wood - 5))
        out[FEATURE_FISH] = float(min(p.fish, 5))
        out[FEATURE_FISH_MANY] = float(max(0, p.fish - 5))
        out[FEATURE_GOLD] = float(p.gold)
        out[FEATURE_RESERVE_FISH] = float(p.reserve_fish)
        out[FEATURE_RESERVE_WOOD] = float(p.reserve_wood + 2 * p.reserve_gold)  # no Building of ours puts gold there
        out[FEATURE_HAUL] = float(haul * rounds)
        out[FEATURE_RESERVE_INCOME] = float(max(0, left - own) * rounds)
        out[FEATURE_DIVIDEND] = float((p.n_shares - own + min(own, left)) * rounds)
        out[FEATURE_ELDERS] = float(p.n_elders)
        out[FEATURE_ELDER_TURNS] = float(min(p.n_elders * (rounds + 1), turns))
        out[FEATURE_ELDER_FISH] = float(p.fish_on_elders != 0)
        out[FEATURE_PLATES] = float(state.plates)
        out[FEATURE_UNISSUED] = float(p.unissued)
        out[FEATURE_OWN_AWAY] = float(away * rounds)
        out[FEATURE_MARKET] = float(state.n_market)
        out[FEATURE_TRACK] = float(kit.track - p.track)
        out[FEATURE_FORESTS] = float(p.n_forests)
        out[FEATURE_FREE] = float(p.n_free)
        out[FEATURE_DOUBLES] = float(max(0, p.n_free - turns))
        out[FEATURE_BUILT] = float(p.n_built)
        self.cards_into(state, seat, turns, rounds, out)
        out[FEATURE_NEXT_FIRST] = float(place == 1 or state.seats == 1)
        for elder in range(i64(A.N_ELDERS)):
            out[FEATURE_ELDER_1 + elder] = 0.0
        mask = p.elders
        while mask != 0:  # how often each Elder can still act
            elder = bits.lowest(mask)
            mask &= mask - 1
            idle = turns > 0 and (p.elder_workers >> elder) & 1 == 0
            out[FEATURE_ELDER_1 + elder] = float(rounds + idle)

    def cards_into(self, state: Nusfjord, seat: i64, turns: i64, rounds: i64, out: vec[float]) -> None:
        p = state.players[seat]
        deck = state.deck
        n: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0])
        standing = 0.0
        mask = p.built
        while mask != 0:
            slot = bits.lowest(mask)
            mask &= mask - 1
            category = deck.cards[slot].category
            if category != ONCE or (p.turned >> slot) & 1 == 0:
                n[category] += 1
            standing += deck.cards[slot].standing
        out[FEATURE_BUILT_LATE] = float(p.n_built * turns)
        out[FEATURE_WHENEVER] = float(n[WHENEVER] * turns)
        out[FEATURE_ANYTIME] = float(n[ANYTIME] * (rounds + 1))
        out[FEATURE_ONCE] = float(n[ONCE])
        out[FEATURE_SPECIAL] = float(n[SPECIAL] * turns)
        out[FEATURE_FOR_POINTS] = float(n[VICTORY_POINTS])
        out[FEATURE_HAND] = float(bits.count(p.hand))
        payable = deck.prices.payable(p.wood, p.fish, p.gold) & (state.display | p.hand)
        out[FEATURE_AFFORDABLE] = float(min(3, bits.count(payable))) if p.n_free > 0 and turns > 0 else 0.0
        out[FEATURE_STANDING] = standing * float(turns) / float(state.kit.workers)


PIECES: Final = weighed_cards()
JUDGEMENT: Final = NusfjordJudgement
