"""Loads and checks the components into an immutable Kit."""

import copyreg
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.actions import Actions
from skerry.core.components import Components, NumberRow, Overlay, Row, load_components
from skerry.core.frozen import ComponentTables, Frozen
from skerry.core.shared import shared
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.box import NO_CARD, Deck, Elder, NusfjordKit
from skerry.games.nusfjord.buildings.card import Building
from skerry.games.nusfjord.kit import buildings, elders
from skerry.games.nusfjord.kit.board import load_board, load_harbor, load_plates, load_ships, load_track
from skerry.games.nusfjord.kit.rows import (
    FOLDER,
    DoubleRow,
    ElderRow,
    HarborRow,
    PlateRow,
    PlayersRow,
    ShipRow,
    SpaceRow,
    StartRow,
    TrackRow,
)
from skerry.games.nusfjord.text.buildings import card_words
from skerry.games.nusfjord.text.elders import elder_words

KINDS: dict[str, type[Row]] = {
    "spaces": SpaceRow,
    "ships": ShipRow,
    "track": TrackRow,
    "plates": PlateRow,
    "harbor": HarborRow,
    "doubles": DoubleRow,
    "players": PlayersRow,
    "starts": StartRow,
    "elders": ElderRow,
    "numbers": NumberRow,
    **buildings.BUILDING_KINDS,
}


def load_kit(given: Overlay | Frozen | None = None) -> NusfjordKit:
    box = load_components(FOLDER, KINDS, given, older)
    kit = NusfjordKit()
    kit.hash = box.hash
    load_numbers(kit, box)
    load_board(kit, box)
    load_ships(kit, box)
    load_track(kit, box)
    load_plates(kit, box)
    load_harbor(kit, box)
    load_players(kit, box)
    load_elders(kit, box)
    load_buildings(kit, box)
    load_starts(kit, box)
    return kit


def older(tables: ComponentTables) -> ComponentTables:
    """Rows of matches from before the rules had a number: they are played by version 1."""
    tables["numbers"].setdefault("rules", {"id": "rules", "value": 1, "source": "reconstructed"})
    return tables


def load_numbers(kit: NusfjordKit, box: Components) -> None:
    kit.first_rules = box.number("rules", 1, 2) == 1
    kit.wood_limit = box.number("wood_limit", 1, 60)
    kit.reserve_limit = box.number("reserve_limit", 0, 60)
    kit.council_seats = box.number("council_seats", 1, 18)
    kit.open_a = box.number("open_a", 1, 10)
    kit.open_b = box.number("open_b", 1, 10)
    kit.shares = box.number("shares", 1, 7)
    kit.start_issued = box.number("start_issued", 0, kit.shares)
    kit.start_wood = box.number("start_wood", 0, kit.wood_limit)
    kit.start_fish = box.number("start_fish", 0, 60)
    kit.start_gold = box.number("start_gold", 0, 60)
    kit.space_gold = box.number("space_gold", 1, 15)
    kit.serve_gold = box.number("serve_gold", 0, 15)
    kit.issue_gold = box.number("issue_gold", 0, 15)
    kit.share_price = box.number("share_price", 0, 15)
    early, late = box.number("share_off_round_4", 0, 15), box.number("share_off_round_6", 0, 15)
    kit.share_off = vec[i64]([0, 0, 0, 0, early, early, late, late])
    kit.deforest_wood = box.number("deforest_wood", 1, 15)
    kit.reforest_forests = box.number("reforest_forests", 1, 2)
    kit.elder_fish = box.number("elder_fish", 2, 4)
    kit.elder_return = box.number("elder_return", 0, kit.elder_fish)
    kit.mixed_a = box.number("mixed_a", 1, 3)
    kit.mixed_b = box.number("mixed_b", 1, 2)
    kit.stack_limit = box.number("stack_limit", 2, 5)


