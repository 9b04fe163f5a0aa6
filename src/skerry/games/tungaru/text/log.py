"""What happens without a decision, as lines of the log."""

from collections.abc import Callable

from skerry.core.answers import Event, Moved
from skerry.core.words import plural
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import GOODS, ISLANDS
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.leaders import IMMUNE, NO_GIFT, TO_THE_OTHER
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.view.pieces import LEADERS

Note = tuple[int, int, int, int]


def event(state: Tungaru, note: Note) -> Event:
    kind, seat, a, b = note
    return EVENTS[kind](state, seat, a, b)


def player_event(seat: int, words: str, rule: str, *about: str, moved: tuple[Moved, ...] = ()) -> Event:
    return Event(f"{{{seat}}}{words}", rule, about=(f"player:{seat}", *about), moved=moved)


def income(state: Tungaru, seat: int, goods: int, _: int) -> Event:
    moved = [Moved(GOODS[good], "", f"player:{seat}", int(G.amount_of(goods, good))) for good in range(G.N_GOODS)]
    words = f"'s Nomads bring {W.goods_words(goods)}"
    return player_event(seat, words, "roll.2", moved=tuple(move for move in moved if move.count))


def leader(state: Tungaru, seat: int, number: int, _: int) -> Event:
    piece = f"leader:{LEADERS[number]}"
    return player_event(seat, f" reveals the {state.kit.leaders[number].name}", "leader.1", piece)


def fish(state: Tungaru, seat: int, a: int, b: int) -> Event:
    moved = (Moved("fish", "", f"player:{seat}"),)
    return player_event(seat, "'s Fisher catches 1 Fish", "leader.fisher", moved=moved)


def no_gift(state: Tungaru, seat: int, beggar: int, why: int) -> Event:
    words, rule = {
        IMMUNE: (f" shows a {revealed_leader(state, seat)} and gives {{{beggar}}} nothing", "leader.immune"),
        NO_GIFT: (f" has nothing to give to {{{beggar}}}", "leader.beggar"),
        TO_THE_OTHER: (f" gives to the other Beggar, not to {{{beggar}}}", "leader.between"),
    }[why]
    return player_event(seat, words, rule, f"player:{beggar}")


def gift_lost(state: Tungaru, seat: int, good: int, _: int) -> Event:
    words = f" has no room for the {W.GOOD_NAMES[good]}: it goes to the supply"
    return player_event(seat, words, "leader.beggar", moved=(Moved(GOODS[good], f"player:{seat}", ""),))


def revealed_leader(state: Tungaru, seat: int) -> str:
    leader = state.players[seat].leader
    return state.kit.leaders[leader].name if leader >= 0 else "Leader"


def nobody(rounds: int) -> str:
    return f"Nobody has recruited for {plural(rounds, 'round')}"


def standstill(rounds: int) -> str:
    """§end.3"""
    return f"{nobody(rounds)}: the players may agree to end the game"


def quiet(state: Tungaru, seat: int, rounds: int, ends: int) -> Event:
    """§end.2, §end.3"""
    if ends:
        return Event(f"{nobody(rounds)}; the game ends after {ends} in a row", "end.2")
    return Event(standstill(rounds), "end.3")


def expired(state: Tungaru, seat: int, nomad: int, island: int) -> Event:
    pieces = f"nomad:{state.kit.nomads[nomad].id}", f"island:{ISLANDS[island]}"
    name = f"{W.the_nomad(state, nomad)} on {W.island_name(state, island)}"
    return player_event(seat, f" no longer reserves {name}", "recruit.6", *pieces)


def moved_monument(state: Tungaru, seat: int, island: int, _: int) -> Event:
    here = f"island:{ISLANDS[island]}"
    words = f"'s reservation Monument moves to {W.island_name(state, island)}"
    return player_event(seat, words, "recruit.6", here)


def loose(state: Tungaru, seat: int, island: int, _: int) -> Event:
    words = f" keeps the reservation Monument: {W.island_name(state, island)} has no room for it"
    return player_event(seat, words, "recruit.6", f"island:{ISLANDS[island]}")


def no_refill(state: Tungaru, seat: int, island: int, _: int) -> Event:
    words = f"Nobody is waiting to migrate to {W.island_name(state, island)}: it stays empty"
    return Event(words, "recruit.5", about=(f"island:{ISLANDS[island]}",))


def fish_stored(state: Tungaru, seat: int, is_stored: int, _: int) -> Event:
    words = " stores the Fisher's Fish" if is_stored else " has no room for the Fisher's Fish and must return a good"
    return player_event(seat, words, "leader.fisher")


def start(state: Tungaru, seat: int, chiefs: int, _: int) -> Event:
    last = f": of {chiefs} Chiefs, this one comes last in turn order" if chiefs > 1 else ""
    return player_event(seat, f"'s Chief takes the starting player token{last}", "cleanup.3")


def passed_on(state: Tungaru, seat: int, number: int, to: int) -> Event:
    piece = f"leader:{LEADERS[number]}"
    moved = (Moved(piece, f"player:{seat}", f"player:{to}"),)
    words = f" passes the {state.kit.leaders[number].name} to {{{to}}}"
    return player_event(seat, words, "cleanup.4", f"player:{to}", piece, moved=moved)


def stalled(state: Tungaru, seat: int, rounds: int, _: int) -> Event:
    if not state.nomads:
        return Event("No island has a Nomad left: the game ends", "end.2")
    return Event(f"{nobody(rounds)}: the game ends", "end.2")


def agreed(state: Tungaru, seat: int, rounds: int, _: int) -> Event:
    return Event(f"{nobody(rounds)}: the players agree to end the game", "end.3")


def new_tile(state: Tungaru, seat: int, island: int, _: int) -> Event:
    words = f"One good cannot be harvested anywhere: {W.island_name(state, island)} gets another tile"
    return Event(words, "setup.9", about=(f"island:{ISLANDS[island]}",))


EVENTS: dict[int, Callable[[Tungaru, int, int, int], Event]] = {
    N.NOTE_ROUND: lambda s, seat, a, b: Event(f"Round {a} begins; {{{seat}}} goes first", "round.1"),
    N.NOTE_INCOME: income,
    N.NOTE_LEADER: leader,
    N.NOTE_FISH: fish,
    N.NOTE_NO_GIFT: no_gift,
    N.NOTE_NO_TRADE: lambda s, seat, a, b: player_event(seat, "'s Trader finds nothing to trade", "leader.trader"),
    N.NOTE_QUIET: quiet,
    N.NOTE_EXPIRED: expired,
    N.NOTE_MOVED_MONUMENT: moved_monument,
    N.NOTE_LOOSE: loose,
    N.NOTE_NO_REFILL: no_refill,
    N.NOTE_LAST_ROUND: lambda s, seat, a, b: Event("No Nomad is left to migrate: this is the last round", "end.1"),
    N.NOTE_FISH_STORED: fish_stored,
    N.NOTE_START: start,
    N.NOTE_PASSED_ON: passed_on,
    N.NOTE_END: lambda s, seat, a, b: Event("The last round is over", "end.1"),
    N.NOTE_STALL: stalled,
    N.NOTE_TILE: new_tile,
    N.NOTE_AGREED: agreed,
    N.NOTE_GIFT_LOST: gift_lost,
}
