"""`game.observe`: what a seat may know, as numbers."""

import copy
import runpy
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import skerry
from skerry.core.fields import Field
from skerry.games import GAMES
from skerry.match import MatchError
from skerry.terminal.main import app

ROOT = Path(__file__).parents[2]


def numbers(game: skerry.Game, name: str, seat: int | None = None, history: int = 0) -> list[int]:
    """The values of one field."""
    field = next(field for field in game.fields(history) if field.name == name)
    return game.observe(seat, history)[field.start : field.start + field.count].tolist()


def value(game: skerry.Game, name: str, seat: int) -> int:
    return numbers(game, name, seat)[0]


def held(game: skerry.Game, name: str, seat: int) -> dict[str, int]:
    """The values of one field that are not 0, by what they stand for."""
    field = next(field for field in game.fields() if field.name == name)
    return {key: number for key, number in zip(field.names, numbers(game, name, seat), strict=True) if number}


def middle(name: str, decisions: int) -> skerry.Game:
    """A position in a random game."""
    game, rng = skerry.new(name, players=3, seed=1), Random(decisions)
    for _ in range(decisions):
        if not game.over:
            game.play(rng.choice(game.legal))
    return game


POSITIONS = [5, 30, 55, 80, 105, 1000]


@pytest.mark.parametrize("decisions", POSITIONS)
@pytest.mark.parametrize("seat", range(3))
def test_numbers_are_those_of_nusfjords_view(decisions: int, seat: int) -> None:
    game = middle("nusfjord", decisions)
    view: Any = game.view(seat)
    assert value(game, "round", seat) == view.round and value(game, "plates", seat) == sum(view.plates)
    assert held(game, "display", seat).keys() == {
        place.card for places in view.display.values() for place in places if place.card
    }
    assert held(game, "own.hand", seat).keys() == set(view.players[seat].hand)
    assert held(game, "elders_open", seat).keys() == {stack.top for stack in view.elders if stack.top}
    workers = {space: len(standing) for space, standing in view.spaces.items() if standing}
    assert held(game, "workers", seat) == workers and held(game, "stock", seat) == dropped(view.stock)
    for k, who in enumerate(["you", "next_1", "next_2"]):
        p = view.players[(seat + k) % 3]
        plain = (
            "wood",
            "fish",
            "gold",
            "reserve_fish",
            "reserve_wood",
            "reserve_gold",
            "haul",
            "covered",
            "unissued",
            "workers_left",
        )
        for name in (*plain, "wood_limit", "reserve_limit", "fish_on_shares", "hand_size", "score"):
            assert value(game, f"{who}.{name}", seat) == getattr(p, name), name
        assert held(game, f"{who}.built", seat).keys() == {cell.card for cell in p.harbor if cell.card}
        assert held(game, f"{who}.building", seat) == {cell.id: int(cell.card) for cell in p.harbor if cell.card}
        assert held(game, f"{who}.free", seat).keys() == {cell.id for cell in p.harbor if cell.kind == "free"}
        assert held(game, f"{who}.turned", seat).keys() == {cell.id for cell in p.harbor if cell.turned}
        assert held(game, f"{who}.forests", seat) == p.forests and held(game, f"{who}.ships", seat) == Counter(p.ships)
        assert held(game, f"{who}.elder_fish", seat) == {elder.id: elder.fish for elder in p.elders if elder.fish}
        assert held(game, f"{who}.elders", seat).keys() == {elder.id for elder in p.elders}
        assert numbers(game, f"{who}.shares", seat) == [p.shares[(seat + j) % 3] for j in range(3)]
        assert value(game, f"{who}.share_cost", seat) == view.share_cost[(seat + k) % 3]


