"""Words: questions, actions, log lines, the outline, the score sheet."""

from skerry.core.game import Event, Item, Question, ScoreLine, Section
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank import actions as A
from skerry.games._blank import scoring
from skerry.games._blank import state as N
from skerry.games._blank.state import BEGINNER, DEAL, GULL, POOL, TIDE, Blank
from skerry.games._blank.view import POOLS, TIDES, PlayerView, View

EFFECT_WORDS = {
    "Gain": "take {n} from the supply",
    "Toll": "each other player gives you {n}",
    "Gather": "+{n} whenever you gather",
    "Alone": "+{n} whenever you are alone at a pool",
    "Collect": "scores {n} for each other card before you",
}


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def shells(n: int) -> str:
    return count(n, "Shell")


def card_words(state: Blank, card: int) -> str:
    """What a card costs and does, in one line."""
    row = state.kit.cards[card]
    effect = EFFECT_WORDS[type(row).__name__].format(n=row.amount)
    return f"costs {row.cost}; {effect}; {count(row.points, 'point')}"


def question(state: Blank) -> Question:
    ask = state.ask_now()
    step, seat = step_of(ask), seat_of(ask)
    if step == BEGINNER:
        return Question("Who begins?", "setup.3")
    if step == TIDE:
        return Question("How high is the tide?", "tide.1")
    if step == DEAL:
        return Question(f"Which card does {{{arg_of(ask)}}} draw?", "turn.3")
    if step == POOL:
        return Question(f"{{{seat}}}, choose a pool in secret", "pool.1")
    if step == GULL:
        return Question("Where does the gull land?", "pool.3")
    return Question(f"{{{seat}}}, gather, draw, play a card or rest", "turn.1")


def label(state: Blank, action: int) -> str:
    if action < A.TIDE:
        return f"{{{action - A.BEGIN}}} begins"
    if action < A.DEAL:
        tide = action - A.TIDE
        return f"The tide is {TIDES[tide]}: a gatherer finds {shells(state.kit.tide_shells[tide])}"
    if action < A.GATHER:
        return f"{{{arg_of(state.ask_now())}}} draws {state.kit.names[action - A.DEAL]}"
    p = state.players[seat_of(state.ask_now())] if action < A.GULL else state.players[0]
    if action == A.GATHER:
        return f"Gather {shells(min(state.supply, state.gather_yield(p)))}"
    if action == A.DRAW:
        return f"Draw a card for {shells(state.kit.draw_cost)}"
    if action < A.REST:
        card = action - A.PLAY
        return f"Play {state.kit.names[card]} ({card_words(state, card)})"
    if action == A.REST:
        return "Rest"
    if action < A.GULL:
        pool = action - A.HIDE
        alone, shared = state.kit.pool_alone[pool], state.kit.pool_shared[pool]
        return f"Go to the {POOLS[pool]} pool ({alone} alone, {shared} shared)"
    return f"The gull lands at the {POOLS[action - A.GULL]} pool"


def label_unseen(state: Blank) -> str:
    ask = state.ask_now()
    if step_of(ask) == DEAL:
        return f"{{{arg_of(ask)}}} draws a card"
    return "Choose a pool, face down"


def event(state: Blank, note: tuple[int, int, int, int]) -> Event:
    kind, seat, a, b = note
    if kind == N.NOTE_TIDE:
        return Event(f"Round {a} of {state.kit.tides} begins; {{{state.first}}} goes first", "tide.1")
    if kind == N.NOTE_GAIN:
        return Event(f"{{{seat}}} takes {shells(a)} from the supply", "card.gain")
    if kind == N.NOTE_GIVE:
        return Event(f"{{{seat}}} gives {shells(a)} to {{{b}}}", "card.toll")
    if kind == N.NOTE_POOL:
        return Event(f"{{{seat}}} is at the {POOLS[a]} pool and finds {shells(b)}", "pool.2")
    if kind == N.NOTE_DRAWN:
        return Event(f"{state.kit.names[a]}: {card_words(state, a)}", "turn.3", 1 << seat)
    return Event("The last tide is over", "end.1")


def outline(view: View) -> list[Section]:
    table = [
        Item("Round", f"{view.round} of {view.rounds}"),
        Item("Tide", view.tide),
        Item("First player", f"{{{view.first}}}"),
        Item("Supply", shells(view.supply)),
        Item("Deck", count(view.deck, "card")),
    ]
    if view.gull is not None:
        table.append(Item("Gull", f"at the {view.gull} pool"))
    return [Section("Table", table), *(player_section(seat, p) for seat, p in enumerate(view.players))]


def player_section(seat: int, p: PlayerView) -> Section:
    hand = count(p.hand_size, "card") if p.hand is None else ", ".join(p.hand) or "empty"
    pool = p.pool or ("chosen, face down" if p.has_chosen else "not chosen")
    items = [
        Item("Shells", str(p.shells)),
        Item("Hand", hand),
        Item("In front", ", ".join(p.played) or "nothing"),
        Item("Pool", pool),
    ]
    return Section(f"{{{seat}}}", items, seat)


def breakdown(state: Blank) -> list[ScoreLine]:
    """Nothing that scores is hidden: cards in hand do not."""
    players = state.players
    return [
        ScoreLine("Shells", [scoring.shell_points(state.kit, p) for p in players], "score.1"),
        ScoreLine("Cards", [scoring.card_points(state.kit, p) for p in players], "score.2"),
        ScoreLine("Collections", [scoring.bonus_points(state.kit, p) for p in players], "card.collect"),
    ]


def taking(state: Blank, action: int) -> str | None:
    """Playing a card is what statistics count."""
    return state.kit.names[action - A.PLAY] if A.PLAY <= action < A.PLAY + A.N_CARDS else None
