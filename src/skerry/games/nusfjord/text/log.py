"""What the engine noted, as lines of the log."""

from collections.abc import Callable

from skerry.core.answers import Event, Moved
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.actions import SHIP_IDS
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board
from skerry.games.nusfjord.text.decisions import card_piece, elder_piece
from skerry.games.nusfjord.text.words import double_name, goods, listed, many, unpack_goods


def event(state: Nusfjord, note: tuple[int, int, int, int]) -> Event:
    kind, seat, a, b = note
    return LINES[kind](state, seat, a, b)


# ---- helpers


def goods_moved(packed: int, start: str, end: str) -> tuple[Moved, ...]:
    """Packed goods on their way."""
    named = zip(("wood", "fish", "gold"), unpack_goods(packed), strict=True)
    return tuple(Moved(good, start, end, n) for good, n in named if n)


def by_card(state: Nusfjord, slot: int) -> str:
    """` (Boathouse)`: the Building that is the cause; a slot + 1, or 0."""
    return f" ({board.card_name(state, slot - 1)})" if slot else ""


def card_pieces(state: Nusfjord, slot: int) -> tuple[str, ...]:
    return (card_piece(state, state.deck.ids[slot - 1]),) if slot else ()


def player_piece(seat: int) -> str:
    return f"player:{seat}"


def double_piece(seat: int, number: int) -> str:
    return f"double:{seat}.r{number // 3}c{number % 3}"


# ---- by kind of note: the state, the seat, and its two numbers


