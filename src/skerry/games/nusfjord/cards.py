"""The Buildings: a card with its price and points, and the moments at which its effects are called.

A Building is a list of effects; the words of the vocabulary are subclasses of `Effect` in effects/, one file per
kind of card.  The rows are in components/buildings-*.toml.  Numbers of cards in a game are slots (see state.py).
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.state import BY_ITSELF

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord

# Moments.  The `amount` that comes with each is in brackets.
BUILT: Final = 0  # this card has been paid for and placed
GOLD_SPACE: Final = 1  # you carried out +1 gold (space or copy; no Elder)
TRANSFER: Final = 2  # you carried out Transfer Reserve (goods taken out of the Reserve, lost wood included)
SERVE: Final = 3  # you carried out Serve Fish (plates filled)
BUILDING: Final = 4  # you built another Building (its letter: 1 A, 2 B, 3 C)
ISSUE: Final = 5  # you carried out Issue a Share; the Share lies on the board, the gold is taken
BUY: Final = 6  # you carried out Buy All Shares (Shares taken)
DEFOREST: Final = 7  # you carried out Deforest; the wood is taken
REFOREST: Final = 8  # you carried out Reforest
THIN_OUT: Final = 9  # you carried out Thin Out; the wood is taken
SHIP: Final = 10  # you carried out Build a Ship (Ships of that type on your track, the new one included)
TAKE_ELDER: Final = 11  # an Elder joined your council, before acting
USE_ELDER: Final = 12  # one of your Elders has acted
FOREST_REMOVED: Final = 13  # a Forest left your board by any effect (Forests still on its double space)
ELDER_CLEARED: Final = 14  # three fish left one of your Elders, in any phase
PAID: Final = 15  # you paid for a Building or Ship, before it is placed (wood paid)
SECOND_BUILD: Final = 16  # you built your second Building or Ship of this round (once per round)
PASS: Final = 17  # you passed a turn
FISHING_END: Final = 18  # the Fishing Phase is over, all fish have moved
WORK_END: Final = 19  # the Work Phase is over, Workers still lie there (your Workers on Action board and copy spaces)
OTHER_SHIP: Final = 20  # another player built a Ship
OTHER_SERVE: Final = 21  # another player served fish (plates filled)
OTHER_TRANSFER: Final = 22  # another player carried out Transfer Reserve
USE: Final = 23  # Anytime and Once: the owner uses the card
SCORING: Final = 24  # points in addition to the printed ones
N_MOMENTS: Final = 25

A: Final = 0  # letters
B: Final = 1
C: Final = 2

IMMEDIATELY: Final = 0  # categories
WHENEVER: Final = 1
ANYTIME: Final = 2
ONCE: Final = 3
SPECIAL: Final = 4
POINTS: Final = 5

CARD_QUESTION: Final = 50  # step: a card asks its owner (effects/questions.py)
CARD_EFFECT: Final = 51  # step that runs by itself: the next effect of a card
CARD_REACTION: Final = 52  # step that runs by itself: a card reacts after others have asked their questions


@mypyc_attr(acyclic=True)
class Effect:
    """One clause of a card.  The words of the vocabulary override what they need.

    `card` is packed: slot | place of the effect on its card << 6.  It finds its way back from a question."""

    def __init__(self) -> None:
        self.moments: i64 = 0  # when `happen` is called, as a set of moments

    def happen(self, state: "Nusfjord", seat: i64, card: i64, moment: i64, amount: i64) -> None:
        """One of its moments has come."""

    def can_use(self, state: "Nusfjord", seat: i64, card: i64) -> bool:
        """Anytime and Once: would a use be possible and change something?"""
        return False

    def options_into(self, state: "Nusfjord", seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """The answers to the question this effect put on the stack with `ask`, ascending."""
        return 0

    def answer(self, state: "Nusfjord", seat: i64, card: i64, extra: i64, action: i64) -> None:
        """The owner has answered."""

    def is_secret(self) -> bool:
        """Do the others only see that its question is answered, not how?"""
        return False

    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        """Points at the end."""
        return 0

    def ask(self, state: "Nusfjord", seat: i64, card: i64, extra: i64 = 0) -> None:
        """Put a question of this effect on the stack."""
        state.ask(CARD_QUESTION, seat, card | (extra << 9))


@mypyc_attr(acyclic=True)
class Building:
    """A Building card; every engine call to it goes through `happen`, `can_use`, `use` and `bonus`."""

    def __init__(
        self,
        letter: i64 = 0,
        category: i64 = 0,
        wood: i64 = 0,
        fish: i64 = 0,
        gold: i64 = 0,
        points: i64 = 0,
    ) -> None:
        self.letter: i64 = letter
        self.category: i64 = category
        self.wood: i64 = wood
        self.fish: i64 = fish
        self.gold: i64 = gold
        self.points: i64 = points  # printed
        self.star: bool = False  # a * is printed: the points depend on the effect, the printed ones are 0
        self.number: i64 = 0  # printed: 101 to 354
        self.moments: i64 = 0  # the union of its effects' moments
        self.uses: i64 = 0  # Anytime: uses per round
        self.standing: float = 0.0  # VP that it brings in a round by estimate, if it goes on working; for bots
        self.effects: list[Effect] = []

    def add(self, effect: Effect) -> None:
        self.effects.append(effect)
        self.moments |= effect.moments

    def happen(self, state: "Nusfjord", seat: i64, slot: i64, moment: i64, amount: i64) -> None:
        """Call the effects that wait for this moment, in the order printed."""
        for place in range(i64(len(self.effects))):
            effect = self.effects[place]
            if (effect.moments >> moment) & 1:
                effect.happen(state, seat, slot | (place << 6), moment, amount)

    def build(self, state: "Nusfjord", seat: i64, slot: i64) -> None:
        """The card has been placed: its effects follow one after the other, each when the one before is done."""
        place = i64(len(self.effects)) - 1
        while place > 0:
            if self.effects[place].moments & 1:
                state.then(CARD_EFFECT, slot | (place << 6) | (seat << 9))
            place -= 1
        if self.effects[0].moments & 1:
            self.effects[0].happen(state, seat, slot, BUILT, 0)

    def can_use(self, state: "Nusfjord", seat: i64, slot: i64) -> bool:
        """Anytime and Once: may the owner use it now?"""
        p = state.players[seat]
        if self.category == ONCE:
            if (p.turned >> slot) & 1:
                return False
        elif p.uses(slot) >= self.uses:
            return False
        for place in range(i64(len(self.effects))):
            if self.effects[place].can_use(state, seat, slot | (place << 6)):
                return True
        return False

    def use(self, state: "Nusfjord", seat: i64, slot: i64) -> None:
        """The owner uses it: a Once card is turned, an Anytime card counts the use of this round."""
        p = state.players[seat]
        if self.category == ONCE:
            p.turned |= bits.bit(slot)
        else:
            p.add_use(slot)
        ways: i64 = 0
        only: i64 = 0
        for place in range(i64(len(self.effects))):
            if self.effects[place].can_use(state, seat, slot | (place << 6)):
                ways += 1
                only = place
        if ways == 1:
            self.effects[only].happen(state, seat, slot | (only << 6), USE, 0)
        else:
            state.ask(CARD_QUESTION, seat, slot | (WHICH_WAY << 6))

    def bonus(self, state: "Nusfjord", seat: i64, slot: i64) -> i64:
        """Points at the end in addition to the printed ones."""
        total: i64 = 0
        for place in range(i64(len(self.effects))):
            total += self.effects[place].points(state, seat, slot | (place << 6))
        return total


WHICH_WAY: Final = 7  # the place of an effect in a question that asks which effect to use


def happen(state: "Nusfjord", seat: i64, moment: i64, amount: i64 = 0) -> None:
    """Tell the Buildings of a player that a moment has come; those that do not wait for it are skipped."""
    mask = state.players[seat].built & state.deck.mask[moment]
    if mask == 0:
        return
    if mask & (mask - 1) == 0:
        slot = bits.lowest(mask)
        state.deck.cards[slot].happen(state, seat, slot, moment, amount)
    else:
        in_turn(state, seat, mask, moment, amount)


def in_turn(state: "Nusfjord", seat: i64, mask: i64, moment: i64, amount: i64) -> None:
    """Several cards react, by their numbers.  When one asks its owner something, the others wait.  §card.2"""
    in_order = not state.kit.first_rules
    while mask != 0:
        slot = state.deck.first_of(mask) if in_order else bits.lowest(mask)
        mask &= ~bits.bit(slot)
        depth = state.depth
        state.deck.cards[slot].happen(state, seat, slot, moment, amount)
        if state.depth > depth and mask != 0 and in_order:
            wait(state, depth, mask, seat << 6 | moment << 10 | amount << 15)
            return


def wait(state: "Nusfjord", depth: i64, mask: i64, event: i64) -> None:
    """Put the reactions of these cards under the questions that have been asked above `depth`."""
    asked = state.asks[depth : state.depth]
    waiting = bits.count(mask)
    state.depth = depth + waiting
    while mask != 0:
        slot = state.deck.first_of(mask)
        mask &= ~bits.bit(slot)
        waiting -= 1
        state.asks[depth + waiting] = CARD_REACTION | BY_ITSELF | (slot | event) << 12
    for ask in asked:
        state.asks[state.depth] = ask
        state.depth += 1


def happen_to_others(state: "Nusfjord", seat: i64, moment: i64, amount: i64 = 0) -> None:
    """Tell the Buildings of all other players, clockwise."""
    for k in range(i64(1), state.seats):
        happen(state, (seat + k) % state.seats, moment, amount)
