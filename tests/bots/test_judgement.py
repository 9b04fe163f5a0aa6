"""Judgements: sound numbers, no leaks, weights files that say what is wrong with them."""

import logging
import re
from importlib import import_module
from math import isfinite, nan
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.bots import Budget, Observer
from skerry.bots.judging import (
    WEIGHTS_FOLDER,
    WeightsError,
    load_judgement,
    new_judgement,
    read_weights,
    use_weights,
    write_weights,
)
from skerry.bots.levels import LEVELS
from skerry.brain.judgement import JUDGED_SEATS, KNOTS, Judgement, reals, utility
from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.games import GAMES
from tests.laws.laws import position, states, variants
from tests.laws.test_laws import seats_to_try

JUDGED = [game for game in GAMES.values() if new_judgement(game.name) is not None]
CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in JUDGED for seats in game.seats]


def judgement_of(game: Game[Any]) -> Judgement[Any]:
    return load_judgement(game.name) or new_judgement(game.name)  # type: ignore[return-value]


def test_names_beside_features_are_those_of_their_place() -> None:
    """Who reads `out[12] = ...  # fish` finds fish in twelfth place of the weights."""
    told = 0
    for game in JUDGED:
        names = judgement_of(game).names()
        source = (WEIGHTS_FOLDER.parent / "judgement" / f"{game.name}.py").read_text(encoding="utf-8")
        for place, name in re.findall(r"out\[(\d+)\] = .*  # (\w+)$", source, re.MULTILINE):
            assert name == names[int(place)]
            told += 1
    assert told > 50


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_estimates_are_numbers_and_touch_nothing(game: Game[Any], seats: int) -> None:
    """All features are written, progress runs from 0 to 1, utilities lie between 0 and 1.

    In every variant, with the numbers of players that the laws try.
    """
    judgement = judgement_of(game)
    out = reals(JUDGED_SEATS)
    for options in variants(game):
        if seats not in seats_to_try(game, options):
            continue
        last, turns, number = 1.0, 0, 0
        for number, (state, _) in enumerate(states(game, seats, 2, options)):
            assert 0.0 <= judgement.progress(state) <= 1.0
            last = judgement.progress(state)
            turns += state.to_move() != CHANCE and judgement.begins_turn(state, state.ask_now())
            if number % 4:
                continue
            before = position(state)
            for seat in range(seats):
                row = reals(judgement.length)
                for place in range(judgement.length):
                    row[place] = nan
                judgement.features_into(state, seat, row)
                values = dict(zip(judgement.names(), row, strict=False))
                assert all(isfinite(value) and abs(value) < 1000 for value in values.values()), values
                assert values[judgement.names()[0]] == state.score(seat)
                assert isfinite(judgement.estimate(state, seat))
            judgement.worth_into(state, out)
            assert all(0.0 <= out[seat] <= 1.0 for seat in range(seats))
            assert position(state) == before
        assert turns > 3 or number == 0, "hardly any question begins a turn"
        assert last > 0.5, "at the end of the game progress is near 1"


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_finished_game_is_worth_what_it_scored(game: Game[Any], seats: int) -> None:
    judgement = judgement_of(game)
    [*_, (state, action)] = states(game, seats, 3, game.complete_options({}))
    end = state.clone()
    end.apply(action)
    for seat in range(seats):
        assert judgement.value(end, seat) == utility(
            end, seat, judgement.bar(end), judgement.solo_score, 2 * judgement.doubt_early
        )


def test_whoever_is_ahead_is_worth_more() -> None:
    from tests.games._blank.builder import a_state

    judgement = load_judgement("_blank")
    assert judgement is not None
    from skerry.games._blank.state import TURN

    state = a_state(2).player(0, shells=9).player(1, shells=1).with_(round=4).at(TURN, 0)
    assert judgement.estimate(state, 0) > judgement.estimate(state, 1)
    assert judgement.value(state, 0) > 0.5 > judgement.value(state, 1)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.name)
def test_the_weights_of_the_house_fit_their_judgement(game: Game[Any]) -> None:
    read = read_weights(WEIGHTS_FOLDER / f"{game.name}.json", game.name)
    use_weights(judgement_of(game), read, "")
    assert read.making.command.startswith(f"skerry train {game.name} ")
    assert read.making.rules in (game.version, *game.plays)
    assert set(read.weights) == {str(seats) for seats in game.seats}


# ---- damaged files


@pytest.fixture
def content() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((WEIGHTS_FOLDER / "_blank.json").read_bytes())
    return found


