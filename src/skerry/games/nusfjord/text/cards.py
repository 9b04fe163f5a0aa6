"""Words for the questions that Buildings ask, for the answers, and for the log."""

from collections.abc import Callable
from typing import Any

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import WHICH_WAY, Effect
from skerry.games.nusfjord.effects import action as act
from skerry.games.nusfjord.effects import gain, single, trade
from skerry.games.nusfjord.kit.effects import KINDS_OF_ACTION, Goods
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.board import card_line, card_name, double_name, double_words, elder_name
from skerry.games.nusfjord.text.buildings import ACTIONS, gained, goods
from skerry.games.nusfjord.text.words import cased


def asking(state: Nusfjord) -> tuple[int, int, Effect | None, int]:
    """Seat, slot, effect (None: which of them) and its memory, of the open question."""
    ask = state.ask_now()
    card = arg_of(ask)
    slot, place = card & 63, card >> 6 & 7
    effect = None if place == WHICH_WAY else state.deck.cards[slot].effects[place]
    return seat_of(ask), slot, effect, card >> 9


class Asked:
    """What an effect asks: its rule, a kind for programs, and the words."""

    def __init__(self, rule: str, kind: str, words: Callable[[Any, int], str]) -> None:
        self.rule, self.kind, self.words = rule, kind, words


def action_words(effect: act.Action) -> str:
    return ACTIONS[KINDS_OF_ACTION[effect.kind]]


ASKED: dict[type[Effect] | None, Asked] = {
    act.Action: Asked("card.action", "card_action", lambda e, _: f"do you want to {action_words(e)} now?"),
    act.KeepShare: Asked("card.keep_share", "card_keep", lambda e, _: f"pay {e.price} gold to keep the Share?"),
    act.Plant: Asked("card.plant", "card_plant", lambda e, _: "where do you plant a Forest?"),
    trade.Exchange: Asked(
        "card.exchange", "card_trade", lambda e, _: f"how many times do you pay {made(e.pay)} to {taken(e.take)}?"
    ),
    trade.Upgrade: Asked("card.upgrade", "card_upgrade", lambda e, _: "which Ship do you exchange for a larger one?"),
    single.PaidTransfer: Asked(
        "card.paid_transfer", "card_transfer", lambda e, _: "do you want to Transfer Reserve now?"
    ),
    single.Retire: Asked("card.retire", "card_retire", lambda e, _: f"which Elder goes home? You gain {e.gold} gold."),
    single.Clear: Asked("card.clear", "card_clear", lambda e, _: f"which Forest do you remove to gain {e.wood} wood?"),
    single.MoveForest: Asked(
        "card.move_forest",
        "card_forest",
        lambda e, at: "where does the Forest go?" if at else "which Forest do you move or remove?",
    ),
    single.TakePlates: Asked(
        "card.take_plates", "card_plates", lambda e, _: "how many fish do you take off the Banquet Table?"
    ),
    single.Draw: Asked("card.draw", "card_return", lambda e, _: "which card from your hand do you return to the pile?"),
    single.Repeat: Asked(
        "card.repeat", "card_repeat", lambda e, _: "which Building do you repeat, or which used one do you renew?"
    ),
    None: Asked("card.3", "card_way", lambda e, _: "which of its effects do you use?"),
}


def asked(effect: Effect | None) -> Asked:
    """An effect that asks must have words."""
    return ASKED[type(effect) if effect is not None else None]


def question(state: Nusfjord) -> Question:
    """The open question of a card."""
    _, slot, effect, extra = asking(state)
    it = asked(effect)
    words = f"{card_name(state, slot)}: {it.words(effect, extra)}"
    return Question(words, it.rule, it.kind, (f"card:{state.kit.card_ids[state.deck.ids[slot]]}",))


def made(what: gain.Goods, times: int = 1) -> str:
    """The price of an effect in words, so many times."""
    return goods(so_many(what, times))


