"""The actions of a turn as lines of the log: one line each, from the decision that completes it."""

from skerry.core.answers import Event, Moved
from skerry.core.state import arg_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import GOODS, GROUNDS
from skerry.games.tungaru.state import BY_BENEFIT, BY_SETTLER
from skerry.games.tungaru.steps.turns import TO_HARVEST, TO_RECRUIT, TO_SAIL, TO_SETTLE, TO_SPACE, wanted_faces
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.answer import TurnAnswer, cost_waiting, exchange
from skerry.games.tungaru.text.labels import die_words
from skerry.games.tungaru.text.terms import Pieces, island, nomad, settler
from skerry.games.tungaru.view.action import waiting_args
from skerry.games.tungaru.view.dice import last_die, unused_die

Movements = tuple[Moved, ...]


def line(a: TurnAnswer, words: str, rule: str, about: Pieces = (), moved: Movements = ()) -> Event:
    """What a player does."""
    return Event(f"{a.who} {words}", rule, about=(player_piece(a), *about), moved=moved)


def player_piece(a: TurnAnswer) -> str:
    return f"player:{a.seat}"


def goods_moved(goods: int, start: str, end: str) -> Movements:
    return tuple(
        Moved(GOODS[good], start, end, int(G.amount_of(goods, good)))
        for good in range(G.N_GOODS)
        if G.amount_of(goods, good)
    )


# ---- what pays for an action


def means_words(a: TurnAnswer) -> str:
    """` with a 5`; chosen now or before."""
    if a.verb == "die":
        wanted = int(wanted_faces(a.state, a.p, a.kind, a.place))
        return f" with {die_words(a.n + 1, int(a.p.shift), wanted)}"
    code = {"settler": BY_SETTLER, "benefit": BY_BENEFIT}.get(a.verb, int(a.state.means))
    if code == BY_SETTLER:
        return " by exhausting a Settler"
    if code == BY_BENEFIT:
        return f" with the {W.leader_name(a.state, a.p)}'s benefit"
    return f" with a {code}" if code else ""


def means_moved(a: TurnAnswer, place: str) -> Movements:
    """The die that is placed."""
    if a.verb == "die":
        return (Moved(unused_die(a.state, a.seat, a.n + 1), player_piece(a), place),)
    if 0 < a.state.means < BY_SETTLER:
        return (Moved(last_die(a.state, a.seat, int(a.state.means)), player_piece(a), place),)
    return ()


def with_benefit(a: TurnAnswer) -> str:
    """What pays, and the Leader's benefit."""
    how = means_words(a)
    joint = " and" if how.startswith(" with") else " and with" if how else " with"
    return f"{how}{joint} the {W.leader_name(a.state, a.p)}'s benefit"


# ---- actions that cost goods: the line comes with the die, or by how they are paid if a benefit leaves a choice


def sails(a: TurnAnswer, ground: int, how: str, price: str) -> Event:
    flipped = flip_words(a)
    name = W.anchorage(a.state, ground)
    moved = Moved(f"boat:{a.seat}", f"ground:{GROUNDS[a.p.ground]}", f"ground:{GROUNDS[ground]}")
    rule = "nomad.flip_sail" if flipped else "benefit.sail" if a.verb == "benefit" else "sail.1"
    words = f"{flipped}sails to {name}{how}{price}"
    dice = () if flipped else means_moved(a, f"sail:{a.seat}")
    return line(a, words, rule, (f"ground:{GROUNDS[ground]}",), (*dice, moved, *flip_moved(a)))


def settles(a: TurnAnswer, number: int, how: str, price: str) -> Event:
    flipped, name = flip_words(a), W.island_name(a.state, number)
    dice = () if flipped else means_moved(a, island(number))
    rule = "nomad.flip_settle" if flipped else "settle.1"
    if W.is_for_islet(a.state, a.p):
        words = f"{flipped}settles from {name}{how}{price}: the third Settler goes to the islet"
        moved = Moved(f"settler:{a.seat}.islet", player_piece(a), "islet")
        return line(a, words, "settle.3", (island(number), "islet"), (*dice, moved, *flip_moved(a)))
    moved = Moved(settler(a, number), player_piece(a), island(number))
    words = f"{flipped}settles on {name}{how}{price}"
    return line(a, words, rule, (island(number),), (*dice, moved, *flip_moved(a)))


