"""Phase 3: whose turn it is, dice, Settlers, passing."""

from skerry.games.tungaru.kit.rows import ISLANDS
from skerry.games.tungaru.problems import dice_on
from skerry.games.tungaru.state import NEXT_TURN, ROUND, TURN
from tests.games.tungaru.builder import GAME, a_state, dice, do, options, why_not


def test_turns_go_clockwise_until_all_have_passed() -> None:
    """§turn.1, §turn.4"""
    builder = a_state(3).with_(first=1)
    for seat in range(3):
        builder.player(seat, dice=[1, 1, 1])
    state = builder.run(NEXT_TURN)
    order = []
    while state.depth:
        order.append(int(state.to_move()))
        do(state, "pass" if len(order) in (2, 4, 5) else next(text for text in options(state)))
        while state.depth and state.ask_now() & 127 != TURN:
            do(state, options(state)[0])
    assert order == [1, 2, 0, 1, 0] and state.passed == 0b111


def test_passing_is_final_for_the_round_even_with_dice_left() -> None:
    """§turn.4, R57"""
    builder = a_state(2).player(0, dice=[1, 2, 3]).player(1, dice=[1, 2, 3])
    state = do(builder.run(NEXT_TURN), "pass", "pass")
    assert state.depth == 0 and state.players[0].dice == dice([1, 2, 3])


def test_a_player_without_dice_and_settlers_can_only_pass() -> None:
    """§turn.2, §turn.4"""
    state = a_state(4).player(0, dice=[]).at(TURN, 0)
    assert options(state) == ["pass"]
    assert why_not(state, "trade A") == "§turn.2 You have no dice left, and you have no Settler there"


def test_a_die_lies_on_the_island_and_takes_a_space_that_all_share() -> None:
    """§turn.2, R34"""
    builder = a_state(4).player(0, dice=[2, 5], ground="g1").player(1, dice=[6], ground="g1")
    state = do(builder.dice_on("A", 1, 1, 4, seat=2).at(TURN, 0), "harvest A", "die 2")
    assert dice_on(state, 0) == [(2, 1), (2, 1), (2, 4), (0, 2)]
    assert state.players[0].dice == dice([5])
    state.ask(TURN, 1)
    assert not {"harvest A", "trade A", "recruit A", "settle A"} & set(options(state))
    assert why_not(state, "harvest A") == "§turn.2 All 4 dice spaces of Makin are taken"


def test_an_island_far_from_the_boat_needs_a_settler() -> None:
    """§turn.2, §turn.3"""
    state = a_state(4).player(0, dice=[1], ground="g1", settlers="E").at(TURN, 0)
    assert "trade E" in options(state) and "harvest E" not in options(state)
    assert why_not(state, "harvest E") == "§harvest.1 Your boat is not beside Tarawa"
    assert why_not(state, "trade D") == ("§trade.1 Your boat is not beside Abaiang, and you have no Settler there")


def test_an_exhausted_settler_cannot_be_used_again() -> None:
    """§turn.3, R60"""
    state = a_state(4).player(0, dice=[], settlers="E").at(TURN, 0)
    do(state, "trade E")
    assert options(state) == ["settler"]
    do(state, "settler", "barter")
    assert state.players[0].exhausted == 1 << ISLANDS.index("E")
    state.ask(TURN, 0)
    assert options(state) == ["pass"]
    assert "your Settler there is exhausted" in why_not(state, "trade E")


def test_die_or_settler_is_the_players_choice() -> None:
    """§turn.3"""
    state = do(a_state(4).player(0, dice=[3, 3, 5], ground="g1", settlers="A").at(TURN, 0), "trade A")
    assert options(state) == ["die 3", "die 5", "settler"]


def test_a_settler_neither_harvests_nor_settles() -> None:
    """§harvest.1, §settle.1"""
    state = a_state(4).player(0, dice=[], ground="g1", settlers="A", goods=(4, 0, 0, 0)).at(TURN, 0)
    assert not [text for text in options(state) if text.startswith(("harvest", "settle"))]


def test_a_whole_round_goes_through_its_four_phases() -> None:
    """§round.1, §goal.1"""
    state = a_state(2).with_(round=0, phase=0).run(ROUND)
    phases = [state.phase]
    do(state, "roll 1-2-3")
    phases.append(state.phase)
    do(state, "leader chief", "leader chief")
    phases.append(state.phase)
    do(state, "pass", "pass")
    assert phases == [1, 2, 3] and state.round == 2
    assert GAME.problems(state) == []


def test_no_question_offers_more_than_sixty_options() -> None:
    """The richest turn: three Settlers, a boat, all goods, five activated Nomads.  §turn.1"""
    builder = a_state(5).player(
        0,
        goods=(5, 5, 5, 5),
        dice=[1, 2, 4, 5],
        ground="g1",
        settlers="CEG",
        nomads=["N02", "N17", "N19", "N23", "N24"],
        nomad_monuments=0,
        leader="chief",
    )
    state = builder.at(TURN, 0)
    assert 20 <= len(options(state)) <= 60
    assert len(GAME.candidates(state)) <= 60
