"""The notes of a state as lines of the log."""

from collections.abc import Callable

from skerry.core.game import Event
from skerry.games.tungaru import state as N
from skerry.games.tungaru.state import ISLET, Tungaru
from skerry.games.tungaru.steps.leaders import IMMUNE, NOTHING, TO_THE_OTHER
from skerry.games.tungaru.text.words import goods_words, ground_name, island_name, nomad_short

Note = tuple[int, int, int, int]


def no_gift(state: Tungaru, who: str, beggar: int, why: int) -> str:
    if why == IMMUNE:
        return f"{who} is immune to {{{beggar}}}'s Beggar"
    if why == NOTHING:
        return f"{who} has nothing to give to {{{beggar}}}"
    return f"{who} does not give to {{{beggar}}} but to the other Beggar"


def settled(state: Tungaru, who: str, place: int, _: int) -> str:
    if place == ISLET:
        return f"{who}'s third Settler lies on the islet"
    return f"{who} has a Settler on {island_name(state, place)}"


def fish_stored(state: Tungaru, who: str, fits: int, _: int) -> str:
    if fits:
        return f"{who} moves the Fisher's Fish to the storage"
    return f"{who} has no room for the Fisher's Fish: 1 good is returned"


def stalled(state: Tungaru, who: str, quiet: int, _: int) -> str:
    if not state.nomads:
        return "No island has a Nomad left: the game ends"
    return f"Nobody has recruited for {quiet} rounds: the game ends"


def recruited(state: Tungaru, who: str, nomad: int, face_up: int) -> str:
    where = "face up" if face_up else "for the Traveller pile"
    return f"{who} has recruited {nomad_short(state, nomad)}, {where}"


WORDS: dict[int, tuple[str, Callable[[Tungaru, str, int, int], str]]] = {
    N.NOTE_ROUND: ("round.1", lambda s, who, a, b: f"Round {a} begins; {who} is the starting player"),
    N.NOTE_INCOME: ("roll.2", lambda s, who, a, b: f"{who}'s Nomads bring {goods_words(a)}"),
    N.NOTE_LEADER: ("leader.1", lambda s, who, a, b: f"{who} shows the {s.kit.leaders[a].name}"),
    N.NOTE_FISH: ("leader.fisher", lambda s, who, a, b: f"{who}'s Fisher catches 1 Fish"),
    N.NOTE_GIFT: ("leader.beggar", lambda s, who, a, b: f"{who} gives it to {{{a}}} and scores {b} VP"),
    N.NOTE_NO_GIFT: ("leader.beggar", no_gift),
    N.NOTE_NO_TRADE: ("leader.trader", lambda s, who, a, b: f"{who}'s Trader finds nothing to trade"),
    N.NOTE_SETTLED: ("settle.1", settled),
    N.NOTE_QUIET: ("end.2", lambda s, who, a, b: f"Rounds without a recruit: {a}; after {b} the game ends"),
    N.NOTE_EXPIRED: ("recruit.6", lambda s, who, a, b: f"{who}'s reservation of {nomad_short(s, a)} ends"),
    N.NOTE_MOVED_MONUMENT: (
        "recruit.6",
        lambda s, who, a, b: f"{who}'s reservation Monument moves to {island_name(s, a)}",
    ),
    N.NOTE_LOOSE: ("recruit.6", lambda s, who, a, b: f"{who} keeps the reservation Monument: the island has no room"),
    N.NOTE_RECRUITED: ("recruit.4", recruited),
    N.NOTE_NO_REFILL: ("recruit.5", lambda s, who, a, b: f"{island_name(s, a)} stays without a Nomad"),
    N.NOTE_SOLD: ("nomad.1", lambda s, who, a, b: f"{who} scores {b} VP for the sale"),
    N.NOTE_BENEFIT: ("benefit.1", lambda s, who, a, b: f"{who} has used the Leader's benefit of this round"),
    N.NOTE_LAST_ROUND: ("end.1", lambda s, who, a, b: "No Nomad is left to migrate: this is the last round"),
    N.NOTE_FISH_STORED: ("leader.fisher", fish_stored),
    N.NOTE_START: ("cleanup.3", lambda s, who, a, b: f"{who}'s Chief takes the starting player token"),
    N.NOTE_PASSED_ON: ("cleanup.4", lambda s, who, a, b: f"{who} passes the {s.kit.leaders[a].name} to {{{b}}}"),
    N.NOTE_END: ("end.1", lambda s, who, a, b: "The last round is over"),
    N.NOTE_STALL: ("end.2", stalled),
    N.NOTE_ARRIVED: ("sail.1", lambda s, who, a, b: f"{who} anchors at {ground_name(s, a)}"),
    N.NOTE_TILE: (
        "setup.9",
        lambda s, who, a, b: f"One good cannot be harvested: {island_name(s, a)} gets another tile",
    ),
    N.NOTE_REWARD: ("recruit.3", lambda s, who, a, b: f"{who} gets {goods_words(a)} from the Culture track"),
    N.NOTE_PAID: ("storage.1", lambda s, who, a, b: f"{who} pays {goods_words(a)}"),
}


def paid_rule(state: Tungaru, cost: int, follows: int) -> str | None:
    """A Settler that costs something else is one of a flipped Nomad."""
    if follows == N.PLACE_SETTLER:
        return "settle.2" if cost == state.kit.settle_fish else "nomad.flip_settle"
    return {N.ARRIVE: "sail.2", N.RECRUITED: "recruit.1"}.get(follows)


# where the § mark depends on the case; None: as above
RULES: dict[int, Callable[[Tungaru, int, int], str | None]] = {
    N.NOTE_NO_GIFT: lambda s, beggar, why: {IMMUNE: "leader.immune", TO_THE_OTHER: "leader.between"}.get(why),
    N.NOTE_SETTLED: lambda s, place, _: "settle.3" if place == ISLET else None,
    N.NOTE_PAID: paid_rule,
}


def event(state: Tungaru, note: Note) -> Event:
    kind, seat, a, b = note
    rule, words = WORDS[kind]
    special = RULES[kind](state, a, b) if kind in RULES else None
    return Event(words(state, f"{{{seat}}}", a, b), special or rule)
