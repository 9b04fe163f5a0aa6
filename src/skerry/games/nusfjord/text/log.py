"""What happened, as lines of the log."""

from skerry.core.game import Event
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board
from skerry.games.nusfjord.text.words import goods, listed, many


def event(state: Nusfjord, note: tuple[int, int, int, int]) -> Event:
    kind, seat, a, b = note
    who = f"{{{seat}}}"
    kit = state.kit
    if kind == S.NOTE_ROUND:
        return Event(round_words(state, seat, a), "round.1")
    if kind == S.NOTE_START:
        return Event(f"{who} starts with {unpacked(a)}", "setup.11")
    if kind == S.NOTE_CATCH:
        return Event(f"{who} {catch_words(a, b)}", "fish.1")
    if kind == S.NOTE_COLLECT:
        return Event(f"{who} takes {a} fish from Shares into the supply", "fish.10")
    if kind == S.NOTE_CLEAR:
        back = kit.elder_fish - b
        return Event(f"{kit.elder_names[a]} is cleared: {who} takes {b} fish, {back} go back", "fish.4")
    if kind in GOODS:
        words, rule = GOODS[kind]
        return Event(f"{who}{words.format(n=a)}{by_card(state, b)}", rule)
    if kind == S.NOTE_WOOD_LOST:
        return Event(f"{a} wood is lost: {who} has the most the supply holds", "goods.2")
    if kind == S.NOTE_FROM_RESERVE:
        return Event(f"{who} moves {goods(a, b)} from the Reserve into the supply", "transfer.1")
    if kind == S.NOTE_PAID:
        return Event(f"{who} pays {unpacked(a)}", "goods.1")
    if kind == S.NOTE_RESERVE_PAID:
        return Event(f"{who} pays {a} fish from the Reserve" if b else f"{a} fish of it from the Reserve", "goods.1")
    if kind == S.NOTE_HOME:
        return Event(f"The {board.COLOURS[a]} Workers come home", "solo.3")
    if kind == S.NOTE_HAND:
        return Event(f"Only you see it: {board.card_line(state, state.deck.ids[a])}", "home.5", 1 << seat)
    if kind == S.NOTE_SHOWN:
        return Event(f"{who} lays open {board.card_line(state, state.deck.ids[a])}", "home.7")
    if kind == S.NOTE_FOREST:
        done = "puts a Forest on" if a > 0 else "removes a Forest from"
        return Event(f"{who} {done} {where(b)}", "reforest.1" if a > 0 else "deforest.3")
    if kind == S.NOTE_FOREST_MOVED:
        return Event(f"{who} moves a Forest from {where(a)} to {where(b)}", "card.move_forest")
    if kind == S.NOTE_SHARE_KEPT:
        return Event(f"{who} keeps an own Share as issued{by_card(state, a)}", "score.3")
    if kind == S.NOTE_PLATE:
        done = f"fills {many(a, 'plate')}" if a > 0 else f"takes {-a} fish off the Banquet Table"
        return Event(f"{who} {done}; {b} of {kit.n_plates} plates hold a fish", "serve.1")
    if kind == S.NOTE_UPGRADE:
        return Event(f"{who} exchanges a {kit.ship_names[a - 1]} for a {kit.ship_names[a]}", "elders.2")
    if kind == S.NOTE_TABLE_FISH:
        left = f"{b} of {kit.n_plates} plates still hold one"
        return Event(f"A fish from the Banquet Table goes on {kit.elder_names[a]}; {left}", "elder.6")
    if kind == S.NOTE_RETIRED:
        return Event(f"{kit.elder_names[a]} leaves the council; {who} takes {b} fish from him", "elder.1")
    return Event(f"The game ends after round {kit.rounds}", "end.1")


GOODS = {
    S.NOTE_WOOD: (" takes {n} wood", "goods.2"),
    S.NOTE_FISH: (" takes {n} fish", "goods.1"),
    S.NOTE_GOLD: (" takes {n} gold", "goods.1"),
    S.NOTE_RESERVE_FISH: (" puts {n} fish into the Reserve", "goods.1"),
    S.NOTE_RESERVE_WOOD: (" puts {n} wood into the Reserve", "goods.1"),
}


def unpacked(packed: int) -> str:
    """Wood, fish and gold, 8 bits each."""
    return goods(packed & 255, packed >> 8 & 255, packed >> 16)


def where(double: int) -> str:
    """A double space, by its left space."""
    return board.cell_words(4 * (double // 3) + double % 3)


def by_card(state: Nusfjord, slot: int) -> str:
    return f" ({board.card_name(state, slot - 1)})" if slot else ""


def round_words(state: Nusfjord, first: int, number: int) -> str:
    words = f"Round {number} of {state.kit.rounds}; {{{first}}} is First Player"
    if state.colours > 1:
        words = f"Round {number} of {state.kit.rounds}: the {board.COLOURS[(number - 1) % state.colours]} Workers"
    return words


def catch_words(haul: int, packed: int) -> str:
    """The five steps in one line."""
    elders, on_board, away, own, stored, excess = (packed >> shift & 63 for shift in range(0, 36, 6))
    steps = (
        (elders, "on Elders"),
        (on_board, "on Shares on the board"),
        (away, "on Shares with others"),
        (own, "on own Shares"),
        (stored, "into the Reserve"),
        (excess, "back"),
    )
    return f"catches {haul} fish: {listed([f'{count} {where}' for count, where in steps if count])}"
