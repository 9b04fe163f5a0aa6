"""I. Fishing Phase."""

from skerry.games.nusfjord.state import FISHING, Nusfjord
from tests.games.nusfjord.builder import a_state, do, log, options, why_not


def fish(state: Nusfjord, seat: int = 0) -> tuple[int, int]:
    """(in the supply, in the Reserve)"""
    return state.players[seat].fish, state.players[seat].reserve_fish


def test_the_first_haul() -> None:
    """§fish.1, §fish.2, §fish.6, §fish.7, E1"""
    state = a_state(2).run(FISHING)
    assert fish(state) == (2, 1) and fish(state, 1) == (2, 1)


def test_the_elaborate_example() -> None:
    """§fish.3, §fish.4, §fish.5, §fish.6, §fish.7, §fish.8, §fish.10, E2"""
    scene = a_state(3).elders(0, elder_3=2, elder_5=0, elder_6=1).issued(0, 3, 1, 1)
    scene.ships(0, 1, 1, 1).player(0, reserve_fish=7)  # nine spaces covered: a haul of 10
    red = scene.p(0)
    blue, yellow = 1, 2
    red.shares += 1 << 3 * blue | 1 << 3 * yellow
    red.n_shares += 2
    scene.p(blue).unissued -= 2
    scene.p(yellow).unissued -= 1
    scene.state.market += 1 << 3 * blue
    scene.state.n_market += 1
    for other in (blue, yellow):
        scene.ships(other, 0, 0, 1)  # enough fish for their Shares away
    state = scene.run(FISHING)
    assert fish(state) == (1 + 5, 8)
    assert [red.elder_fish(elder) for elder in (2, 4, 5)] == [0, 1, 2]
    assert (red.dividend, state.n_market) == (0, 2)


def test_an_elder_with_three_fish_is_cleared_at_once() -> None:
    """§fish.4, R6, R7"""
    state = a_state(2).elders(0, elder_9=2).run(FISHING)
    assert fish(state) == (1 + 2, 0) and state.players[0].elder_fish(8) == 0


def test_fish_on_elders_stay_from_round_to_round() -> None:
    """§fish.3, §fish.4"""
    scene = a_state(2).elders(0, elder_9=0)
    scene.run(FISHING)
    scene.run(FISHING)
    assert scene.p(0).elder_fish(8) == 2


def test_shares_away_are_fed_before_those_at_home_and_unissued_ones_never() -> None:
    """§fish.5, §fish.6"""
    state = a_state(2).issued(0, 2, 1, 1).run(FISHING)
    assert fish(state) == (1, 0) and fish(state, 1) == (2 + 1, 1)


def test_the_reserve_takes_eight_fish_and_the_rest_goes_back() -> None:
    """§fish.7, §fish.8"""
    scene = a_state(2).ships(0, 0, 0, 2).player(0, reserve_fish=5)
    state = scene.run(FISHING)
    assert fish(state) == (2, 8)


def test_a_reserve_above_eight_keeps_its_fish() -> None:
    """§fish.7"""
    state = a_state(2).player(0, reserve_fish=11).run(FISHING)
    assert fish(state) == (2, 11)


def test_fish_of_the_supply_never_help_out() -> None:
    """§fish.1"""
    scene = a_state(2).player(0, fish=9).elders(0, elder_1=0, elder_2=0, elder_3=0).issued(0, 2, 1, 1)
    state = scene.run(FISHING)
    assert fish(state) == (9, 0) and fish(state, 1) == (2, 1)


def test_too_few_fish_for_the_elders_is_a_choice() -> None:
    """§fish.9, R1, R2"""
    scene = a_state(2).elders(0, elder_1=0, elder_2=0, elder_3=2, elder_4=0, elder_5=0)
    state = scene.run(FISHING)
    assert options(state) == [f"hungry elder_{number}" for number in (1, 2, 3, 4, 5)]
    do(state, "hungry elder_2")
    assert "hungry elder_2" not in options(state)
    do(state, "hungry elder_5")
    assert [scene.p(0).elder_fish(elder) for elder in range(5)] == [1, 0, 0, 1, 0]
    assert fish(state) == (1, 0) and fish(state, 1) == (2, 1)


