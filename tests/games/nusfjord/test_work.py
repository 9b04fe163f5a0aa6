"""II. Work Phase: turns, blocked spaces, passing; and Copy an Action."""

from skerry.games.nusfjord.state import COPY, NEXT_TURN, TURN
from tests.games.nusfjord.builder import GAME, a_state, do, options, why_not


def test_everyone_has_three_turns_clockwise_from_the_first_player() -> None:
    """§work.1, §round.1"""
    state = a_state(3).with_(first=2, round=7).run(NEXT_TURN)
    order = []
    while not state.over:
        order.append(state.to_move())
        do(state, "pass")
    assert order == [2, 0, 1] * 3


def test_a_worker_is_placed_and_the_action_happens_at_once_for_its_player_only() -> None:
    """§work.2, §gold.1"""
    state = do(a_state(2).turn_of(1), "place gold")
    assert [p.gold for p in state.players] == [0, 1]
    view = GAME.view(state, 0)
    assert [worker.seat for worker in view.spaces["gold"]] == [1]
    assert view.players[1].workers_left == 2


def test_a_full_space_is_blocked_for_the_rest_of_the_round() -> None:
    """§work.3"""
    state = a_state(2).workers(1, "gold").turn_of(0)
    assert "place gold" not in options(state)
    assert why_not(state, "place gold") == "§work.3 This space is blocked: 1 Worker is there"


def test_a_space_for_two_takes_workers_of_one_player_or_of_several() -> None:
    """§work.3, R14"""
    for seat in (0, 1):
        state = a_state(3).workers(seat, "deforest").turn_of(0)
        assert "place deforest" in options(state)
        do(state, "place deforest", "double r1c2")
        assert state.is_blocked(7) and state.players[0].wood == 5


def test_an_action_that_would_change_nothing_cannot_be_taken() -> None:
    """§work.4, §work.5, R12"""
    state = a_state(2).turn_of(0)
    refused = {
        "place transfer_reserve": "§transfer.2 Your Reserve is empty",
        "place serve_fish": "§serve.3 You need 2 fish and have none",
        "place buy_shares": "§buy.3 No Share is for sale",
    }
    for text, words in refused.items():
        assert text not in options(state)
        assert why_not(state, text) == words


def test_passing_is_always_possible_and_does_not_end_the_round_for_the_player() -> None:
    """§work.6, R13"""
    state = a_state(2).run(NEXT_TURN)
    do(state, "pass", "pass")
    assert state.to_move() == 0 and "place gold" in options(state)
    assert [p.workers_left for p in GAME.view(state, 0).players] == [2, 2]  # one of each is lost
    assert [p.workers_left for p in GAME.view(do(state, "place gold"), 0).players] == [1, 2]


def test_who_can_do_nothing_must_pass() -> None:
    """§work.6"""
    scene = a_state(2).forests(0).player(0, unissued=0).issued(0, 5)
    for cell in range(1, 12):
        scene.own(0, f"1{cell:02d}" if cell != 12 else "112")
    scene.workers(1, "gold", "deforest", "take_elder")
    assert options(scene.turn_of(0)) == ["pass"]


# ---- Copy an Action


def test_with_four_players_any_fully_blocked_space_can_be_copied() -> None:
    """§copy.1, §copy.3, E16"""
    scene = a_state(4).player(0, gold=4).workers(1, "build_ship", "build_ship").workers(2, "deforest")
    state = do(scene.turn_of(0), "place copy")
    assert options(state) == ["copy build_ship"]
    assert why_not(state, "copy deforest") == "§copy.3 This space is not blocked: there is room for 1 more Worker"
    do(state, "copy build_ship", "ship schooner_for_gold")
    assert state.players[0].n_ships == 1


def test_own_workers_may_block_the_space_one_copies() -> None:
    """§copy.3, R15"""
    scene = a_state(4).workers(0, "gold", "thin_out")
    state = do(scene.turn_of(0), "place copy")
    assert options(state) == ["copy gold", "copy thin_out"]


def test_all_conditions_of_the_copied_action_hold() -> None:
    """§copy.3, R15"""
    scene = a_state(4).player(0, wood=12).workers(1, "thin_out", "gold")
    state = do(scene.turn_of(0), "place copy")
    assert options(state) == ["copy gold"]
    assert why_not(state, "copy thin_out") == "§thin_out.2 Your supply is full: 12 wood"


def test_without_a_blocked_space_nothing_can_be_copied_and_a_copy_space_takes_one_worker() -> None:
    """§copy.1, §copy.4"""
    assert why_not(a_state(4).turn_of(0), "place copy").startswith("§copy.3 There is no blocked space")
    state = a_state(4).workers(1, "gold", "copy").turn_of(0)
    assert why_not(state, "place copy") == "§work.3 This space is blocked: 1 Worker is there"


def test_elders_and_copy_spaces_are_not_copied() -> None:
    """§copy.4, R15"""
    scene = a_state(5).elders(1, elder_9=0).workers(1, "elder_9", "copy_left").workers(2, "gold")
    assert options(scene.at(COPY, 0)) == ["copy gold"]


def test_with_five_players_each_copy_space_holds_one_worker() -> None:
    """§copy.2, §work.3"""
    scene = a_state(5).workers(1, "gold", "copy_left").workers(2, "buy_shares", "thin_out").player(0, fish=9)
    state = scene.turn_of(0)
    assert why_not(state, "place copy_left") == "§work.3 This space is blocked: 1 Worker is there"
    assert "place copy_right" in options(state)
    do(state, "place copy_right", "copy thin_out")
    assert why_not(scene.turn_of(3), "place copy_right") == "§work.3 This space is blocked: 1 Worker is there"


def test_with_five_players_a_copy_space_copies_its_own_column_only() -> None:
    """§copy.2, R17"""
    scene = a_state(5).workers(1, "gold", "issue_share", "issue_share").workers(2, "thin_out")
    state = scene.turn_of(0)
    assert [text for text in options(state) if "copy" in text] == [
        "place copy_left",
        "place copy_middle",
        "place copy_right",
    ]
    do(state, "place copy_middle")
    assert options(state) == ["copy issue_share"]
    assert why_not(state, "copy gold") == "§copy.2 This space is in another column"


def test_an_empty_column_cannot_be_copied() -> None:
    """§copy.2"""
    state = a_state(5).workers(1, "gold").turn_of(0)
    assert "place copy_left" in options(state)
    assert why_not(state, "place copy_right").startswith("§copy.2 There is no blocked space in this column")


def test_a_blocked_building_space_may_be_copied_though_the_second_one_is_free() -> None:
    """§copy.3, R16"""
    scene = a_state(1).player(0, wood=3).display("103").workers(0, "build")
    state = do(scene.turn_of(0), "place copy")
    assert options(state) == ["copy build"]


def test_two_players_have_no_copy_space() -> None:
    """§setup.1"""
    state = a_state(2).at(TURN, 0)
    assert why_not(state, "place copy") == "§work.2 That does not answer the question"
