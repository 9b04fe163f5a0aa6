"""Setup, for every number of players."""

import pytest

from skerry.core import bits
from skerry.core.state import CHANCE
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import ROUND, Nusfjord
from tests.games.nusfjord.builder import GAME, a_state, do, options, overlaid, why_not


def start(seats: int, **chosen: str) -> Nusfjord:
    state = GAME.new(GAME.load_kit(), seats, GAME.complete_options(chosen))
    state.settle()
    return state


def dealt(state: Nusfjord, begin: str = "begin 0") -> Nusfjord:
    """Chance lays the first card it can, until it is asked who begins."""
    while options(state)[0] != "begin 0":
        do(state, options(state)[0])
    return do(state, begin)


@pytest.mark.parametrize(("seats", "plates", "ships"), [(1, 1, 3), (2, 1, 3), (3, 2, 4), (4, 3, 5), (5, 4, 6)])
def test_plates_and_ships_depend_on_the_number_of_players(seats: int, plates: int, ships: int) -> None:
    """§setup.2, §setup.3, E11"""
    state = start(seats)
    assert state.plates == plates
    assert [state.stock_of(ship) for ship in range(3)] == [ships] * 3


CAPS_1_2 = {"build": 1, "build_second": 1, "issue_share": 1, "deforest": 1, "build_ship": 1, "take_elder": 1}
CAPS_3_5 = {"build": 3, "issue_share": 2, "deforest": 2, "build_ship": 2, "take_elder": 2}
ONES = {"gold": 1, "transfer_reserve": 1, "serve_fish": 1, "buy_shares": 1, "reforest": 1, "thin_out": 1}
COLUMNS = {"copy_left": 1, "copy_middle": 1, "copy_right": 1}


@pytest.mark.parametrize(
    ("seats", "caps"),
    [
        (1, CAPS_1_2 | ONES | {"copy": 1}),
        (2, CAPS_1_2 | ONES),
        (3, CAPS_3_5 | ONES),
        (4, CAPS_3_5 | ONES | {"copy": 1}),
        (5, CAPS_3_5 | ONES | COLUMNS),
    ],
)
def test_the_sides_of_the_action_board_and_the_imitation_tile(seats: int, caps: dict[str, int]) -> None:
    """§setup.1, §work.3"""
    state = start(seats)
    assert {id_: face.room for id_, face in GAME.catalogue(state).spaces.items()} == caps
    assert GAME.view(state, 0).spaces == {id_: [] for id_ in caps}


@pytest.mark.parametrize(
    ("seats", "tops"),
    [
        (1, [7, 2, 3, 4, 5, 6]),
        (2, [7, 2, 3, 4, 5, 6]),
        (3, [7, 8, 9, 10, 5, 6]),
        (4, [7, 8, 9, 10, 11, 12]),
        (5, [7, 8, 9, 10, 11, 12]),
    ],
)
def test_the_stacks_of_elders(seats: int, tops: list[int]) -> None:
    """§setup.4: which Elders are used, by the number of players"""
    state = start(seats)
    assert [state.top_elder(stack) + 1 for stack in range(6)] == tops
    in_sight = {card for stack in GAME.view(state, 0).elders for card in (stack.top, stack.below) if card}
    used = {f"elder_{number}" for number in range(1, max(tops) + 1)}
    assert in_sight == used


def test_with_five_players_a_face_down_elder_lies_under_each_stack() -> None:
    """§setup.5"""
    assert all(stack.face_down for stack in GAME.view(start(5), 0).elders)
    assert not any(stack.face_down for stack in GAME.view(start(4), 0).elders)
    assert bits.members(start(5).unseen_elders) == list(range(12, 18))


@pytest.mark.parametrize(("deck", "first"), [("herring", "101"), ("mackerel", "201"), ("cod", "301")])
def test_one_deck_is_used_and_nine_a_and_six_b_are_laid_open(deck: str, first: str) -> None:
    """§setup.6, §setup.7"""
    state = start(3, deck=deck)
    assert options(state)[0] == f"reveal {first}" and len(options(state)) == 18
    view = GAME.view(dealt(state), 0)
    cards = GAME.catalogue(state).cards
    letters = {letter: [cards[str(place.card)].letter for place in view.display[letter]] for letter in "ABC"}
    assert letters == {"A": ["A"] * 9, "B": ["B"] * 6, "C": []}
    assert (bits.count(state.pile_a), bits.count(state.pile_b), bits.count(state.pile_c)) == (9, 6, 14)
    assert view.to_come == {"A": 3, "B": 2, "C": 9}


@pytest.mark.parametrize("seats", [1, 2])
def test_with_one_or_two_players_the_other_a_and_b_stay_in_the_box(seats: int) -> None:
    """§setup.7"""
    assert GAME.view(dealt(start(seats)), 0).to_come == {"A": 0, "B": 0, "C": 7 if seats == 1 else 8}


def test_a_card_that_lies_open_is_not_drawn_again() -> None:
    """§setup.6"""
    state = do(start(2), "reveal 101")
    assert "reveal 101" not in options(state)
    assert why_not(state, "reveal 101") == "§setup.7 It has already been revealed"