def load_players(kit: NusfjordKit, box: Components) -> None:
    rows = {row.id: row for row in box.all("players", PlayersRow)}
    by_number = [rows["1"], *(rows[str(n)] for n in range(1, 6))]
    for row in rows.values():
        if row.elders > 12 and (row.id != "5" or row.elders != 18):
            box.fail("players", row.id, "elders", "allowed are 6 to 12, and 18 with 5 players")
        if row.plates > kit.n_plates:
            box.fail("players", row.id, "plates", f"there are {kit.n_plates} plates")
        for ship in box.all("ships", ShipRow):
            if row.ships > ship.tiles:
                box.fail("players", row.id, "ships", f"there are {ship.tiles} tiles of the {ship.name}")
    kit.side = vec[i64]([0 if row.side == "1_2" else 1 for row in by_number])
    kit.start_plates = vec[i64]([row.plates for row in by_number])
    kit.ships_of_type = vec[i64]([row.ships for row in by_number])
    kit.n_elders = vec[i64]([row.elders for row in by_number])
    kit.copy_spaces = vec[i64]([row.copy_spaces for row in by_number] + [rows["1_advanced"].copy_spaces])
    kit.add_a = vec[i64]([row.round_3_a for row in by_number])
    kit.draw_c = vec[i64]([row.round_4_c for row in by_number])
    kit.add_b = vec[i64]([row.round_5_b for row in by_number])
    kit.add_c = vec[i64]([row.round_6_c for row in by_number])


def load_starts(kit: NusfjordKit, box: Components) -> None:
    """A deck without rows of its own has those of mixed decks.  §setup.11"""
    rows = {row.id: row for row in box.all("starts", StartRow)}
    decks = [*kit.deck_options, "mixed"]
    allowed = [f"{deck}_{players}" for deck in decks if deck for players in range(2, A.MAX_SEATS + 1)]
    for id_ in rows:
        if id_ not in allowed:
            box.fail("starts", id_, "id", f"is not allowed; allowed are: {', '.join(allowed)}")
    for number, deck in enumerate(decks):
        for players in range(2, A.MAX_SEATS + 1):
            row = rows.get(f"{deck}_{players}") or rows.get(f"mixed_{players}")
            if deck and row:
                load_start(kit, box, row, number, players)


def load_start(kit: NusfjordKit, box: Components, row: StartRow, deck: int, players: int) -> None:
    first = kit.start_row(deck, players)
    for field, goods, places in (("gold", row.gold, kit.place_gold), ("fish", row.fish, kit.place_fish)):
        if len(goods) > players:
            box.fail("starts", row.id, field, f"{len(goods)} places; with {players} players there are {players}")
        for place, amount in enumerate(goods):
            places[first + place] = amount


def load_elders(kit: NusfjordKit, box: Components) -> None:
    rows = elders.read_elders(box)
    kit.elder_rows = list(rows)
    kit.elders = vec[Elder]([elders.make_elder(row) for row in rows])
    kit.elder_names = [row.name for row in rows]
    kit.elder_words = [elder_words(row) for row in rows]


def load_buildings(kit: NusfjordKit, box: Components) -> None:
    kit.card_rows = [None] * A.N_CARDS
    kit.card_ids, kit.card_names, kit.card_words = ([""] * A.N_CARDS for _ in range(3))
    kit.deck_names, kit.deck_options = ([""] * A.MAX_DECKS for _ in range(2))
    for _ in range(A.MAX_DECKS):
        deck = Deck()
        deck.hash = f"{kit.hash} deck {len(kit.decks)}"
        kit.decks.append(deck)
    for row, card in buildings.read_buildings(box):
        number = buildings.card_number(row.id)
        kit.card_rows[number] = row
        kit.card_ids[number], kit.card_names[number] = row.id, row.name
        kit.card_words[number] = card_words(card)
        at = number // A.DECK_ROOM
        kit.decks[at].put(number % A.DECK_ROOM, number, card)
        kit.deck_names[at], kit.deck_options[at] = row.deck, buildings.option_of(row.deck)
    for n in range(1, 6):
        for deck in kit.decks:
            cards = bits.count(deck.present & A.C_CARDS)
            if deck.present and kit.draw_c[n] * n > cards:
                box.fail("players", str(n), "round_4_c", f"{cards} C Buildings are enough for {cards // n} each")