def test_nobody_may_decline_to_distribute_fish() -> None:
    """§fish.11"""
    scene = a_state(3).elders(0, elder_1=0, elder_2=0, elder_3=0, elder_4=0)
    state = scene.run(FISHING)
    assert options(state) == [f"hungry elder_{number}" for number in (1, 2, 3, 4)]  # who goes without, and no other
    for text in ("done", "pass", "no"):
        assert why_not(state, text) == "§fish.9 That does not answer the question"
    do(state, "hungry elder_1")
    assert sum(scene.p(0).elder_fish(elder) for elder in range(4)) == 3  # the whole haul
    fed = a_state(2).issued(0, 2, 1, 1).run(FISHING)  # enough for them: nobody is even asked
    assert options(fed)[-1] == "pass"
    assert fish(fed) == (1, 0) and fish(fed, 1) == (3, 1)


def test_as_many_fish_as_elders_is_no_choice() -> None:
    """§fish.9, R2"""
    scene = a_state(2).elders(0, elder_1=0, elder_2=0, elder_4=0)
    state = scene.run(FISHING)
    assert options(state)[-1] == "pass" and fish(state) == (0, 0)


def test_too_few_fish_for_shares_with_two_players_is_a_choice() -> None:
    """§fish.9, R3"""
    scene = a_state(3).elders(0, elder_1=0, elder_2=0).issued(0, 2, 0, 2)
    scene.p(1).shares -= 1
    scene.p(1).n_shares -= 1
    scene.p(2).shares += 1
    scene.p(2).n_shares += 1
    state = scene.run(FISHING)
    assert options(state) == ["feed_share 1", "feed_share 2"]
    assert why_not(state, "pass") == "§fish.9 That does not answer the question"
    do(state, "feed_share 2")
    assert (fish(state, 1), fish(state, 2)) == ((2, 1), (3, 1))


def test_too_few_fish_for_shares_with_one_player_is_no_choice() -> None:
    """§fish.9, R3"""
    state = a_state(3).elders(0, elder_1=0, elder_2=0).issued(0, 2, 0, 2).run(FISHING)
    assert options(state)[-1] == "pass" and fish(state, 1) == (3, 1)


def test_shares_on_the_board_come_first_even_when_fish_run_short() -> None:
    """§fish.5, §fish.9, R3"""
    state = a_state(2).elders(0, elder_1=0, elder_2=0).issued(0, 2, 1, 1).run(FISHING)
    assert fish(state, 1) == (2, 1)


def test_too_few_fish_for_own_shares_needs_no_choice() -> None:
    """§fish.6, R4"""
    state = a_state(2).elders(0, elder_1=0, elder_2=0).run(FISHING)
    assert fish(state) == (1, 0)


def test_the_first_player_chooses_first() -> None:
    """§fish.9, R5"""
    four = {f"elder_{number}": 0 for number in (1, 2, 3, 4)}
    scene = a_state(2).with_(first=1).elders(0, **four)
    scene.elders(1, elder_5=0, elder_6=0, elder_7=0, elder_8=0)
    state = scene.run(FISHING)
    assert state.to_move() == 1
    assert do(state, "hungry elder_5").to_move() == 0


def test_the_log_tells_where_the_fish_went() -> None:
    """§fish.1, §fish.10"""
    scene = a_state(2).elders(0, elder_1=2, elder_2=0, elder_3=0, elder_4=0).issued(1, 2, 1, 1)
    lines = log(scene.run(FISHING), "hungry elder_4")
    assert lines == [
        "The Contractor's third fish: P0 gets 1 back; the others are returned",
        "P0 catches 3 fish: 3 for the Elders",
        "P1 catches 3 fish: 1 on Shares for sale, 1 on Shares held by others and 1 on their own Shares",
        "P0 collects 1 fish from Shares",
        "P1 collects 1 fish from Shares",
    ]
