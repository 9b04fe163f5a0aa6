"""The actions of a turn as lines of the log: each is told once, by the decision that completes it."""

from skerry.core.game import Event, Moved
from skerry.core.state import arg_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import GOODS, GROUNDS
from skerry.games.tungaru.state import BY_BENEFIT, BY_SETTLER
from skerry.games.tungaru.steps.turns import TO_HARVEST, TO_RECRUIT, TO_SAIL, TO_SETTLE, TO_SPACE, wanted_faces
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.asked import Asked, cost_waiting, deal
from skerry.games.tungaru.text.labels import die_words
from skerry.games.tungaru.text.terms import Pieces, island, nomad, settler
from skerry.games.tungaru.view.action import waiting
from skerry.games.tungaru.view.dice import last_die, unused_die

Moves = tuple[Moved, ...]


def line(a: Asked, words: str, rule: str, about: Pieces = (), moved: Moves = ()) -> Event:
    """What a player does."""
    return Event(f"{a.who} {words}", rule, about=(player(a), *about), moved=moved)


def player(a: Asked) -> str:
    return f"player:{a.seat}"


def goods_moved(goods: int, start: str, end: str) -> Moves:
    return tuple(
        Moved(GOODS[good], start, end, int(G.of(goods, good))) for good in range(G.N_GOODS) if G.of(goods, good)
    )


# ---- what pays for an action


def means(a: Asked) -> str:
    """` with a 5`; chosen now or before."""
    if a.verb == "die":
        wanted = int(wanted_faces(a.state, a.p, a.kind, a.place))
        return f" with {die_words(a.n + 1, int(a.p.shift), wanted)}"
    code = {"settler": BY_SETTLER, "benefit": BY_BENEFIT}.get(a.verb, int(a.state.means))
    if code == BY_SETTLER:
        return " by exhausting a Settler"
    if code == BY_BENEFIT:
        return f" with the {W.leader_of(a.state, a.p)}'s benefit"
    return f" with a {code}" if code else ""


def means_moved(a: Asked, place: str) -> Moves:
    """The die that is placed."""
    if a.verb == "die":
        return (Moved(unused_die(a.state, a.seat, a.n + 1), player(a), place),)
    if 0 < a.state.means < BY_SETTLER:
        return (Moved(last_die(a.state, a.seat, int(a.state.means)), player(a), place),)
    return ()


def with_benefit(a: Asked) -> str:
    """What pays, and the Leader's benefit."""
    how = means(a)
    joint = " and" if how.startswith(" with") else " and with" if how else " with"
    return f"{how}{joint} the {W.leader_of(a.state, a.p)}'s benefit"


# ---- actions that cost goods: told by the die, or by how they are paid if a benefit leaves a choice


def sails(a: Asked, ground: int, how: str, price: str) -> Event:
    flipped = flip_words(a)
    name = W.anchorage(a.state, ground)
    moved = Moved(f"boat:{a.seat}", f"ground:{GROUNDS[a.p.ground]}", f"ground:{GROUNDS[ground]}")
    rule = "nomad.flip_sail" if flipped else "benefit.sail" if a.verb == "benefit" else "sail.1"
    words = f"{flipped}sails to {name}{how}{price}"
    dice = () if flipped else means_moved(a, f"sail:{a.seat}")
    return line(a, words, rule, (f"ground:{GROUNDS[ground]}",), (*dice, moved, *flip_moved(a)))


def settles(a: Asked, number: int, how: str, price: str) -> Event:
    flipped, name = flip_words(a), W.island_name(a.state, number)
    dice = () if flipped else means_moved(a, island(number))
    rule = "nomad.flip_settle" if flipped else "settle.1"
    if W.is_for_islet(a.state, a.p):
        words = f"{flipped}settles from {name}{how}{price}: the third Settler goes to the islet"
        moved = Moved(f"settler:{a.seat}.islet", player(a), "islet")
        return line(a, words, "settle.3", (island(number), "islet"), (*dice, moved, *flip_moved(a)))
    moved = Moved(settler(a, number), player(a), island(number))
    words = f"{flipped}settles on {name}{how}{price}"
    return line(a, words, rule, (island(number),), (*dice, moved, *flip_moved(a)))