def complaint(content: object, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> str:
    """What the log says when these weights are loaded; the bots then play without a judgement."""
    path = tmp_path / "weights.json"
    path.write_bytes(content if isinstance(content, bytes) else msgspec.json.encode(content))
    with caplog.at_level(logging.WARNING):
        assert load_judgement("_blank", path) is None
    return caplog.text


def test_a_file_that_is_no_json_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    told = complaint(b'{"game": "_bl', tmp_path, caplog)
    assert "weights.json is damaged" in told and "search without judgement" in told


def test_another_games_file_is_refused(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content["game"] = "chess"
    assert "has weights for chess, not for _blank" in complaint(content, tmp_path, caplog)


def test_a_feature_too_many_is_named(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content["weights"]["2"]["charm"] = [1.0, 2.0]
    told = complaint(content, tmp_path, caplog)
    assert "has weights for 13 features, the game has 12: charm" in told


def test_a_missing_feature_is_named(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    del content["weights"]["2"]["shells"]
    assert "shells" in complaint(content, tmp_path, caplog)


def test_numbers_of_players_that_make_no_sense(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content["weights"]["11"] = content["weights"]["2"]
    assert "weights for '11' players" in complaint(content, tmp_path, caplog)


def test_weights_of_nothing_are_refused(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content["weights"] = {}
    assert "has no weights" in complaint(content, tmp_path, caplog)


def test_doubt_must_be_positive(content: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content["doubt"] = [0.0, 1.0]
    assert "damaged" in complaint(content, tmp_path, caplog)


def test_missing_weights_tell_how_to_make_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert load_judgement("_blank", tmp_path / "none.json") is None
    assert "skerry train _blank" in caplog.text


def test_a_game_without_judgement_has_none() -> None:
    assert new_judgement("chess") is None and load_judgement("chess") is None


def test_written_weights_are_read_again(tmp_path: Path) -> None:
    read = read_weights(WEIGHTS_FOLDER / "_blank.json", "_blank")
    write_weights(tmp_path / "w.json", read)
    assert read_weights(tmp_path / "w.json", "_blank") == read
    assert (tmp_path / "w.json").read_text() == (WEIGHTS_FOLDER / "_blank.json").read_text()


def test_a_number_of_players_that_was_not_trained_takes_the_nearest() -> None:
    read = read_weights(WEIGHTS_FOLDER / "_blank.json", "_blank")
    judgement = new_judgement("_blank")
    assert judgement is not None
    use_weights(judgement, msgspec.structs.replace(read, weights={"2": read.weights["2"], "4": read.weights["4"]}), "")
    starts = [judgement.weights_at(seats, 0, False) for seats in range(JUDGED_SEATS)]
    used = [[judgement.weights[start + place] for place in range(KNOTS * judgement.length)] for start in starts]
    assert used[1] == used[2] != used[4] == used[5]


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_judgement_every_level_still_plays(level: str) -> None:
    game = GAMES["_blank"]
    for number, (state, _) in enumerate(states(game, 3, 1, {})):
        if state.to_move() != CHANCE and number % 5 == 0:
            bot = LEVELS[level].make(1, Budget(simulations=2), None)
            assert bot.choose(Observer(game, state, int(state.to_move()))) in state.legal_actions()


def test_an_estimate_knows_the_imagined_state_only() -> None:
    """From equal imagined states come equal estimates, whatever they were imagined from."""
    game = GAMES["_blank"]
    judgement = judgement_of(game)
    for number, (state, _) in enumerate(states(game, 3, 6, {})):
        truths = state, game.imagine(state, 0, Rng(number))
        fancies = [Observer(game, truth, 0).imagine(Rng(9)) for truth in truths if truth.to_move() == 0]
        estimates = [[judgement.estimate(fancy, seat) for seat in range(3)] for fancy in fancies]
        assert estimates == estimates[:1] * len(estimates)


def test_errors_of_weights_have_their_own_kind() -> None:
    with pytest.raises(WeightsError, match="damaged"):
        read_weights(Path(__file__), "_blank")


def test_the_places_of_nusfjords_features_are_those_of_their_names() -> None:
    module = import_module("skerry.bots.judgement.nusfjord")
    names = module.NAMES.split()
    places = {
        name.removeprefix("FEATURE_").lower(): at for name, at in vars(module).items() if name.startswith("FEATURE_")
    }
    assert places == {name: at for at, name in enumerate(names[: len(places)])}
