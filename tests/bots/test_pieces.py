"""Cards in the judgement: weights of their own, for exactly the components they were trained on."""

import logging
from typing import Any

import pytest
from msgspec.structs import replace

from skerry.bots.judging import WEIGHTS_FOLDER, Weights, new_judgement, put_weights, read_weights, use_weights
from skerry.brain.judgement import MAX_SEAT_PIECES, Judgement
from skerry.core.game import Game
from skerry.core.state import State
from skerry.games import GAMES
from skerry.games._blank.state import TURN
from tests.games._blank.builder import a_state
from tests.laws.laws import states, variants
from tests.laws.test_laws import seats_to_try

JUDGED = [game for game in GAMES.values() if new_judgement(game.name) is not None]
WITH_PIECES = [game for game in JUDGED if new_judgement(game.name).piece_names()]  # type: ignore[union-attr]
DEARER = '[[cards]]\nid = "driftwood"\ncost = 3\nsource = "rulebook"\n'


def house_weights(name: str) -> Weights:
    return read_weights(WEIGHTS_FOLDER / f"{name}.json", name)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.name)
def test_weights_of_single_cards_were_trained_on_todays_components(game: Game[Any]) -> None:
    """Otherwise nobody would use them.  Weights of features alone suit any components."""
    house = house_weights(game.name)
    words = f"the components of {game.name} have changed: train its judgement again (skerry train {game.name} --help)"
    assert not house.with_pieces or house.making.components == game.load_kit().hash, words


def test_nusfjord_buru_and_tidepool_are_judged_by_their_cards() -> None:
    assert {game.name for game in JUDGED if house_weights(game.name).with_pieces} >= {"nusfjord", "buru", "_blank"}


@pytest.mark.parametrize("game", WITH_PIECES, ids=lambda game: game.name)
def test_every_piece_has_a_name_and_there_is_room_for_all(game: Game[Any]) -> None:
    judgement = new_judgement(game.name)
    assert judgement is not None
    names = judgement.piece_names()
    assert len(set(names)) == len(names) and not set(names) & {*judgement.names(), "constant"}
    seen: set[int] = set()
    for options in variants(game):
        for seats in game.seats:
            if seats not in seats_to_try(game, options):
                continue
            for state, _ in list(states(game, seats, 3, options))[::3]:
                for seat in range(seats):
                    found = pieces(judgement, state, seat)
                    assert len(found) <= MAX_SEAT_PIECES // 2, "a longer game may hold twice as many"
                    assert all(0 <= piece < len(names) for piece in found)
                    assert len(set(found)) == len(found)
                    seen |= set(found)
    assert len(seen) > len(names) // 3


def pieces(judgement: Judgement[Any], state: State, seat: int) -> list[int]:
    return [int(judgement.pieces[place]) for place in range(judgement.pieces_into(state, seat))]


# ---- on the tiny game


def with_pieces(judgement: Judgement[Any], **worth: tuple[float, ...]) -> Weights:
    """The weights of the house; with pieces, the same ones and what some pieces are worth."""
    house = house_weights("_blank")
    names = judgement.piece_names()
    assert set(worth) <= set(names)
    common = {**dict.fromkeys(names, (0.0, 0.0, 0.0)), **worth}
    rows = {seats: {**row, **common} for seats, row in house.weights.items()}
    components = GAMES["_blank"].load_kit().hash
    return replace(house, with_pieces=rows, making=replace(house.making, components=components))


def tidepool_judgement(**worth: tuple[float, ...]) -> Judgement[Any]:
    judgement = new_judgement("_blank")
    assert judgement is not None
    use_weights(judgement, with_pieces(judgement, **worth), "these")
    return judgement


def holding_driftwood(round: int, overlay: str = "") -> State:
    return a_state(2, overlay).player(0, shells=4, hand=["driftwood"]).with_(round=round).at(TURN, 0)


@pytest.mark.parametrize("round", [1, 2, 3, 4, 5])
def test_a_piece_adds_its_weight_mixed_by_the_progress(round: int) -> None:
    state = holding_driftwood(round)
    card = GAMES["_blank"].load_kit().ids.index("driftwood")  # type: ignore[attr-defined]
    knots = 2.0, 6.0, -4.0
    judgement, plain = tidepool_judgement(**{f"hand_{card}": knots}), tidepool_judgement()
    progress = judgement.progress(state)
    knot = int(progress >= 0.5)
    share = 2 * progress - knot
    expected = knots[knot] + share * (knots[knot + 1] - knots[knot])
    assert judgement.estimate(state, 0) - plain.estimate(state, 0) == pytest.approx(expected)
    assert judgement.estimate(state, 1) == plain.estimate(state, 1)  # who does not hold it


def test_an_owners_card_is_judged_by_features_alone(caplog: pytest.LogCaptureFixture) -> None:
    """Exactly as without pieces, before and after a state of the house; the log says it once."""
    judgement = tidepool_judgement(**dict.fromkeys(("hand_0", "hand_1", "hand_2", "hand_3"), (9.0, 9.0, 9.0)))
    plain = new_judgement("_blank")
    assert plain is not None
    use_weights(plain, replace(house_weights("_blank"), with_pieces={}), "those")
    theirs, ours = holding_driftwood(2, DEARER), holding_driftwood(2)
    with caplog.at_level(logging.INFO, logger="skerry.bots"):
        for _ in range(2):
            assert judgement.estimate(theirs, 0) == plain.estimate(theirs, 0)
            assert judgement.estimate(ours, 0) == pytest.approx(plain.estimate(ours, 0) + 9.0)
    assert caplog.text.count("without single cards") == 1


def test_with_another_deck_the_bots_still_judge(caplog: pytest.LogCaptureFixture) -> None:
    """It brings cards that the weights do not know."""
    judgement, plain = new_judgement("_blank"), new_judgement("_blank")
    assert judgement is not None and plain is not None
    ours = with_pieces(judgement)
    known = {
        seats: {name: row for name, row in rows.items() if name != "hand_0"} for seats, rows in ours.with_pieces.items()
    }
    with caplog.at_level(logging.INFO, logger="skerry.bots"):
        use_weights(judgement, replace(ours, with_pieces=known), "those of other decks")
    use_weights(plain, replace(ours, with_pieces={}), "those")
    state = holding_driftwood(2)
    assert judgement.estimate(state, 0) == plain.estimate(state, 0)
    assert "without single cards" in caplog.text


def test_new_weights_count_at_once() -> None:
    """Also for the state that was judged last."""
    judgement = tidepool_judgement()
    state = holding_driftwood(2)
    before = judgement.estimate(state, 0)
    names = [*judgement.names(), "constant", *judgement.piece_names()]
    rows = with_pieces(judgement).with_pieces["2"]
    constant = rows["constant"]
    put_weights(judgement, 2, True, {**rows, "constant": tuple(weight + 5 for weight in constant)}, names)
    assert judgement.estimate(state, 0) == pytest.approx(before + 5)
