"""`action`: a board action without a Worker, with a twist."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.estimates import ACTION_WORTH, goods_value, occurrences
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, carry_out

# by kind of action, see actions.py: the name in `do`, words, picture
BOARD_ACTIONS: Final = [
    ("gold", "take +1 gold", "+1 gold"),
    ("transfer", "Transfer Reserve", "Transfer"),
    ("serve", "Serve Fish", "Serve"),
    ("building", "Build a Building", "Build"),
    ("issue", "Issue a Share", "Issue"),
    ("buy", "Buy All Shares", "Buy Shares"),
    ("deforest", "Deforest", "Deforest"),
    ("reforest", "Reforest", "Reforest"),
    ("thin_out", "Thin Out", "Thin Out"),
    ("ship", "Build a Ship", "Build a Ship"),
    ("elder", "Take an Elder", "Take an Elder"),
    ("copy", "use any blocked space of the Action board", "Use a blocked space"),
    ("use_elder", "use one of your Elders without placing a Worker", "Use an Elder"),
]
BOARD_ACTION_NAMES: Final = tuple([name for name, _, _ in BOARD_ACTIONS])
# those that do not go on without end as a reaction
REACTIONS: Final = (
    "serve",
    "building",
    "issue",
    "buy",
    "deforest",
    "reforest",
    "thin_out",
    "ship",
    "elder",
    "transfer",
)
BOARD_ACTION_WORTH: Final = {"use_elder": 1.5, "building": 1.4, "issue": 2.2, "buy": 1.5, "serve": 1.8, "reforest": 1.2}


@final
@mypyc_attr(acyclic=True)
class ActionEffect(Effect):
    """The owner may carry out a board action at once, by all its rules and at its price.  §card.action"""

    def __init__(self) -> None:
        super().__init__()
        self.kind: i64 = 0
        self.twist: i64 = 0  # the argument of the action: a lower price, a limit
        self.otherwise: Goods = Goods()  # for an owner who does not
        # what the twist is made of
        self.wood_off: i64 = 0  # building, ship
        self.hand_wood_off: i64 = 0  # building from the hand: instead of wood_off
        self.gold_off: i64 = 0  # schooner paid with gold, buy
        self.plate_price: i64 = 0  # serve: fish for each plate
        self.plates: i64 = 0  # serve: at most
        self.issue_gold: i64 = 0  # issue: gold taken

    def read(self, row: EffectFields) -> None:
        do = row.required_choice("do", BOARD_ACTION_NAMES)
        self.kind = BOARD_ACTION_NAMES.index(do)
        self.wood_off = row.number("wood_off", 0, 15)
        self.hand_wood_off = row.number("hand_wood_off", 0, 15)
        self.gold_off = row.number("gold_off", 0, 15)
        self.plate_price = row.number("plate_price", 0, 15)
        self.plates = row.number("plates", 0, 15)
        self.issue_gold = row.number("issue_gold", 0, 15)
        self.otherwise = row.goods("otherwise")
        self.twist = self.packed()
        if self.when and (do not in REACTIONS or do in self.when):
            others = ", ".join([other for other in REACTIONS if other not in self.when])
            row.fail(f"{do} in reaction could go on without end; allowed are: {others}")

    def packed(self) -> i64:
        """The twist as steps/actions.py reads it."""
        if self.kind == A.K_BUILDING:
            return self.wood_off | max(0, self.hand_wood_off - self.wood_off) << 4
        if self.kind == A.K_SHIP:
            return self.wood_off | self.gold_off << 4
        if self.kind == A.K_SERVE:
            return self.plate_price << 8 | self.plates << 12
        return self.issue_gold if self.kind == A.K_ISSUE else self.gold_off

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if can_do(state, seat, self.kind, self.twist):
            self.ask(state, seat, card)
        else:
            self.otherwise.give(state, seat, card & 63, 1)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        if not can_do(state, seat, self.kind, self.twist):  # something else came in between
            out[0] = A.NO
            return 1
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.YES:
            carry_out(state, seat, self.kind, self.twist)
        else:
            self.otherwise.give(state, seat, card & 63, 1)

    # ---- what is printed
    def kind_name(self) -> str:
        return BOARD_ACTIONS[self.kind][0]

    def kind_words(self) -> str:
        return BOARD_ACTIONS[self.kind][1]

    def words(self) -> str:
        do = self.kind_name()
        said = f"you may {self.kind_words()}"
        if not self.when and do != "use_elder":
            said += " at once"
        if self.wood_off:
            said += f" for {self.wood_off} wood less"
        if self.hand_wood_off:
            said += f" ({self.hand_wood_off} wood less if it comes from your hand)"
        if self.gold_off and do == "ship":
            said += f" (or {self.gold_off} gold less if you pay gold for a schooner)"
        elif self.gold_off:
            said += f" for {self.gold_off} gold less"
        limits = [f"at most {self.plates} plates"] if self.plates else []
        if self.plate_price:
            limits.append(f"{self.plate_price} fish each")
        if limits:
            said += f" ({', '.join(limits)})"
        if self.issue_gold:
            said += f", but you gain only {self.issue_gold} gold"
        other = self.otherwise.gain_words()
        return f"{said}; if you do not, {other}" if other else said

    def gist(self) -> str:
        said = BOARD_ACTIONS[self.kind][2]
        if self.wood_off:
            said += f", {self.wood_off}{{wood}} less"
        if self.hand_wood_off:
            said += f" (hand: {self.hand_wood_off})"
        if self.gold_off:
            said += f", {self.gold_off}{{gold}} less"
        if self.plates:
            said += f" {self.plates} plates"
        if self.plate_price:
            said += f", {self.plate_price}{{fish}} each"
        if self.issue_gold:
            said += f", gain {self.issue_gold}{{gold}}"
        other = self.otherwise.gist()
        return f"{said} or {other}" if other else said

    def face(self) -> dict[str, Any]:
        off = {"wood": int(self.wood_off), "hand_wood": int(self.hand_wood_off), "gold": int(self.gold_off)}
        return {
            "do": self.kind_name(),
            "off": {good: n for good, n in off.items() if n},
            "pay": Goods(0, self.plate_price).amounts(),
            "most": int(self.plates),
            "gain": Goods(0, 0, self.issue_gold).amounts(),
            "instead": self.otherwise.amounts(),
        }

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return f"do you want to {self.kind_words()} now?"

    def question_kind(self) -> str:
        return "card_action"

    def option_words(self, state: Nusfjord, verb: str, n: i64) -> str:
        other = self.otherwise.gain_words() if verb == "no" else ""
        return f"no; {other} instead" if other else ""

    def log_line(self, state: Nusfjord, seat: i64, name: str, verb: str, n: i64, extra: i64) -> str:
        if verb == "yes":
            return f"{{{seat}}} uses {name} to {self.kind_words().replace('your', 'their')}"
        return super().log_line(state, seat, name, verb, n, extra)

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.YES, A.NO]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "this action is not possible now")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        from_hand = max(0, self.hand_wood_off - self.wood_off)
        off = 0.5 * float(self.wood_off) + 0.25 * float(from_hand) + 0.3 * float(self.gold_off)
        if self.plate_price:
            off += 0.3
        if self.issue_gold:
            off -= 1.0
        base = BOARD_ACTION_WORTH.get(self.kind_name(), ACTION_WORTH) + 0.3 * goods_value(self.otherwise)
        return (base + off) * occurrences(card, self)
