"""The answers to the open question as data: the pieces they are about, what they take and give at once."""

from collections.abc import Callable

from msgspec.structs import replace

from skerry.core import bits
from skerry.core.answers import Terms
from skerry.games.buru import payments
from skerry.games.buru.cards import FISH, PALM
from skerry.games.buru.catalogue import piece_id
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.text.labels import BASES, offered_words, open_arg, parts, saves, seat_now
from skerry.games.buru.view.island import forest_view


def terms(state: Buru, action: int) -> Terms:
    verb, number = parts(action)
    found = TERMS_OF_VERB[verb](state, number)
    return replace(found, key=PLACE_KEYS[verb](state, number)) if verb in PLACE_KEYS else found


def purse_terms(at: tuple[str, ...], purse: payments.Purse, group: str, short: str) -> Terms:
    return Terms(at, purse.price, purse.gives, group=group, short=short)


def take_terms(state: Buru, card: int) -> Terms:
    purse = payments.forest_card(state, seat_now(state), card)
    return purse_terms((piece_id(state, "card", card),), purse, "Take", offered_words(state, card))


def space_terms(state: Buru, space: int) -> Terms:
    seat, face = seat_now(state), state.kit.words.spaces[space]
    purse = payments.at_lake(state, seat) if face.region == "lake" else payments.Purse(state, seat)
    return purse_terms((piece_id(state, "space", space),), purse, "Space", face.gist)


def recruit_terms(state: Buru, card: int) -> Terms:
    face = state.kit.words.islanders[card]
    price = {"fish": face.price} if face.price else {}
    return Terms((piece_id(state, "islander", card),), price, group="Recruit", short=face.name)


def task_terms(state: Buru, card: int) -> Terms:
    face, islander = state.kit.words.islanders[card], state.kit.islanders[card]
    at = (piece_id(state, "islander", card),)
    if face.kind in ("dye", "pick"):
        return Terms(at, owes={"token": 1} if face.kind == "dye" else {}, uses=at, group="Task", short=face.name)
    purse = payments.task(state, seat_now(state), islander)
    return Terms(at, purse.price, purse.gives, uses=at, group="Task", short=face.name)


def dye_terms(state: Buru, verb: str, token: int) -> Terms:
    purse = payments.dye(state, seat_now(state), BASES[verb] + token)
    return purse_terms((f"player:{seat_now(state)}",), purse, verb.title(), GOODS[PALM + token])


def tribute_terms(state: Buru, spirit: int) -> Terms:
    face, seat = state.kit.words.tributes[spirit], seat_now(state)
    at = (piece_id(state, "spirit", spirit),)
    if saves(state, seat, spirit):
        return Terms(at, owes=face.cost, group="Pay tribute", short=face.name)
    return purse_terms(at, payments.tribute(state, seat, spirit, NONE), "Pay tribute", face.name)


def spare_terms(state: Buru, token: int) -> Terms:
    purse = payments.tribute(state, seat_now(state), open_arg(state), token)
    return purse_terms((piece_id(state, "spirit", open_arg(state)),), purse, "Save", GOODS[PALM + token])


def side_terms(state: Buru, _: int) -> Terms:
    space, purse = open_arg(state) >> 4, payments.Purse(state, seat_now(state))
    purse.gain(FISH, int(state.kit.space_fish[space]))
    return purse_terms((piece_id(state, "space", space),), purse, "", "Bonus first")


def reveal_terms(state: Buru, _: int) -> Terms:
    seat, purse = seat_now(state), payments.Purse(state, seat_now(state))
    purse.gain(FISH, int(state.kit.power_of[state.players[seat].mat]))
    return purse_terms((f"mat:{seat}",), purse, "", "Reveal")


def lay_terms(state: Buru, explorer: int) -> Terms:
    one = f"explorer:{seat_now(state)}.{state.kit.words.explorer_ids[explorer]}"
    return Terms((one,), group="Place", short=f"Power {state.kit.power[explorer]}")


def chance_terms(kind: str) -> Callable[[Buru, int], Terms]:
    """Dice and draws cost nobody anything; cards that nobody has seen yet are no pieces."""
    return lambda state, number: Terms((piece_id(state, kind, number),) if kind else ())


TERMS_OF_VERB: dict[str, Callable[[Buru, int], Terms]] = {
    "emissary": lambda state, seat: Terms((f"player:{seat}",)),
    "decree": chance_terms(""),
    "grow": chance_terms(""),
    "arrive": chance_terms(""),
    "elder": chance_terms(""),
    "scheme": chance_terms("region"),
    "plot": chance_terms(""),
    "power": chance_terms(""),
    "go": lambda state, region: Terms(
        (piece_id(state, "region", region),), group="Send an Explorer to", short=state.kit.words.regions[region]
    ),
    "lay": lay_terms,
    "take": take_terms,
    "space": space_terms,
    "recruit": recruit_terms,
    "cycle": lambda state, _: Terms(("row",), short="Cycle"),
    "task": task_terms,
    "give": lambda state, token: dye_terms(state, "give", token),
    "get": lambda state, token: dye_terms(state, "get", token),
    "tribute": tribute_terms,
    "spare": spare_terms,
    "discard": lambda state, elder: Terms(
        (piece_id(state, "elder", elder),), group="Discard", short=state.kit.words.elders[elder].name
    ),
    "side": side_terms,
    "done": lambda state, _: Terms(short="Done"),
    "reveal": reveal_terms,
    "count": lambda state, _: Terms(short="Reveal"),
}


# ---- digits


def counted_place(number: int, among: list[int]) -> str:
    """Its place, as one counts what lies there from the left, possible or not."""
    return str(among.index(number) + 1) if number in among[:9] else ""


def explorer_key(state: Buru, explorer: int) -> str:
    """Its Power, unless another has the same."""
    powers = [int(power) for power in state.kit.power]
    power = powers[explorer]
    return str(power) if 0 < power < 10 and powers.count(power) == 1 else ""


def forest_key(state: Buru, card: int) -> str:
    """Counted by place: a card that has been taken leaves a gap."""
    free = [f"card:{place.card}" if place.player is None else "" for place in forest_view(state)]
    return str(free.index(piece_id(state, "card", card)) + 1)


def row_of(state: Buru) -> list[int]:
    return [int(state.row_card(place)) for place in range(state.n_row)]


def elder_key(state: Buru, elder: int) -> str:
    """Those just drawn come last."""
    p = state.players[seat_now(state)]
    return counted_place(elder, bits.members(p.elders & ~p.elders_drawn) + bits.members(p.elders & p.elders_drawn))


PLACE_KEYS: dict[str, Callable[[Buru, int], str]] = {
    "go": lambda _, region: str(region + 1),
    "lay": explorer_key,
    "take": forest_key,
    "space": lambda state, space: counted_place(space, bits.members(state.kit.spaces_at[open_arg(state)])),
    "recruit": lambda state, card: counted_place(card, row_of(state)),
    "cycle": lambda state, _: str(len(row_of(state)) + 1),
    "task": lambda state, card: counted_place(card, bits.members(state.players[seat_now(state)].islanders)),
    "tribute": lambda _, spirit: str(spirit + 1),
    "discard": elder_key,
    "side": lambda *_: "9",
    "done": lambda *_: "0",
}