def recruits(a: TurnAnswer, number: int, how: str, price: str) -> Event:
    words = f"recruits {W.nomad_on(a.state, number)}{how}{price}"
    pieces = (nomad(a, a.state.nomad[number]), island(number))
    return line(a, words, "recruit.1", pieces, means_moved(a, island(number)))


def flip_words(a: TurnAnswer) -> str:
    number = int(a.state.doing) - A.NOMAD
    flips = a.step in (N.FLIP_SAIL, N.FLIP_SETTLE, N.COST, N.SPEND) and 0 <= number < A.N_NOMADS
    return f"flips {W.the_nomad(a.state, number)} and " if flips else ""


def flip_moved(a: TurnAnswer) -> Movements:
    """To the Traveller pile, when the line says so."""
    if not flip_words(a):
        return ()
    return (Moved(nomad(a, int(a.state.doing) - A.NOMAD), player_piece(a), f"travellers:{a.seat}"),)


def priced(goods: int) -> str:
    return f" for {W.goods_words(goods)}" if goods else ""


def paid(event: Event, a: TurnAnswer, goods: int) -> Event:
    """The same line with the goods that are paid."""
    moved = (*event.moved, *goods_moved(goods, player_piece(a), ""))
    return Event(event.words, event.rule, about=event.about, moved=moved)


def with_means(a: TurnAnswer) -> Event | None:
    """A die, a Settler or the Fisher's benefit; no line yet if a question that completes it follows."""
    state, done = a.state, exchange(a)
    if a.kind == TO_SAIL and not cost_waiting(state):
        ground = waiting_args(state, N.ARRIVE)[0] >> 4
        cost = int(state.kit.sail_fish) if state.side.far[a.p.ground] >> ground & 1 else 0
        return paid(sails(a, ground, means_words(a), priced(cost)), a, cost)  # paid when the ground was chosen
    if a.kind == TO_SETTLE and not done.owes:
        return paid(settles(a, a.place, means_words(a), priced(done.price)), a, done.price)
    if a.kind == TO_RECRUIT and not done.owes:
        return paid(recruits(a, a.place, means_words(a), priced(done.price)), a, done.price)
    if a.kind == TO_HARVEST and a.p.benefit != C.TWICE:
        return harvest_event(a, a.place, done.gives, means_words(a))
    if a.kind == TO_SPACE:
        place = f"space:{a.seat}.{a.place + 1}"
        words = f"gains {W.goods_words(done.gives)} from the {W.leader_name(state, a.p)}{means_words(a)}"
        moved = (*means_moved(a, place), *goods_moved(done.gives, "", player_piece(a)))
        return line(a, words, "space.1", (place,), moved)
    return None


def harvest_event(a: TurnAnswer, number: int, goods: int, how: str, rule: str = "harvest.1") -> Event:
    words = f"harvests {W.goods_words(goods)} on {W.island_name(a.state, number)}{how}"
    moved = (*means_moved(a, island(number)), *goods_moved(goods, island(number), player_piece(a)))
    return line(a, words, rule, (island(number),), moved)


def pays(a: TurnAnswer) -> Event:
    """Completes a Sail, a Settle or a Recruit that waits below."""
    done = exchange(a)
    price = priced(done.price) or " for nothing"
    if a.verb == "pay_without":
        price += f", {W.amount(1, a.n)} less with the {W.leader_name(a.state, a.p)}'s benefit"
    elif a.verb == "pay_any":
        price = f" for {W.any_goods(done.owes_any)}, with the {W.leader_name(a.state, a.p)}'s benefit"
    event = waits_below(a, means_words(a), price)
    if event is None:
        return paid(line(a, f"pays{price.removeprefix(' for')}", "storage.1"), a, done.price)
    if a.verb == "pay_any":  # the boat or the Settler moves with the last good
        return Event(event.words, event.rule, about=event.about, moved=tuple(m for m in event.moved if is_die(m)))
    return paid(event, a, done.price)


def waits_below(a: TurnAnswer, how: str = "", price: str = "") -> Event | None:
    """The action that goes on as soon as it is paid."""
    below = a.state.asks[a.state.depth - 2] if a.state.depth > 1 else 0
    tell = {N.ARRIVE: sails, N.PLACE_SETTLER: settles, N.RECRUITED: recruits}.get(int(step_of(below)))
    return tell(a, int(arg_of(below)) >> 4, how, price) if tell else None