@pytest.mark.parametrize("decisions", [10, 60, 200, 400, 5000])
@pytest.mark.parametrize("seat", range(3))
def test_numbers_are_those_of_tungarus_view(decisions: int, seat: int) -> None:
    game = middle("tungaru", decisions)
    view: Any = game.view(seat)
    nomads = next(field.names for field in game.fields() if field.name == "pile")
    assert value(game, "round", seat) == view.round and value(game, "quiet", seat) == view.quiet_rounds
    assert held(game, "pile", seat).keys() == set(view.pile)
    assert {island: nomads[number - 1] for island, number in held(game, "nomad_at", seat).items()} == {
        island.id: island.nomad for island in view.islands if island.nomad
    }
    for island in view.islands:
        market = Counter(f"{island.id} {good}" for good in island.market)
        assert {key: count for key, count in held(game, "market", seat).items() if key[0] == island.id} == market
        dice = [number for key, number in held(game, "die_face", seat).items() if key[0] == island.id]
        assert dice == [die.face for die in island.dice]
    for k, who in enumerate(["you", "next_1", "next_2"]):
        number = (seat + k) % 3
        p = view.players[number]
        for name in ("points", "score", "capacity", "shift", "sail_die", "settlers_left", "nomad_monuments", "track"):
            assert value(game, f"{who}.{name}", seat) == getattr(p, name), name
        assert held(game, f"{who}.goods", seat) == dropped(p.goods) and held(game, f"{who}.hand", seat) == Counter(
            p.hand
        )
        assert list(held(game, f"{who}.ground", seat)) == ([p.ground] if p.ground else [])
        assert held(game, f"{who}.face_up", seat).keys() == {slot.nomad for slot in p.nomads if slot.nomad}
        assert held(game, f"{who}.nomads", seat).keys() - held(game, f"{who}.face_up", seat).keys() == set(p.travellers)
        settled = {island.id for island in view.islands if any(s.seat == number for s in island.settlers)}
        assert held(game, f"{who}.settlers", seat).keys() == settled
        assert list(held(game, f"{who}.reserved", seat)) == ([p.reserved] if p.reserved else [])
        unused = Counter(str(die.face) for die in p.dice if not die.at)
        assert held(game, f"{who}.dice", seat) == unused and value(game, f"{who}.passed", seat) == p.passed


@pytest.mark.parametrize("decisions", [5, 40, 90, 150, 1000])
@pytest.mark.parametrize("seat", range(3))
def test_numbers_are_those_of_burus_view(decisions: int, seat: int) -> None:
    game = middle("buru", decisions)
    view: Any = game.view(seat)
    assert held(game, "phase", seat).keys() == {view.phase} and held(game, "row", seat).keys() == set(view.row)
    assert held(game, "decrees_unseen", seat).keys() == set(view.decrees_unseen)
    assert held(game, "forest", seat) == Counter(place.card for place in view.forest if place.player is None)
    assert value(game, "elder_deck", seat) == view.elder_deck
    assert value(game, "decrees_to_come", seat) == view.decrees_to_come
    me = view.players[seat]
    assert held(game, "own.mat", seat).keys() == set(me.mat)
    assert held(game, "own.elders", seat).keys() == {elder.id for elder in me.elders}
    assert value(game, "own.elder_points", seat) == me.points.elders
    for k, who in enumerate(["you", "next_1", "next_2"]):
        p = view.players[(seat + k) % 3]
        goods = {good: getattr(p, good) for good in ("fish", "palm", "clay", "ebony", "esteem")}
        assert held(game, f"{who}.goods", seat) == dropped(goods) and value(game, f"{who}.score", seat) == p.score
        assert held(game, f"{who}.tributes", seat) == dropped(p.tributes)
        assert held(game, f"{who}.totems", seat).keys() == set(p.totems)
        assert held(game, f"{who}.islanders", seat).keys() == {islander.id for islander in p.islanders}
        assert held(game, f"{who}.tasked", seat).keys() == {islander.id for islander in p.islanders if islander.tasked}
        assert held(game, f"{who}.decrees", seat).keys() == set(p.decrees)
        there = {region.id: region.stacks[(seat + k) % 3].explorers for region in view.regions}
        assert held(game, f"{who}.explorers", seat) == dropped(there)
        stood = {space.id for region in view.regions for space in region.spaces if space.player == (seat + k) % 3}
        assert held(game, f"{who}.spaces", seat).keys() == stood
        assert value(game, f"{who}.elder_count", seat) == p.elder_count


def dropped(counts: dict[str, int]) -> dict[str, int]:
    return {key: number for key, number in counts.items() if number}


def test_what_you_do_not_see_is_not_in_there() -> None:
    """Buru: which Explorer another seat has laid down."""
    one = skerry.new("buru", players=2, seed=4)
    actor = one.seat
    assert actor is not None
    one.play(one.legal[0])  # a region
    other = one.clone()
    one.play(one.legal[0])
    other.play(other.legal[1])
    assert one.observe(1 - actor) == other.observe(1 - actor)
    assert one.observe(actor) != other.observe(actor) and one.truth() != other.truth()
    assert numbers(one, "history.action", 1 - actor, 2)[-2:] != numbers(one, "history.action", actor, 2)[-2:]