def reduce_deck(deck: Deck) -> Any:
    """A pickled deck of our own cards, mixed or not, names them instead of carrying them."""
    ids = [int(number) for number in deck.ids]
    cards = zip(deck.cards, ids, strict=True)
    if any(card is not printed_card(BASE, number) for card, number in cards if number != NO_CARD):
        return deck.__reduce_ex__(2)
    return deck_of, (BASE, deck.hash, ids, deck.mixed)


def deck_of(kit: NusfjordKit, hash_: str, ids: list[int], mixed: bool) -> Deck:
    for deck in kit.decks:
        if deck.hash == hash_:
            return deck
    deck = Deck()
    deck.hash = hash_
    deck.mixed = mixed
    for slot, number in enumerate(ids):
        if number != NO_CARD:
            deck.put(slot, number, printed_card(kit, number))
    return deck


def printed_card(kit: NusfjordKit, number: int) -> Building:
    return kit.decks[number // A.DECK_ROOM].cards[number % A.DECK_ROOM]


# Made when this module is imported: our own components, which most matches use, and what is named after them.
BASE = shared(load_kit(), __name__)
copyreg.pickle(Deck, reduce_deck)
SEATS = [str(seat) for seat in range(A.MAX_SEATS)]
ELDER_IDS = [f"elder_{number}" for number in range(1, A.N_ELDERS + 1)]
SPACE_IDS = [row.id for row in load_components(FOLDER, KINDS).all("spaces", SpaceRow)]
DOUBLE_IDS = [f"r{double // 3}c{double % 3}" for double in range(A.N_DOUBLES)]
ACTION_NAMES = [SPACE_IDS[A.space_of(kind)] for kind in range(A.N_KINDS)] + ["copy"]


def actions_of(kit: NusfjordKit) -> Actions:
    """The actions of matches with these components: every card that exists can be named, and no other."""
    cards = kit.card_ids
    return Actions(
        A.N_ACTIONS,
        (A.BEGIN, "begin", SEATS),
        (A.REVEAL, "reveal", cards),
        (A.DRAW, "draw", cards),
        (A.TURN_UP, "turn_up", ELDER_IDS),
        (A.HUNGRY, "hungry", ELDER_IDS),
        (A.FEED, "feed_share", SEATS),
        (A.PLACE, "place", SPACE_IDS),
        (A.WORK, "place", ELDER_IDS),
        (A.PASS, "pass", None),
        (A.USE, "use", cards),
        (A.BUILD, "build", cards),
        (A.LOT, "on", kit.cell_names),
        (A.SHIP, "ship", ["sloop", "cutter", "schooner", "schooner_for_gold"]),
        (A.SERVE, "serve", [str(plates) for plates in range(1, A.MAX_PLATES + 1)]),
        (A.DOUBLE, "double", DOUBLE_IDS),
        (A.TAKE, "take", ELDER_IDS),
        (A.COPY, "copy", SPACE_IDS[: A.N_BOARD]),
        (A.DO, "do", ACTION_NAMES),
        (A.YES, "yes", None),
        (A.NO, "no", None),
        (A.DONE, "done", None),
        (A.AMOUNT, "amount", [str(amount) for amount in range(A.MAX_AMOUNT + 1)]),
        (A.ELDER, "elder", ELDER_IDS),
        (A.PICK, "pick", cards),
        (A.WAY, "way", [str(way) for way in range(1, A.MAX_WAYS + 1)]),
    )


ACTIONS = actions_of(BASE)
DECKS = {option: name for option, name in zip(BASE.deck_options, BASE.deck_names, strict=True) if option}
