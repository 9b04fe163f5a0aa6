"""The Buildings: a card with its price and points, and the moments at which its effects are called.

A Building is a list of effects; each word of the vocabulary is a subclass of `Effect`, in a file of its own in words/.
The rows are in components/buildings-*.toml.  Numbers of cards in a game are slots (see state.py).
"""

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.state import BY_ITSELF

if TYPE_CHECKING:
    from skerry.core.answers import Event, Reason
    from skerry.games.nusfjord.buildings.fields import EffectFields
    from skerry.games.nusfjord.state import Nusfjord

# Moments.  The `amount` that comes with each is in brackets.
ON_BUILT: Final = 0  # this card has been paid for and placed
ON_GOLD_SPACE: Final = 1  # you carried out +1 gold (space or copy; no Elder)
ON_TRANSFER: Final = 2  # you carried out Transfer Reserve (goods taken out of the Reserve, lost wood included)
ON_SERVE: Final = 3  # you carried out Serve Fish (plates filled)
ON_BUILDING: Final = 4  # you built another Building (its letter: 1 A, 2 B, 3 C)
ON_ISSUE: Final = 5  # you carried out Issue a Share; the Share lies on the board, the gold is taken
ON_BUY: Final = 6  # you carried out Buy All Shares (Shares taken)
ON_DEFOREST: Final = 7  # you carried out Deforest; the wood is taken
ON_REFOREST: Final = 8  # you carried out Reforest
ON_THIN_OUT: Final = 9  # you carried out Thin Out; the wood is taken
ON_SHIP: Final = 10  # you carried out Build a Ship (Ships of that type on your track, the new one included)
ON_TAKE_ELDER: Final = 11  # an Elder joined your council, before acting
ON_USE_ELDER: Final = 12  # one of your Elders has acted
ON_FOREST_REMOVED: Final = 13  # a Forest left your board by any effect (Forests still on its double space)
ON_ELDER_CLEARED: Final = 14  # three fish left one of your Elders, in any phase
ON_PAID: Final = 15  # you paid for a Building or Ship, before it is placed (wood paid)
ON_SECOND_BUILD: Final = 16  # you built your second Building or Ship of this round (once per round)
ON_PASS: Final = 17  # you passed a turn
ON_FISHING_END: Final = 18  # the Fishing Phase is over, all fish have moved
ON_WORK_END: Final = (
    19  # the Work Phase is over, Workers still lie there (your Workers on Action board and copy spaces)
)
ON_OTHER_SHIP: Final = 20  # another player built a Ship
ON_OTHER_SERVE: Final = 21  # another player served fish (plates filled)
ON_OTHER_TRANSFER: Final = 22  # another player carried out Transfer Reserve
ON_USE: Final = 23  # Anytime and Once: the owner uses the card
ON_SCORING: Final = 24  # points in addition to the printed ones
N_MOMENTS: Final = 25

LETTER_A: Final = 0
LETTER_B: Final = 1
LETTER_C: Final = 2

IMMEDIATELY: Final = 0  # categories
WHENEVER: Final = 1
ANYTIME: Final = 2
ONCE: Final = 3
SPECIAL: Final = 4
VICTORY_POINTS: Final = 5

CARD_QUESTION: Final = 50  # step: a card asks its owner (questions.py)
CARD_EFFECT: Final = 51  # step that runs by itself: the next effect of a card
CARD_REACTION: Final = 52  # step that runs by itself: a card reacts after others have asked their questions


UNLIMITED: Final = 99
NO_COUNTS: Final = vec[i64]([])  # an empty list of things counted


