"""Issue a Share, Buy All Shares; in the solo game too, whichever Workers are in play.  §solo.4, R21"""

from mypy_extensions import i64

from skerry.games.nusfjord.buildings.card import ON_BUY, ON_ISSUE, happen
from skerry.games.nusfjord.player import Player
from skerry.games.nusfjord.state import NOTE_BOUGHT, NOTE_ISSUED, Nusfjord


def can_issue(p: Player) -> bool:
    """§issue.2"""
    return p.unissued > 0


def issue(state: Nusfjord, seat: i64, twist: i64) -> None:
    """One Share to the Action board, for the printed gold or that of the twist, and its fish.  §issue.1, §elders.5"""
    p = state.players[seat]
    p.unissued -= 1
    state.market += 1 << (3 * seat)
    state.n_market += 1
    state.note(NOTE_ISSUED, seat)
    gold = twist & 15
    state.gain_gold(seat, gold if gold > 0 else state.kit.issue_gold)
    state.gain_fish(seat, twist >> 4)
    happen(state, seat, ON_ISSUE)


def can_buy(state: Nusfjord, seat: i64, twist: i64 = 0) -> bool:
    """§buy.3"""
    return state.n_market > 0 and state.players[seat].gold >= state.share_cost(seat, twist)


def buy(state: Nusfjord, seat: i64, twist: i64) -> None:
    """All Shares of the board, for the printed price less the twist.  §buy.1, R22"""
    p = state.players[seat]
    count = state.n_market
    cost = state.share_cost(seat, twist)
    state.pay(seat, 0, 0, cost)
    state.note(NOTE_BOUGHT, seat, count, cost)
    p.shares += state.market
    p.n_shares += count
    state.market = 0
    state.n_market = 0
    happen(state, seat, ON_BUY, count)