def test_the_personal_display() -> None:
    """§setup.8, §setup.9, §fish.2"""
    p = GAME.view(start(3), 1).players[1]
    assert (p.wood, p.fish, p.gold, p.unissued, p.shares) == (0, 0, 0, 3, [0, 2, 0])
    assert (p.haul, p.elders, p.forests) == (3, [], {"r0c2": 2, "r1c2": 1, "r2c2": 1})
    assert sum(cell.kind == "free" for cell in p.harbor) == 5
    assert p.harbor[0].kind == "reserve"


def test_chance_picks_the_first_player_and_the_tiles_follow_to_the_right() -> None:
    """§setup.10, E11"""
    state = dealt(start(4), "begin 2")
    assert [GAME.view(state, 0).players[seat].leads for seat in (2, 3, 0, 1)] == [[1, 5], [4], [3, 7], [2, 6]]


@pytest.mark.parametrize("deck", ["herring", "mackerel", "cod", "mixed"])
def test_gold_and_fish_at_the_start_go_by_deck_and_place_in_the_order_of_play(deck: str) -> None:
    """§setup.11"""
    row = f'[[starts]]\nid = "{deck}_4"\nsource = "rulebook"\ngold = [0, 3, 1]\nfish = [2, 0, 0, 1]\n'
    state = GAME.new(GAME.load_kit(overlaid(row)), 4, GAME.complete_options({"deck": deck, "start": "even"}))
    state.settle()
    dealt(state, "begin 2")
    assert [GAME.view(state, 0).players[seat].gold for seat in (2, 3, 0, 1)] == [0, 3, 1, 0]
    caught = 2  # by everybody, in round 1
    assert [GAME.view(state, 0).players[seat].fish - caught for seat in (2, 3, 0, 1)] == [2, 0, 0, 1]


@pytest.mark.parametrize("series", ["none", "seat 1 begins"])
def test_the_log_tells_who_starts_with_what(series: str) -> None:
    """§setup.11, whether chance picks the First Player or a series has settled it"""
    row = '[[starts]]\nid = "cod_3"\nsource = "rulebook"\ngold = [0, 1]\nfish = [0, 3, 1]\n'
    chosen = GAME.complete_options({"deck": "cod", "series": series, "start": "even"})
    state = GAME.new(GAME.load_kit(overlaid(row)), 3, chosen)
    state.noting = True
    state.settle()
    while state.to_move() == CHANCE:
        do(state, "begin 1" if "begin 1" in options(state) else options(state)[0])
    told = [GAME.event(state, note) for note in state.notes]
    assert [event.words for event in told if event.rule == "setup.11"] == [
        "{2} starts with 3 fish and 1 gold",
        "{0} starts with 1 fish",
    ]


@pytest.mark.parametrize(
    ("seats", "leads"),
    [
        (2, [[1, 3, 5, 7], [2, 4, 6]]),
        (3, [[1, 4, 7], [3, 6], [2, 5]]),
        (5, [[1, 6], [5], [4], [3], [2, 7]]),
    ],
)
def test_the_rounds_each_player_leads(seats: int, leads: list[list[int]]) -> None:
    """§setup.10, §home.2"""
    assert [player.leads for player in GAME.view(dealt(start(seats)), 0).players] == leads


def test_mixed_decks_lay_open_three_a_and_two_b_of_each() -> None:
    """§variant.2"""
    state = dealt(start(3, deck="mixed", later="mackerel"))
    view = GAME.view(state, 0)
    assert sorted(str(place.card)[0] for place in view.display["A"]) == ["1", "1", "1", "2", "2", "2", "3", "3", "3"]
    assert sorted(str(place.card)[0] for place in view.display["B"]) == ["1", "1", "2", "2", "3", "3"]
    assert (bits.count(state.pile_a), bits.count(state.pile_b), bits.count(state.pile_c)) == (15, 10, 14)


def test_later_cards_of_mixed_decks_come_from_one_deck() -> None:
    """§variant.2, R41"""
    state = dealt(start(3, deck="mixed", later="cod"))
    later = state.pile_a | state.pile_b | state.pile_c
    assert {int(state.deck.ids[slot]) // A.DECK_ROOM for slot in bits.members(later)} == {2}


def test_mixed_cards_are_offered_in_the_order_of_their_numbers() -> None:
    """§variant.2"""
    state = dealt(start(2, deck="mixed", later="mackerel"))
    p = state.players[state.first]
    p.wood, p.fish, p.gold = 12, 20, 20
    do(state, "place build")
    numbers = [int(text.split()[1]) for text in options(state)]
    assert numbers == sorted(numbers) and len(numbers) == 15


def test_round_one_begins_when_all_is_laid_out() -> None:
    """§round.1"""
    state = a_state(2).with_(round=0).run(ROUND)
    assert (state.round, state.to_move(), options(state)[-1]) == (1, 0, "pass")
    assert start(2).to_move() == CHANCE