@mypyc_attr(acyclic=True)
class Effect:
    """One clause of a card.  A word of the vocabulary overrides what it needs.

    `card` is packed: slot | place of the effect on its card << 6.  A question carries it, so that the answer reaches
    the effect that asked."""

    def __init__(self) -> None:
        self.word: str = ""  # as rows name it: the name of its file in words/
        self.when: list[str] = []  # the moments that the row names, see moments.py
        self.moments: i64 = 0  # when `happen` is called, as a set of moments
        # things counted, as (what, number) one after the other: see counts.py
        self.per: vec[i64] = NO_COUNTS
        self.need: vec[i64] = NO_COUNTS
        self.unless: vec[i64] = NO_COUNTS

    # ---- its row
    def read(self, row: "EffectFields") -> None:
        """Take the fields of the row; `when` is taken already."""
        raise NotImplementedError(self.word)

    def is_scoring(self) -> bool:
        """Does it only count at the end?  Then it has no `when`, and a Victory Points card may have it."""
        return False

    def is_standing(self) -> bool:
        """Does it change a rule from now on?  Then it has no `when`."""
        return False

    def is_usable(self) -> bool:
        """May an Anytime or Once card have it?  Then it has `can_use`, `use_refusal` and `way_words`."""
        return False

    def can_follow_others(self) -> bool:
        """May it wait for what other players do?  Such an effect asks nothing."""
        return False

    def can_be_limited(self) -> bool:
        """May a Whenever card limit how often it happens in a round?"""
        return False

    # ---- what it does
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
        """Do the others only see that its question is answered, not how?  Then it has `unseen_event`."""
        return False

    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        """Points at the end."""
        return 0

    def ask(self, state: "Nusfjord", seat: i64, card: i64, extra: i64 = 0) -> None:
        """Put a question of this effect on the stack."""
        state.ask(CARD_QUESTION, seat, card | (extra << 9))

    # ---- what is printed
    def rule(self) -> str:
        return f"card.{self.word}"

    def words(self) -> str:
        """What it does, for the sentence on the card: `gain 2 wood`."""
        raise NotImplementedError(self.word)

    def added_words(self, condition: str) -> str:
        """What it does on this condition, after an effect without one."""
        return f"{condition}, also {self.words()}"

    def gist(self) -> str:
        """The same as a picture: a few words and icons, `2{wood}`."""
        raise NotImplementedError(self.word)

    def face(self) -> dict[str, Any]:
        """The same as data: fields of EffectFace."""
        raise NotImplementedError(self.word)

    # ---- what it asks
    def question(self, extra: i64) -> str:
        """The words of its question."""
        raise NotImplementedError(self.word)

    def question_kind(self) -> str:
        """Which question it is, for programs."""
        raise NotImplementedError(self.word)

    def option_words(self, state: "Nusfjord", verb: str, n: i64) -> str:
        """The words of an answer, by verb and item; empty for the usual ones."""
        return ""

    def way_words(self) -> str:
        """Its words where the owner chooses which effect of a card to use."""
        raise NotImplementedError(self.word)

    def log_line(self, state: "Nusfjord", seat: i64, name: str, verb: str, n: i64, extra: i64) -> str:
        """An answer in the third person, by verb and item; empty where the notes that follow say it."""
        if verb == "no" or (verb == "amount" and n == 0) or (verb == "done" and extra == 0):
            return f"{{{seat}}} does not use {name}"
        return ""

    def unseen_event(self, seat: i64) -> "Event":
        """An answer as a line of the log for those who must not know it."""
        raise NotImplementedError(self.word)

    def notes_name_card(self) -> bool:
        """Do the notes of its use name the Building?  Then no line says that it is used."""
        return False

    # ---- what is refused
    def candidates(self, state: "Nusfjord", seat: i64, slot: i64, extra: i64) -> list[int]:
        """Answers to show, legal or not."""
        return []

    def refusal(self, state: "Nusfjord", seat: i64, slot: i64, extra: i64, action: i64) -> "Reason":
        """Why one of the candidates is not possible now."""
        raise NotImplementedError(self.word)

    def use_refusal(self, state: "Nusfjord", seat: i64, slot: i64) -> "Reason":
        """Why it cannot be used now."""
        raise NotImplementedError(self.word)

    # ---- what it is worth
    def worth(self, card: "Building") -> float:
        """VP by estimate, see estimates.py."""
        raise NotImplementedError(self.word)


NO_EFFECTS: Final = vec[Effect]()


@mypyc_attr(acyclic=True)
class Building:
    """A Building card; every engine call to it goes through `happen`, `can_use`, `use`, `build` and `bonus`."""

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
        self.number: i64 = 0  # printed; the hundreds are the deck: 101, 354
        self.moments: i64 = 0  # the union of its effects' moments
        self.uses: i64 = 0  # per round; Whenever: 0 for no limit
        self.standing: float = 0.0  # VP that it brings in a round by estimate, if it goes on working; for bots
        self.effects: vec[Effect] = NO_EFFECTS

    def add(self, effect: Effect) -> None:
        self.effects = append(self.effects, effect)
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
            self.effects[0].happen(state, seat, slot, ON_BUILT, 0)

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
            self.effects[only].happen(state, seat, slot | (only << 6), ON_USE, 0)
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