def round_(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"Round {a} of {state.kit.rounds} begins; {{{seat}}} is First Player"
    if state.colours > 1:
        colour = board.WORKER_COLOURS[(a - 1) % state.colours]
        words = f"Round {a} of {state.kit.rounds} begins, with the {colour} Workers"
    return Event(words, "round.1", about=(player_piece(seat),))


def start(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} starts with {goods(*unpack_goods(a))}"
    return Event(words, "setup.11", about=(player_piece(seat),), moved=goods_moved(a, "", player_piece(seat)))


def catch(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    """The five steps in one line."""
    elders, market, away, own, stored, left = (b >> shift & 63 for shift in range(0, 36, 6))
    steps = (
        (elders, "for the Elders"),
        (market, "on Shares for sale"),
        (away, "on Shares held by others"),
        (own, "on their own Shares"),
        (stored, "in the Reserve"),
        (left, "thrown back, as the Reserve is full"),
    )
    words = f"{{{seat}}} catches {a} fish: {listed([f'{count} {where}' for count, where in steps if count])}"
    moved = (Moved("fish", "", f"reserve:{seat}", stored),) if stored else ()
    return Event(words, "fish.1", about=(player_piece(seat),), moved=moved)


def collect(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} collects {a} fish from Shares"
    return Event(words, "fish.10", about=(player_piece(seat),), moved=(Moved("fish", "", player_piece(seat), a),))


def clear(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"The {board.elder_name(state, a)}'s third fish: {{{seat}}} gets {b} back; the others are returned"
    moved = (Moved("fish", elder_piece(a), player_piece(seat), b),) if b else ()
    return Event(words, "fish.4", about=(elder_piece(a),), moved=moved)


def gain(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} gains {goods(*unpack_goods(a))}{by_card(state, b)}"
    rule = "card.gain" if b else "goods.1"
    return Event(
        words, rule, about=(*card_pieces(state, b), player_piece(seat)), moved=goods_moved(a, "", player_piece(seat))
    )


def trade(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    slot, paid, stored = b & 255, b >> 8 & 0xFFFFFF, b >> 32
    parts = [goods(*unpack_goods(paid))] if paid else []
    parts += [f"{goods(*unpack_goods(stored))} from the Reserve"] if stored else []
    gained = f" and gains {goods(*unpack_goods(a))}" if a else ""  # what goes into the Reserve has a line of its own
    words = f"{{{seat}}} pays {listed(parts)}{gained}{by_card(state, slot)}"
    moved = (
        *goods_moved(paid, player_piece(seat), ""),
        *goods_moved(stored, f"reserve:{seat}", ""),
        *goods_moved(a, "", player_piece(seat)),
    )
    rule = "card.exchange" if slot else "elder.6"
    return Event(words, rule, about=(*card_pieces(state, slot), player_piece(seat)), moved=moved)


def issued(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} issues a Share and gains {goods(*unpack_goods(a))}"
    moved = (Moved(f"share:{seat}", player_piece(seat), "market"), *goods_moved(a, "", player_piece(seat)))
    return Event(words, "issue.1", about=("market", player_piece(seat)), moved=moved)


def forest_gone(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    slot, number = b & 255, b >> 8
    words = f"{{{seat}}} removes a Forest ({double_name(number)})"
    words += f" and gains {goods(*unpack_goods(a))}{by_card(state, slot)}" if a else by_card(state, slot)
    here = double_piece(seat, number)
    moved = (Moved("forest", here, ""), *goods_moved(a, "", player_piece(seat)))
    return Event(words, "deforest.3", about=(here, *card_pieces(state, slot)), moved=moved)


def bought(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} buys {many(a, 'Share')} {f'for {b} gold' if b else 'for free'}"
    moved = (Moved("gold", player_piece(seat), "", b),) if b else ()
    return Event(words, "buy.1", about=("market", player_piece(seat)), moved=moved)


def reserve(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} puts {goods(*unpack_goods(a))} into the Reserve{by_card(state, b)}"
    return Event(
        words, "goods.1", about=(*card_pieces(state, b), f"reserve:{seat}"), moved=goods_moved(a, "", f"reserve:{seat}")
    )


def from_reserve(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    lost, here = a >> 24, f"reserve:{seat}"
    taken, full = unpack_goods(a), f"{lost} wood is lost, as the supply is full"
    words = f"{{{seat}}} moves {goods(*taken)} from the Reserve to the supply{by_card(state, b)}"
    if lost:
        words = f"{words}; {full}" if any(taken) else f"{{{seat}}} empties the Reserve{by_card(state, b)}, but {full}"
    moved = (*goods_moved(a, here, player_piece(seat)), *goods_moved(lost, here, ""))
    return Event(words, "card.fetch" if b else "transfer.1", about=(*card_pieces(state, b), here), moved=moved)


def wood_lost(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    limit = state.players[seat].wood_limit
    words = f"{a} wood is lost: {{{seat}}} cannot hold more than {limit}"
    return Event(words, "goods.2", about=(player_piece(seat),))


def forest(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} plants {many(a, 'Forest')} ({double_name(b)})"
    here = double_piece(seat, b)
    return Event(words, "reforest.1", about=(here,), moved=(Moved("forest", "", here, a),))


def forest_moved(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} moves a Forest from {double_name(a)} to {double_name(b)}"
    there = double_piece(seat, b)
    return Event(words, "card.move_forest", about=(there,), moved=(Moved("forest", double_piece(seat, a), there),))


def share_kept(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    share = f"share:{seat}"
    if b:
        words = f"{{{seat}}} pays {b} gold and keeps the Share"
        moved = (Moved("gold", player_piece(seat), "", b), Moved(share, "market", player_piece(seat)))
        return Event(words, "card.keep_share", about=(share,), moved=moved)
    words = f"{{{seat}}} turns over an unissued Share and keeps it{by_card(state, a)}"
    return Event(words, "card.keep_share", about=(*card_pieces(state, a), share))


def plate(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    if a > 0:
        words = f"{{{seat}}} fills {many(a, 'plate')}{by_card(state, b)}"
        return Event(words, "card.fill_plate", about=("banquet", *card_pieces(state, b)))
    words = f"{{{seat}}} takes {-a} fish off the Banquet Table{by_card(state, b)}"
    moved = (Moved("fish", "banquet", player_piece(seat), -a),)
    return Event(words, "card.take_plates", about=("banquet", *card_pieces(state, b)), moved=moved)


def upgrade(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    names = state.kit.ship_names
    cost = f", paying {goods(*unpack_goods(b))}" if b else ""
    words = f"{{{seat}}} exchanges a {names[a - 1]} for a {names[a]}{cost}"
    ship = f"ship:{SHIP_IDS[a]}"
    moved = (Moved(ship, "", f"track:{seat}"), *goods_moved(b, player_piece(seat), ""))
    return Event(words, "elders.2", about=(ship, f"track:{seat}"), moved=moved)


def table_fish(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"The {board.elder_name(state, a)} gets the fish from plate {b + 1} of the Banquet Table"
    moved = (Moved("fish", f"plate:{b}", elder_piece(a)),)
    return Event(words, "elder.6", about=(f"plate:{b}", elder_piece(a)), moved=moved)


def own_fish(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    words = f"{{{seat}}} gives the {board.elder_name(state, a)} a fish, as the Banquet Table is empty"
    return Event(
        words, "card.ability", about=(elder_piece(a),), moved=(Moved("fish", player_piece(seat), elder_piece(a)),)
    )


def retired(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    fish = f"; {{{seat}}} keeps the {b} fish" if b else ""
    words = f"The {board.elder_name(state, a)} leaves {{{seat}}}'s council{fish}"
    moved = (Moved("fish", "", player_piece(seat), b),) if b else ()
    return Event(words, "card.retire", about=(player_piece(seat),), moved=moved)


def hand(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    piece = card_piece(state, state.deck.ids[a])
    words = f"{{{seat}}} draws {board.building_line(state, state.deck.ids[a])}"
    return Event(words, "home.5", 1 << seat, (piece,), (Moved(piece, "pile:C", player_piece(seat)),))


def shown(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    piece = card_piece(state, state.deck.ids[a])
    words = f"{{{seat}}} reveals {board.card_name(state, a)}: everybody may build it now"
    return Event(words, "home.7", about=(piece,), moved=(Moved(piece, player_piece(seat), ""),))


def home(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    return Event(f"The {board.WORKER_COLOURS[a]} Workers come home", "solo.3", about=(f"worker:{seat}",))


def end(state: Nusfjord, seat: int, a: int, b: int) -> Event:
    return Event(f"The game ends after round {state.kit.rounds}", "end.1")


LINES: dict[int, Callable[[Nusfjord, int, int, int], Event]] = {
    S.NOTE_ROUND: round_,
    S.NOTE_START: start,
    S.NOTE_CATCH: catch,
    S.NOTE_COLLECT: collect,
    S.NOTE_CLEAR: clear,
    S.NOTE_GAIN: gain,
    S.NOTE_TRADE: trade,
    S.NOTE_ISSUED: issued,
    S.NOTE_FOREST_GONE: forest_gone,
    S.NOTE_BOUGHT: bought,
    S.NOTE_RESERVE: reserve,
    S.NOTE_FROM_RESERVE: from_reserve,
    S.NOTE_WOOD_LOST: wood_lost,
    S.NOTE_FOREST: forest,
    S.NOTE_FOREST_MOVED: forest_moved,
    S.NOTE_SHARE_KEPT: share_kept,
    S.NOTE_PLATE: plate,
    S.NOTE_UPGRADE: upgrade,
    S.NOTE_TABLE_FISH: table_fish,
    S.NOTE_OWN_FISH: own_fish,
    S.NOTE_RETIRED: retired,
    S.NOTE_HAND: hand,
    S.NOTE_SHOWN: shown,
    S.NOTE_HOME: home,
    S.NOTE_END: end,
}