def recruits(a: Asked, number: int, how: str, price: str) -> Event:
    words = f"recruits {W.nomad_on(a.state, number)}{how}{price}"
    pieces = (nomad(a, a.state.nomad[number]), island(number))
    return line(a, words, "recruit.1", pieces, means_moved(a, island(number)))


def flip_words(a: Asked) -> str:
    number = int(a.state.doing) - A.NOMAD
    flips = a.step in (N.FLIP_SAIL, N.FLIP_SETTLE, N.COST, N.SPEND) and 0 <= number < A.N_NOMADS
    return f"flips {W.the_nomad(a.state, number)} and " if flips else ""


def flip_moved(a: Asked) -> Moves:
    """To the Traveller pile, when that is told."""
    if not flip_words(a):
        return ()
    return (Moved(nomad(a, int(a.state.doing) - A.NOMAD), player(a), f"travellers:{a.seat}"),)


def priced(goods: int) -> str:
    return f" for {W.goods_words(goods)}" if goods else ""


def paid(event: Event, a: Asked, goods: int) -> Event:
    """The same line with the goods that are paid."""
    moved = (*event.moved, *goods_moved(goods, player(a), ""))
    return Event(event.words, event.rule, about=event.about, moved=moved)


def with_means(a: Asked) -> Event | None:
    """A die, a Settler or the Fisher's benefit; nothing is told yet if a question follows that completes it."""
    state, done = a.state, deal(a)
    if a.kind == TO_SAIL and not cost_waiting(state):
        ground = waiting(state, N.ARRIVE)[0] >> 4
        cost = int(state.kit.sail_fish) if state.side.far[a.p.ground] >> ground & 1 else 0
        return paid(sails(a, ground, means(a), priced(cost)), a, cost)  # paid when the ground was chosen
    if a.kind == TO_SETTLE and not done.owes:
        return paid(settles(a, a.place, means(a), priced(done.price)), a, done.price)
    if a.kind == TO_RECRUIT and not done.owes:
        return paid(recruits(a, a.place, means(a), priced(done.price)), a, done.price)
    if a.kind == TO_HARVEST and a.p.benefit != C.TWICE:
        return harvests(a, a.place, done.gives, means(a))
    if a.kind == TO_SPACE:
        place = f"space:{a.seat}.{a.place + 1}"
        words = f"gains {W.goods_words(done.gives)} from the {W.leader_of(state, a.p)}{means(a)}"
        moved = (*means_moved(a, place), *goods_moved(done.gives, "", player(a)))
        return line(a, words, "space.1", (place,), moved)
    return None


def harvests(a: Asked, number: int, goods: int, how: str, rule: str = "harvest.1") -> Event:
    words = f"harvests {W.goods_words(goods)} on {W.island_name(a.state, number)}{how}"
    moved = (*means_moved(a, island(number)), *goods_moved(goods, island(number), player(a)))
    return line(a, words, rule, (island(number),), moved)


def pays(a: Asked) -> Event:
    """Completes a Sail, a Settle or a Recruit that waits below."""
    done = deal(a)
    price = priced(done.price) or " for nothing"
    if a.verb == "pay_without":
        price += f", {W.amount(1, a.n)} less with the {W.leader_of(a.state, a.p)}'s benefit"
    elif a.verb == "pay_any":
        price = f" for {W.any_goods(done.owes_any)}, with the {W.leader_of(a.state, a.p)}'s benefit"
    event = waits_below(a, means(a), price)
    if event is None:
        return paid(line(a, f"pays{price.removeprefix(' for')}", "storage.1"), a, done.price)
    if a.verb == "pay_any":  # the boat or the Settler moves with the last good
        return Event(event.words, event.rule, about=event.about, moved=tuple(m for m in event.moved if is_die(m)))
    return paid(event, a, done.price)


def waits_below(a: Asked, how: str = "", price: str = "") -> Event | None:
    """The action that goes on as soon as it is paid."""
    below = a.state.asks[a.state.depth - 2] if a.state.depth > 1 else 0
    tell = {N.ARRIVE: sails, N.PLACE_SETTLER: settles, N.RECRUITED: recruits}.get(int(step_of(below)))
    return tell(a, int(arg_of(below)) >> 4, how, price) if tell else None


