"""`game.observe`: what a seat may know, as numbers."""

import copy
import runpy
from pathlib import Path

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


def test_numbers_are_those_of_the_view() -> None:
    game = skerry.new("nusfjord", players=3, seed=1)
    for _ in range(60):
        game.play(game.legal[-1])
    for seat in range(3):
        view = game.view(seat)
        for k, who in enumerate(["you", "next_1", "next_2"]):
            p = view.players[(seat + k) % 3]  # type: ignore[attr-defined]
            known = [value(game, f"{who}.{name}", seat) for name in ("wood", "fish", "gold", "score", "hand_size")]
            assert known == [p.wood, p.fish, p.gold, p.score, p.hand_size]
            cards = next(field.names for field in game.fields() if field.name == f"{who}.built")
            built = {
                card for card, is_there in zip(cards, numbers(game, f"{who}.built", seat), strict=True) if is_there
            }
            assert built == {cell.card for cell in p.harbor if cell.card}


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
