"""Phase 3: one action a turn, paid with a die or a Settler."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru.player import AT_NOMAD, AT_SAIL, AT_SPACE
from skerry.games.tungaru.state import (
    AFTERWARDS,
    BY_BENEFIT,
    BY_SETTLER,
    MEANS,
    NEXT_TURN,
    SAIL_TO,
    SWAP_FROM,
    TURN,
    Player,
    Tungaru,
)
from skerry.games.tungaru.steps.board import harvest, settle, trade, travel
from skerry.games.tungaru.steps.nomads import can_sell, flip, sell
from skerry.games.tungaru.steps.recruit import recruit
from skerry.games.tungaru.steps.swap import can_swap

# what a die or a Settler is used for; the place follows in the argument
TO_SAIL: Final = 0
TO_HARVEST: Final = 1
TO_SETTLE: Final = 2
TO_TRADE: Final = 3
TO_TRAVEL: Final = 4
TO_RECRUIT: Final = 5
TO_NOMAD: Final = 6
TO_SPACE: Final = 7


@final
class NextTurn(Step[Tungaru]):
    """Clockwise among those who have not passed.  §turn.1"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seats = state.seats
        if state.passed == (1 << seats) - 1:
            return
        seat = state.first if state.turn < 0 else (state.turn + 1) % seats
        while (state.passed >> seat) & 1:
            seat = (seat + 1) % seats
        state.turn = seat
        state.then(NEXT_TURN)
        state.ask(TURN, seat)


