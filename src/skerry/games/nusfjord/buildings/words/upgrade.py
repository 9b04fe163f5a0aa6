"""`upgrade`: Ships for the next larger type."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_USE, Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.estimates import goods_value
from skerry.games.nusfjord.state import Nusfjord, pack_goods
from skerry.games.nusfjord.steps.ships import can_upgrade, upgrade


@final
@mypyc_attr(acyclic=True)
class UpgradeEffect(Effect):
    """A Ship makes room for the next larger type; this is not Build a Ship.  §card.upgrade"""

    def __init__(self) -> None:
        super().__init__()
        self.ships: i64 = 1
        self.sloop: Goods = Goods()  # the price of a cutter for a sloop
        self.cutter: Goods = Goods()  # the price of a schooner for a cutter

    def read(self, row: EffectFields) -> None:
        self.ships = row.number("ships", 1, 3, 1)
        self.sloop, self.cutter = row.goods("sloop"), row.goods("cutter")
        if self.sloop.stored() + self.cutter.stored() > 0:
            row.fail("upgrade is paid from the supply; allowed are wood, fish, gold")

    def is_usable(self) -> bool:
        return True

    # ---- what it does
    def price(self, ship: i64) -> Goods:
        """Of the next larger type for this one."""
        return self.sloop if ship == A.SLOOP else self.cutter

    def can_swap(self, state: Nusfjord, seat: i64, ship: i64) -> bool:
        return can_upgrade(state, state.players[seat], ship) and self.price(ship).payable(state, seat) > 0

    def can_use(self, state: Nusfjord, seat: i64, card: i64) -> bool:
        return self.can_swap(state, seat, A.SLOOP) or self.can_swap(state, seat, A.CUTTER)

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if self.can_use(state, seat, card):
            self.ask(state, seat, card, 1 if moment == ON_USE else 0)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """`extra`: bit 0, the first swap must be done; the rest, swaps done."""
        n: i64 = 0
        for ship in range(i64(A.SCHOONER)):
            if self.can_swap(state, seat, ship):
                out[n] = A.SHIP + ship + 1  # the new type
                n += 1
        if extra != 1:
            out[n] = A.DONE
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.DONE:
            return
        ship = action - A.SHIP - 1
        price = self.price(ship)
        if price.wood + price.fish + price.gold > 0:
            state.pay(seat, price.wood, price.fish, price.gold)
        upgrade(state, seat, ship, pack_goods(price.wood, price.fish, price.gold))
        done = (extra >> 1) + 1
        if done < self.ships and self.can_use(state, seat, card):
            self.ask(state, seat, card, done << 1)

    # ---- what is printed
    def words(self) -> str:
        if self.sloop.total() + self.cutter.total() > 0:
            prices = [price.words() or "free" for price in (self.sloop, self.cutter)]
            return f"exchange a sloop for a cutter ({prices[0]}) or a cutter for a schooner ({prices[1]})"
        ships = "one of your Ships" if self.ships == 1 else f"up to {self.ships} of your Ships"
        return f"you may exchange {ships} for the next larger type, free of charge"

    def gist(self) -> str:
        if self.sloop.total() + self.cutter.total() > 0:
            return f"Enlarge a Ship: {self.sloop.gist()} or {self.cutter.gist()}"
        return "Enlarge a Ship" if self.ships == 1 else f"Enlarge {self.ships} Ships"

    def face(self) -> dict[str, Any]:
        prices = {"cutter": self.sloop.amounts(), "schooner": self.cutter.amounts()}
        return {"most": int(self.ships), "prices": prices}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "which Ship do you exchange for a larger one?"

    def question_kind(self) -> str:
        return "card_upgrade"

    def option_words(self, state: Nusfjord, verb: str, n: i64) -> str:
        if verb != "ship":
            return ""
        names, price = state.kit.ship_names, self.price(n - 1).words()
        return f"a {names[n - 1]} for a {names[n]} ({f'pay {price}' if price else 'free'})"

    def way_words(self) -> str:
        return "exchange a Ship"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.SHIP + A.CUTTER, A.SHIP + A.SCHOONER]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return self.ship_refusal(state, seat, action - A.SHIP - 1)

    def ship_refusal(self, state: Nusfjord, seat: i64, ship: i64) -> Reason:
        """Why a Ship of this type cannot be exchanged for the next larger one."""
        p, names = state.players[seat], state.kit.ship_names
        if p.ships_of(ship) == 0:
            return Reason(self.rule(), f"you have no {names[ship]}")
        if state.stock_of(ship + 1) == 0:
            return Reason(self.rule(), f"no {names[ship + 1]} is left")
        lacking = self.price(ship).shortage(self.rule(), state, seat)
        return lacking or Reason(self.rule(), "your Fishing track has no room for a larger Ship")

    def use_refusal(self, state: Nusfjord, seat: i64, slot: i64) -> Reason:
        p, names = state.players[seat], state.kit.ship_names
        owned = [ship for ship in (A.SLOOP, A.CUTTER) if p.ships_of(ship)]
        if not owned:
            return Reason(self.rule(), f"you have no {names[A.SLOOP]} and no {names[A.CUTTER]}")
        why = [self.ship_refusal(state, seat, ship) for ship in owned]
        words = [f"for a {names[ship + 1]}, {reason.words}" for ship, reason in zip(owned, why, strict=True)]
        return Reason(self.rule(), "; ".join(words), {}, why[0].missing)

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        each = 2.3 - (goods_value(self.sloop) + goods_value(self.cutter)) / 2
        if card.uses:
            return each * 3.0
        return each * (0.75 * float(self.ships)) if self.ships > 1 else each