def test_the_history_tells_who_did_what() -> None:
    game = skerry.new("_blank", players=2, seed=1)
    seat = game.seat
    assert seat is not None
    game.play("gather")
    while game.seat != seat:  # a turn of the other, and perhaps dice
        game.play(game.legal[0])
    moves = list(zip(numbers(game, "history.seat", seat, 8), numbers(game, "history.action", seat, 8), strict=True))
    assert (0, game.number("gather")) in moves and any(who == 1 for who, _ in moves)
    unseen = skerry.new("_blank", players=2, seed=1).observe(seat, history=100)[-1]
    assert unseen == -1
    assert numbers(game.clone(), "history.action", seat, 8) == [action for _, action in moves]
    assert set(numbers(game.imagine(), "history.action", seat, 8)) == {-1}


def test_the_mask_is_the_list_of_legal_actions() -> None:
    game = skerry.new("tungaru", players=3, seed=1)
    while not game.over:
        assert [action for action, may in enumerate(game.mask) if may] == game.legal
        game.play(game.legal[len(game.legal) // 2])
    assert not any(game.mask) and len(game.mask) == len(game.actions)


def test_a_mask_that_is_kept_stays_as_it_was() -> None:
    game = skerry.new("tungaru", players=2, seed=1)
    kept = []
    while not game.over:
        kept.append((game.mask, game.legal))
        game.play(game.legal[-1])
    assert all([action for action, may in enumerate(mask) if may] == legal for mask, legal in kept)


def test_numbers_of_numpy_are_numbers() -> None:
    np = pytest.importorskip("numpy", reason="NumPy is not installed: python3 play.py test --all")
    game = skerry.new("_blank", players=np.int64(2), seed=1)
    assert game.observe(np.int16(1), np.int64(3)).tolist() == game.observe(1, 3).tolist()
    actions = np.flatnonzero(np.frombuffer(game.mask, bool))
    assert actions.tolist() == game.legal and game.text(actions[0]) == game.text(game.legal[0])
    game.play(actions[-1])
    assert game.record[-1:] != []


def test_a_bot_can_look_at_numbers() -> None:
    def richest(me: skerry.Seat) -> int:
        rows.append(me.observe().tolist())
        return me.legal[0]

    rows: list[list[int]] = []
    game = skerry.new("_blank", players=2, seed=1)
    game.choose(richest)
    assert rows == [game.observe().tolist()]


@pytest.mark.parametrize("name", GAMES)
def test_fields_name_every_number_once(name: str) -> None:
    fields = skerry.fields(name, players=GAMES[name].seats[-1])
    assert all(isinstance(field, Field) for field in fields)
    covered = [place for field in fields for place in range(field.start, field.start + field.count)]
    game = skerry.new(name, GAMES[name].seats[-1], seed=1)
    assert covered == list(range(len(game.observe()))) and skerry.fields(game) == fields
    assert [field.count for field in fields if field.names] == [len(field.names) for field in fields if field.names]
    assert len(game.truth()) == game.truth_fields()[-1].start + game.truth_fields()[-1].count


def test_mistakes_get_one_line() -> None:
    game = skerry.new("_blank", seed=1)
    for history in (-1, 10**9):
        with pytest.raises(MatchError, match="history is a number of moves from 0 to"):
            game.observe(history=history)
    with pytest.raises(MatchError, match="there is no seat 2; the seats are 0 to 1"):
        game.observe(2)


def test_rows_belong_to_whoever_asked() -> None:
    game = skerry.new("_blank", seed=1)
    before = game.observe()
    kept = copy.copy(before.tolist())
    game.play(game.legal[0])
    assert before.tolist() == kept and before.readonly


@pytest.mark.once
def test_the_page_of_fields_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "observations.py"))
    assert page["text"]() == (ROOT / "docs" / "observations.md").read_text(encoding="utf-8"), (
        "run: python3 play.py python tools/observations.py"
    )


def test_the_command_prints_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    app(["fields", "buru", "--players", "3"], standalone_mode=False)
    plain = capsys.readouterr().out
    assert "| `next_2.totems` |" in plain and "`you.elder_count`" in plain
    app(["fields", "buru", "--truth"], standalone_mode=False)
    assert "`seat_1.own.elders`" in capsys.readouterr().out
