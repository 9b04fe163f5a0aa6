"""Phase 2: a Leader is chosen face down; Worker, Beggar, Fisher and Trader act."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import CHANCE, EVERYBODY, Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import BEGGAR, CHIEF, FISHER, NO_BENEFIT, WORKER
from skerry.games.tungaru.cards import TRADER as TRADER_CARD
from skerry.games.tungaru.state import (
    BEG,
    FISHER_FISH,
    GIFT,
    GIFT_TO,
    NONE,
    NOTE_FISH,
    NOTE_GIFT_LOST,
    NOTE_LEADER,
    NOTE_NO_GIFT,
    NOTE_NO_TRADE,
    TRADE_WHAT,
    TRADER,
    TRADER_TRADE,
    WORKER_DIE,
    Tungaru,
)

IMMUNE: Final = 0
NO_GIFT: Final = 1
TO_THE_OTHER: Final = 2


@final
class LeaderChoice(Step[Tungaru]):
    """§leader.1"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for leader in range(i64(A.N_LEADERS)):
            if p.has_leader(leader):
                out[n] = A.LEADER + leader
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.players[seat_of(ask)].leader = action - A.LEADER

    def witnesses(self, state: Tungaru, ask: i64, action: i64) -> i64:
        """The last choice is revealed at once."""
        seat = seat_of(ask)
        last = (state.first + state.seats - 1) % state.seats
        if seat == last:
            return EVERYBODY
        return 1 << seat


@final
class Reveal(Step[Tungaru]):
    """Puts the Leaders' abilities on the stack, the last one first.  §leader.1, §leader.2"""

    def run(self, state: Tungaru, ask: i64) -> None:
        state.news += 1
        state.shown = True
        for k in range(state.seats):
            seat = (state.first + k) % state.seats
            p = state.players[seat]
            p.hand -= 1 << (4 * p.leader)
            state.note(NOTE_LEADER, seat, p.leader)
        for leader_back in range(i64(CHIEF)):
            leader = CHIEF - 1 - leader_back
            for back in range(state.seats):
                seat = (state.first + state.seats - 1 - back) % state.seats
                if state.players[seat].leader == leader:
                    self.lay_out(state, leader, seat)

    def lay_out(self, state: Tungaru, leader: i64, seat: i64) -> None:
        if leader == WORKER:
            state.ask(WORKER_DIE, CHANCE, seat)
        elif leader == BEGGAR:
            left = (seat + 1) % state.seats
            right = (seat + state.seats - 1) % state.seats
            if right != left:
                state.then(BEG, seat | (right << 4))
            state.then(BEG, seat | (left << 4))
        elif leader == FISHER:
            state.then(FISHER_FISH, seat)
        elif leader == TRADER_CARD:
            state.then(TRADER, seat)


@final
class WorkerDie(Step[Tungaru]):
    """The 4th die of the seat in the argument.  §leader.worker"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        for face in range(i64(D.FACES)):
            out[face] = A.ROLL_DIE + face
        return D.FACES

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        face = action - A.ROLL_DIE + 1
        p = state.players[arg_of(ask)]
        p.dice += D.single_die(face)
        p.worker_die = face


@final
class Beg(Step[Tungaru]):
    """A Beggar asks one neighbour.  §leader.beggar, §leader.immune, §leader.between"""

    def run(self, state: Tungaru, ask: i64) -> None:
        beggar = arg_of(ask) & 15
        giver = arg_of(ask) >> 4
        p = state.players[giver]
        if p.leader == BEGGAR or p.leader == CHIEF:  # §leader.immune
            state.note(NOTE_NO_GIFT, giver, beggar, IMMUNE)
        elif p.gives_to != NONE and p.gives_to != beggar:  # §leader.between
            state.note(NOTE_NO_GIFT, giver, beggar, TO_THE_OTHER)
        elif p.goods == 0:
            state.note(NOTE_NO_GIFT, giver, beggar, NO_GIFT)
        elif p.gives_to == NONE and is_between(state, giver):
            state.ask(GIFT_TO, giver, beggar)
        else:
            state.ask(GIFT, giver, beggar)


def is_between(state: Tungaru, giver: i64) -> bool:
    """Both neighbours are Beggars.  §leader.between"""
    if state.seats == 2:
        return False
    left = state.players[(giver + 1) % state.seats]
    right = state.players[(giver + state.seats - 1) % state.seats]
    return left.leader == BEGGAR and right.leader == BEGGAR


@final
class GiftTo(Step[Tungaru]):
    """Between two Beggars: which one gets the good?  §leader.between"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        giver = seat_of(ask)
        left = (giver + 1) % state.seats
        right = (giver + state.seats - 1) % state.seats
        out[0] = A.GIVE_TO + (min(right, left))
        out[1] = A.GIVE_TO + (max(left, right))
        return 2

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        giver = seat_of(ask)
        beggar = arg_of(ask)
        chosen = action - A.GIVE_TO
        state.players[giver].gives_to = chosen
        if chosen == beggar:
            state.ask(GIFT, giver, beggar)
        else:
            state.note(NOTE_NO_GIFT, giver, beggar, TO_THE_OTHER)


@final
class Gift(Step[Tungaru]):
    """The giver chooses the good and scores.  §leader.beggar"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        goods = state.players[seat].goods
        n: i64 = 0
        for good in range(i64(G.N_GOODS)):
            if G.amount_of(goods, good) > 0:
                out[n] = A.GIVE + good
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        beggar = arg_of(ask)
        good = G.one(action - A.GIVE)
        state.pay(p, good)
        p.points += state.kit.gift_points
        if state.gift_is_lost(beggar):
            state.note(NOTE_GIFT_LOST, beggar, action - A.GIVE)
        else:
            state.gain(beggar, good)


@final
class Fish(Step[Tungaru]):
    """§leader.fisher"""

    def run(self, state: Tungaru, ask: i64) -> None:
        p = state.players[arg_of(ask)]
        p.goods += G.ONE_FISH
        p.fisher_fish = 1
        state.note(NOTE_FISH, arg_of(ask))


@final
class Trader(Step[Tungaru]):
    """Asks only if a trade is possible somewhere.  §leader.trader"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask)
        for island in range(state.side.islands):
            if state.can_trade(state.players[seat], island):
                state.ask(TRADER_TRADE, seat)
                return
        state.note(NOTE_NO_TRADE, seat)


@final
class TraderTrade(Step[Tungaru]):
    """A Trade on any island, without die or Settler; as a variant, or none.  §leader.trader"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for island in range(state.side.islands):
            if state.can_trade(p, island):
                out[n] = A.TRADE + island
                n += 1
        if state.trader_may:
            out[n] = A.SKIP
            n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.doing = action
        state.means = 0
        if action != A.SKIP:
            state.ask(TRADE_WHAT, seat_of(ask), action - A.TRADE)


@final
class Benefits(Step[Tungaru]):
    """The Leaders' benefits belong to the turns of phase 3, not to phase 2.  §benefit.1"""

    def run(self, state: Tungaru, ask: i64) -> None:
        state.phase = 3
        for p in state.players:
            p.benefit = NO_BENEFIT
            if p.leader != NONE:
                p.benefit = state.kit.leaders[p.leader].benefit
