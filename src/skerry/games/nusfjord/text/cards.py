"""Words for the questions that Buildings ask, and for the answers."""

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import WHICH_WAY, Effect
from skerry.games.nusfjord.effects import action as act
from skerry.games.nusfjord.effects import gain, single, trade
from skerry.games.nusfjord.kit_effects import KINDS_OF_ACTION, Goods
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.board import card_line, card_name, double_words
from skerry.games.nusfjord.text.buildings import ACTIONS, goods


def asking(state: Nusfjord) -> tuple[int, int, Effect | None, int]:
    """Seat, slot, effect (None: which of them) and its memory, of the open question."""
    ask = state.ask_now()
    card = arg_of(ask)
    slot, place = card & 63, card >> 6 & 7
    effect = None if place == WHICH_WAY else state.deck.cards[slot].effects[place]
    return seat_of(ask), slot, effect, card >> 9


def question(state: Nusfjord) -> Question:
    """The open question of a card."""
    _, slot, effect, extra = asking(state)
    said, rule = asked(effect, extra)
    return Question(f"{card_name(state, slot)}: {said}", rule)


def asked(effect: Effect | None, extra: int) -> tuple[str, str]:
    if isinstance(effect, act.Action):
        return f"do you want to {ACTIONS[KINDS_OF_ACTION[effect.kind]]} now?", "card.action"
    if isinstance(effect, act.KeepShare):
        return f"pay {effect.price} gold and keep the Share?", "card.keep_share"
    if isinstance(effect, act.Plant):
        return "where do you put a Forest?", "card.plant"
    if isinstance(effect, trade.Exchange):
        return f"how often do you pay {made(effect.pay)} for {made(effect.take)}?", "card.exchange"
    if isinstance(effect, trade.Upgrade):
        return "which larger Ship do you swap for?", "card.upgrade"
    if isinstance(effect, single.PaidTransfer):
        return "do you want to Transfer Reserve now?", "card.paid_transfer"
    if isinstance(effect, single.Retire):
        return f"which Elder goes home for {effect.gold} gold?", "card.retire"
    if isinstance(effect, single.Clear):
        return f"which Forest do you remove for {effect.wood} wood?", "card.clear"
    if isinstance(effect, single.MoveForest):
        return "where does the Forest go?" if extra else "which Forest do you move or remove?", "card.move_forest"
    if isinstance(effect, single.TakePlates):
        return "how many fish do you take off the Banquet Table?", "card.take_plates"
    if isinstance(effect, single.Draw):
        return "which card of your hand goes back into the pile?", "card.draw"
    if isinstance(effect, single.Repeat):
        return "which Building do you repeat or turn back?", "card.repeat"
    return "which of its effects do you use?", "card.3"


def made(what: gain.Goods, times: int = 1) -> str:
    """Goods of an effect in words, so many times."""
    supply = (what.wood * times, what.fish * times, what.gold * times)
    return goods(Goods(*supply, what.reserve_wood * times, what.reserve_fish * times))


def label(state: Nusfjord, action: int) -> str:
    """An answer to the open question of a card."""
    seat, slot, effect, _ = asking(state)
    said = answer(state, seat, slot, effect, action)
    return said[0].upper() + said[1:]


def answer(state: Nusfjord, seat: int, slot: int, effect: Effect | None, action: int) -> str:
    if A.WAY <= action < A.WAY + A.MAX_WAYS:
        return way_words(state, slot, action - A.WAY)
    if A.PICK <= action < A.PICK + A.N_CARDS:
        return card_line(state, action - A.PICK)
    if A.DOUBLE <= action < A.DOUBLE + A.N_DOUBLES:
        return double_words(state, seat, action - A.DOUBLE)
    if A.SHIP <= action <= A.SHIP + A.SCHOONER:
        return ship_words(state, effect, action - A.SHIP)
    if A.ELDER <= action < A.ELDER + A.N_ELDERS:
        fish = state.players[seat].elder_fish(action - A.ELDER)
        return f"{state.kit.elder_names[action - A.ELDER]} ({fish} fish on him)"
    if A.AMOUNT <= action <= A.AMOUNT + A.MAX_AMOUNT:
        return amount_words(effect, action - A.AMOUNT)
    if action == A.YES:
        return "yes"
    if action == A.NO:
        other = made(effect.otherwise) if isinstance(effect, act.Action) else ""
        return f"no: gain {other}" if other else "no"
    return f"off your board, for {effect.wood} wood" if isinstance(effect, single.MoveForest) else "done"


def ship_words(state: Nusfjord, effect: Effect | None, ship: int) -> str:
    names = state.kit.ship_names
    said = f"a {names[ship]} for a {names[ship - 1]}"
    price = made(effect.sloop if ship == A.CUTTER else effect.cutter) if isinstance(effect, trade.Upgrade) else ""
    return f"{said}; you pay {price}" if price else said


def amount_words(effect: Effect | None, times: int) -> str:
    if isinstance(effect, trade.Exchange):
        return f"pay {made(effect.pay, times)} for {made(effect.take, times)}" if times else "not at all"
    return f"{times} fish"


def way_words(state: Nusfjord, slot: int, way: int) -> str:
    effects = state.deck.cards[slot].effects
    effect = effects[way] if way < len(effects) else None
    if isinstance(effect, trade.Exchange):
        return f"pay {made(effect.pay)} for {made(effect.take)}"
    return f"its effect {way + 1}"