@final
class Turn(Step[Tungaru]):
    """§turn.1, §turn.2, §turn.4"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        side = state.side
        n: i64 = 0
        if can_sail(state, p):
            out[n] = A.SAIL
            n += 1
        shown = D.widen(D.faces(p.dice), p.shift)
        by_die: i64 = 0  # islands where a die may be placed
        if shown != 0:
            by_die = side.beside[p.ground] & ~state.dice_full
        reach = by_die | (p.settlers & ~p.exhausted)
        if by_die != 0:
            n = harvests_into(state, by_die, shown, out, n)
            if p.can_pay(state.kit.settle_fish):
                n = bits.members_into(by_die & state.settle_targets(p), A.SETTLE, out, n)
        if reach != 0:
            n = trades_into(state, p, reach, out, n)
            n = travels_into(state, p, reach & p.settlers, out, n)
            n = recruits_into(state, p, reach & state.nomads, out, n)
        n = nomads_into(state, p, shown, out, n)
        if shown != 0:
            n = spaces_into(state, p, shown, out, n)
        if p.benefit == C.SWAP and can_swap(state):
            out[n] = A.SWAP
            n += 1
        out[n] = A.PASS
        return n + 1

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        state.doing = action
        state.means = 0
        if action == A.PASS:  # §turn.4
            state.passed |= 1 << seat
            return
        if action == A.SWAP:  # §benefit.swap: no action, the turn goes on
            state.ask(TURN, seat)
            state.ask(SWAP_FROM, seat)
            return
        if p.benefit == C.SWAP:
            state.then(AFTERWARDS, seat)
        if action == A.SAIL:
            state.ask(SAIL_TO, seat)
        elif action < A.SETTLE:
            state.ask(MEANS, seat, TO_HARVEST | ((action - A.HARVEST) << 4))
        elif action < A.TRADE:
            state.ask(MEANS, seat, TO_SETTLE | ((action - A.SETTLE) << 4))
        elif action < A.TRAVEL:
            state.ask(MEANS, seat, TO_TRADE | ((action - A.TRADE) << 4))
        elif action < A.RECRUIT:
            state.ask(MEANS, seat, TO_TRAVEL | ((action - A.TRAVEL) << 4))
        elif action < A.NOMAD:
            state.ask(MEANS, seat, TO_RECRUIT | ((action - A.RECRUIT) << 4))
        elif action < A.SPACE:
            nomad = action - A.NOMAD
            if state.kit.nomads[nomad].is_flip():
                flip(state, seat, nomad)
            else:
                state.ask(MEANS, seat, TO_NOMAD | (nomad << 4))
        else:
            state.ask(MEANS, seat, TO_SPACE | ((action - A.SPACE) << 4))


def can_sail(state: Tungaru, p: Player) -> bool:
    """§sail.1, §sail.2, §benefit.sail"""
    if (p.dice == 0 or p.sailed != 0) and p.benefit != C.SAIL:
        return False
    return state.sail_targets(p) != 0


def harvests_into(state: Tungaru, mask: i64, shown: i64, out: vec[i64], n: i64) -> i64:
    """§harvest.1"""
    while mask != 0:
        island = bits.lowest(mask)
        mask &= mask - 1
        if state.offer_at(island).dice & shown != 0:
            out[n] = A.HARVEST + island
            n += 1
    return n


def trades_into(state: Tungaru, p: Player, mask: i64, out: vec[i64], n: i64) -> i64:
    """§trade.1"""
    while mask != 0:
        island = bits.lowest(mask)
        mask &= mask - 1
        if state.can_trade(p, island):
            out[n] = A.TRADE + island
            n += 1
    return n


def travels_into(state: Tungaru, p: Player, mask: i64, out: vec[i64], n: i64) -> i64:
    """§travel.1"""
    room = ~(p.settlers | state.settlers_full)
    while mask != 0:
        island = bits.lowest(mask)
        mask &= mask - 1
        if state.side.walkways[island] & room != 0:
            out[n] = A.TRAVEL + island
            n += 1
    return n


def recruits_into(state: Tungaru, p: Player, mask: i64, out: vec[i64], n: i64) -> i64:
    """§recruit.1, §setup.7"""
    while mask != 0:
        island = bits.lowest(mask)
        mask &= mask - 1
        if not state.is_blocked(p, island) and p.can_recruit_for(state.nomad_at(island).cost):
            out[n] = A.RECRUIT + island
            n += 1
    return n


def nomads_into(state: Tungaru, p: Player, shown: i64, out: vec[i64], n: i64) -> i64:
    """§nomad.1"""
    mask = p.face_up & state.kit.active_nomads
    while mask != 0:
        nomad = bits.lowest(mask)
        mask &= mask - 1
        tile = state.kit.nomads[nomad]
        if tile.is_flip() or (tile.dice & shown != 0 and (p.nomad_dice >> nomad) & 1 == 0 and can_sell(p, tile)):
            out[n] = A.NOMAD + nomad
            n += 1
    return n


def spaces_into(state: Tungaru, p: Player, shown: i64, out: vec[i64], n: i64) -> i64:
    """§space.1"""
    mask = state.open_spaces(p)
    while mask != 0:
        space = bits.lowest(mask)
        mask &= mask - 1
        if state.kit.leaders[p.leader].dice[space] & shown != 0:
            out[n] = A.SPACE + space
            n += 1
    return n


@final
class Means(Step[Tungaru]):
    """Which die, or the Settler, or the Fisher's benefit.  §turn.2, §turn.3, §benefit.sail"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        kind = arg_of(ask) & 15
        place = arg_of(ask) >> 4
        n: i64 = 0
        wanted = wanted_faces(state, p, kind, place)
        if wanted != 0:
            dice = p.dice
            face: i64 = 1
            while dice != 0:
                if dice & 15 != 0 and (wanted == D.ANY or D.can_serve(face, p.shift, wanted)):
                    out[n] = A.USE_DIE + face - 1
                    n += 1
                dice >>= 4
                face += 1
        if can_exhaust(p, kind, place):
            out[n] = A.USE_SETTLER
            n += 1
        if kind == TO_SAIL and p.benefit == C.SAIL:
            out[n] = A.USE_BENEFIT
            n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        kind = arg_of(ask) & 15
        place = arg_of(ask) >> 4
        if action == A.USE_SETTLER:  # §turn.3
            p.exhausted |= 1 << place
            state.means = BY_SETTLER
        elif action == A.USE_BENEFIT:
            state.use_benefit(seat)
            state.means = BY_BENEFIT
        else:
            state.means = action - A.USE_DIE + 1
            self.put_die(state, seat, kind, place, action - A.USE_DIE + 1)
        if kind == TO_HARVEST:
            harvest(state, seat, place)
        elif kind == TO_SETTLE:
            settle(state, seat, place, state.kit.settle_fish)
        elif kind == TO_TRADE:
            trade(state, seat, place)
        elif kind == TO_TRAVEL:
            travel(state, seat, place)
        elif kind == TO_RECRUIT:
            recruit(state, seat, place)
        elif kind == TO_NOMAD:
            sell(state, seat, place)
        elif kind == TO_SPACE:  # §space.1
            state.gain(seat, state.kit.leaders[p.leader].gives[place])

    def put_die(self, state: Tungaru, seat: i64, kind: i64, place: i64, face: i64) -> None:
        """§turn.2, §sail.1, §nomad.1, §space.1"""
        p = state.players[seat]
        state.take_die(p, face)
        if kind == TO_SAIL:
            p.sailed = 1
            p.spend_die(face, AT_SAIL)
        elif kind == TO_NOMAD:
            p.nomad_dice |= bits.bit(place)
            p.spend_die(face, AT_NOMAD + place)
        elif kind == TO_SPACE:
            p.spaces_used |= 1 << place
            p.spend_die(face, AT_SPACE + place)
        else:
            state.put_die(place, seat, face)
            p.spend_die(face, place)


def wanted_faces(state: Tungaru, p: Player, kind: i64, place: i64) -> i64:
    """The faces that fit; none if no die can be placed there.  §turn.2"""
    if kind == TO_SAIL:
        return D.ANY if p.sailed == 0 else 0
    if kind == TO_NOMAD:
        return state.kit.nomads[place].dice
    if kind == TO_SPACE:
        return state.kit.leaders[p.leader].dice[place]
    if (state.side.beside[p.ground] & ~state.dice_full) >> place & 1 == 0:
        return 0
    if kind == TO_HARVEST:
        return state.offer_at(place).dice
    return D.ANY


def can_exhaust(p: Player, kind: i64, place: i64) -> bool:
    """§turn.3"""
    return TO_TRADE <= kind <= TO_RECRUIT and ((p.settlers & ~p.exhausted) >> place) & 1 != 0