def taken(what: gain.Goods, times: int = 1) -> str:
    """`gain 2 wood`: what an effect brings, so many times."""
    return gained(so_many(what, times))


def so_many(what: gain.Goods, times: int) -> Goods:
    supply = (what.wood * times, what.fish * times, what.gold * times)
    return Goods(*supply, what.reserve_wood * times, what.reserve_fish * times, what.reserve_gold * times)


# ---- the answers, by verb


def label(state: Nusfjord, action: int) -> str:
    """An answer to the open question of a card."""
    verb, n = block(action)
    return cased(ANSWERS[verb](state, n))


def no_words(state: Nusfjord, _: int) -> str:
    _, _, effect, _ = asking(state)
    other = taken(effect.otherwise) if isinstance(effect, act.Action) else ""
    return f"no; {other} instead" if other else "no"


def done_words(state: Nusfjord, _: int) -> str:
    _, _, effect, _ = asking(state)
    return f"remove it and gain {effect.wood} wood" if isinstance(effect, single.MoveForest) else "done"


def ship_words(state: Nusfjord, ship: int) -> str:
    _, _, effect, _ = asking(state)
    assert isinstance(effect, trade.Upgrade)
    names = state.kit.ship_names
    price = made(effect.sloop if ship == A.CUTTER else effect.cutter)
    return f"a {names[ship - 1]} for a {names[ship]} ({f'pay {price}' if price else 'free'})"


def elder_words(state: Nusfjord, elder: int) -> str:
    fish = state.players[seat_of(state.ask_now())].elder_fish(elder)
    return f"{elder_name(state, elder)} ({fish} fish)"


def amount_words(state: Nusfjord, times: int) -> str:
    _, _, effect, _ = asking(state)
    if isinstance(effect, trade.Exchange):
        return f"pay {made(effect.pay, times)} to {taken(effect.take, times)}" if times else "not at all"
    return f"{times} fish" if times else "none"


def way_words(state: Nusfjord, way: int) -> str:
    _, slot, _, _ = asking(state)
    effect = state.deck.cards[slot].effects[way]
    if isinstance(effect, trade.Exchange):
        return f"pay {made(effect.pay)} to {taken(effect.take)}"
    return {trade.Upgrade: "exchange a Ship", gain.Gain: "gain goods", single.MoveForest: "move or remove a Forest"}[
        type(effect)
    ]


ANSWERS: dict[str, Callable[[Nusfjord, int], str]] = {
    "ship": ship_words,
    "double": lambda state, double: double_words(state, seat_of(state.ask_now()), double),
    "yes": lambda state, _: "yes",
    "no": no_words,
    "done": done_words,
    "amount": amount_words,
    "elder": elder_words,
    "pick": card_line,
    "way": way_words,
}


# ---- the log: what the notes do not tell


def told(state: Nusfjord, action: int) -> str | None:
    """The answer in the third person; None where the notes that follow say it."""
    seat, slot, effect, extra = asking(state)
    verb, n = block(action)
    who, card = f"{{{seat}}}", card_name(state, slot)
    if verb == "pick":
        name = state.kit.card_names[n]
        if isinstance(effect, single.Draw):
            return f"{who} returns {name} to the pile"
        turned = state.players[seat].turned >> state.deck.slot_of(n) & 1
        return f"{who} may use {name} once more" if turned else f"{who} repeats the effect of {name}"
    if verb == "yes" and isinstance(effect, act.Action):
        return f"{who} uses {card} to {action_words(effect).replace('your', 'their')}"
    if verb == "yes":
        return None
    if verb == "no" or (verb == "amount" and n == 0):
        return f"{who} does not use {card}"
    if verb == "done" and not isinstance(effect, single.MoveForest):
        return None if extra else f"{who} does not use {card}"
    if verb == "double" and isinstance(effect, single.MoveForest) and extra == 0:
        return f"{who} picks the Forest in {double_name(n)}"
    return None