def is_die(move: Moved) -> bool:
    return move.what.startswith("die:")


def spends(a: TurnAnswer) -> Event:
    moved = goods_moved(int(G.one(a.n)), player_piece(a), "")
    event = waits_below(a) if a.arg == 1 else None
    if event is not None:
        moved += tuple(move for move in event.moved if not is_die(move))
    return line(a, f"pays {W.amount(1, a.n)}", "benefit.equal", (), moved)


def flips(a: TurnAnswer) -> Event | None:
    """Where a flipped Nomad sails or settles; if there is a choice of goods, the payment tells it."""
    done = exchange(a)
    if done.owes:
        return None
    tell = sails if a.verb == "sail_to" else settles
    return paid(tell(a, a.n, "", priced(done.price)), a, done.price)


# ---- other actions


def harvest_twice_event(a: TurnAnswer) -> Event:
    if a.verb == "once":
        return harvest_event(a, a.arg, exchange(a).gives, means_words(a))
    return harvest_event(a, a.arg, exchange(a).gives, with_benefit(a), "benefit.twice")


def trades(a: TurnAnswer) -> Event:
    state, done, name = a.state, exchange(a), W.island_name(a.state, a.arg)
    by_trader = state.phase == 2
    who, how = (f"{a.who}'s Trader", "") if by_trader else (a.who, means_words(a))
    here = island(a.arg)
    if a.verb == "take":
        words = f"{who} takes {W.goods_words(done.gives)} from the market of {name}{how}"
        moved, rule = goods_moved(done.gives, here, player_piece(a)), "trade.3"
    else:
        how = with_benefit(a) if a.verb == "barter_with" else how
        words = f"{who} trades {W.goods_words(done.price)} for {W.goods_words(done.gives)} on {name}{how}"
        moved = goods_moved(done.price, player_piece(a), here) + goods_moved(done.gives, "", player_piece(a))
        rule = "benefit.equal" if a.verb == "barter_with" else "trade.2"
    rule = "leader.trader" if by_trader else rule
    return Event(words, rule, about=(player_piece(a), here), moved=(*means_moved(a, here), *moved))


def travels(a: TurnAnswer) -> Event:
    start, end = W.island_name(a.state, a.arg), W.island_name(a.state, a.n)
    moved = Moved(settler(a, a.arg), island(a.arg), island(a.n))
    how = ", exhausting it" if a.state.means == BY_SETTLER else means_words(a)
    words = f"moves a Settler from {start} to {end}{how}"
    return line(a, words, "travel.1", (island(a.n),), (*means_moved(a, island(a.arg)), moved))


def sell_event(a: TurnAnswer) -> Event:
    done, tile = exchange(a), a.state.kit.nomads[a.arg]
    what = W.goods_words(done.price) if a.verb == "sell" else W.any_goods(done.owes_any)
    how = with_benefit(a) if a.verb == "sell_any" else means_words(a)
    words = f"sells {what} through the {tile.name} for {W.points_won(done.points)}{how}"
    here = nomad(a, a.arg)
    moved = (
        *means_moved(a, here),
        *goods_moved(done.price, player_piece(a), ""),
        Moved("points", "", player_piece(a), done.points),
    )
    return line(a, words, "nomad.1", (here,), moved)


def gives(a: TurnAnswer) -> Event:
    done = exchange(a)
    words = f"gives {W.goods_words(done.price)} to {{{a.arg}}} and scores {W.points_won(done.points)}"
    moved = (
        *goods_moved(done.price, player_piece(a), f"player:{a.arg}"),
        Moved("points", "", player_piece(a), done.points),
    )
    return line(a, words, "leader.beggar", (f"player:{a.arg}",), moved)


def swaps(a: TurnAnswer) -> Event:
    state, one, other = a.state, a.arg, a.n
    first, second = state.nomad[one], state.nomad[other]
    words = f"{a.who}'s {W.leader_name(state, a.p)} swaps {W.nomad_on(state, one)} with {W.nomad_on(state, other)}"
    moved = (
        Moved(nomad(a, first), island(one), island(other)),
        Moved(nomad(a, second), island(other), island(one)),
    )
    return Event(words, "benefit.swap", about=(player_piece(a), nomad(a, first), nomad(a, second)), moved=moved)