def is_die(move: Moved) -> bool:
    return move.what.startswith("die:")


def spends(a: Asked) -> Event:
    moved = goods_moved(int(G.one(a.n)), player(a), "")
    event = waits_below(a) if a.arg == 1 else None
    if event is not None:
        moved += tuple(move for move in event.moved if not is_die(move))
    return line(a, f"pays {W.amount(1, a.n)}", "benefit.equal", (), moved)


def flips(a: Asked) -> Event | None:
    """Where a flipped Nomad sails or settles; if there is a choice of goods, the payment tells it."""
    done = deal(a)
    if done.owes:
        return None
    tell = sails if a.verb == "sail_to" else settles
    return paid(tell(a, a.n, "", priced(done.price)), a, done.price)


# ---- other actions


def twice(a: Asked) -> Event:
    if a.verb == "once":
        return harvests(a, a.arg, deal(a).gives, means(a))
    return harvests(a, a.arg, deal(a).gives, with_benefit(a), "benefit.twice")


def trades(a: Asked) -> Event:
    state, done, name = a.state, deal(a), W.island_name(a.state, a.arg)
    by_trader = state.phase == 2
    who, how = (f"{a.who}'s Trader", "") if by_trader else (a.who, means(a))
    here = island(a.arg)
    if a.verb == "take":
        words = f"{who} takes {W.goods_words(done.gives)} from the market of {name}{how}"
        moved, rule = goods_moved(done.gives, here, player(a)), "trade.3"
    else:
        how = with_benefit(a) if a.verb == "barter_with" else how
        words = f"{who} trades {W.goods_words(done.price)} for {W.goods_words(done.gives)} on {name}{how}"
        moved = goods_moved(done.price, player(a), here) + goods_moved(done.gives, "", player(a))
        rule = "benefit.equal" if a.verb == "barter_with" else "trade.2"
    rule = "leader.trader" if by_trader else rule
    return Event(words, rule, about=(player(a), here), moved=(*means_moved(a, here), *moved))


def travels(a: Asked) -> Event:
    start, end = W.island_name(a.state, a.arg), W.island_name(a.state, a.n)
    moved = Moved(settler(a, a.arg), island(a.arg), island(a.n))
    how = ", exhausting it" if a.state.means == BY_SETTLER else means(a)
    words = f"moves a Settler from {start} to {end}{how}"
    return line(a, words, "travel.1", (island(a.n),), (*means_moved(a, island(a.arg)), moved))


def sells(a: Asked) -> Event:
    done, tile = deal(a), a.state.kit.nomads[a.arg]
    what = W.goods_words(done.price) if a.verb == "sell" else W.any_goods(done.owes_any)
    how = with_benefit(a) if a.verb == "sell_any" else means(a)
    words = f"sells {what} through the {tile.name} for {W.points(done.points)}{how}"
    here = nomad(a, a.arg)
    moved = (
        *means_moved(a, here),
        *goods_moved(done.price, player(a), ""),
        Moved("points", "", player(a), done.points),
    )
    return line(a, words, "nomad.1", (here,), moved)


def gives(a: Asked) -> Event:
    done = deal(a)
    words = f"gives {W.goods_words(done.price)} to {{{a.arg}}} and scores {W.points(done.points)}"
    moved = (*goods_moved(done.price, player(a), f"player:{a.arg}"), Moved("points", "", player(a), done.points))
    return line(a, words, "leader.beggar", (f"player:{a.arg}",), moved)


def swaps(a: Asked) -> Event:
    state, one, other = a.state, a.arg, a.n
    first, second = state.nomad[one], state.nomad[other]
    words = f"{a.who}'s {W.leader_of(state, a.p)} swaps {W.nomad_on(state, one)} with {W.nomad_on(state, other)}"
    moved = (
        Moved(nomad(a, first), island(one), island(other)),
        Moved(nomad(a, second), island(other), island(one)),
    )
    return Event(words, "benefit.swap", about=(player(a), nomad(a, first), nomad(a, second)), moved=moved)
