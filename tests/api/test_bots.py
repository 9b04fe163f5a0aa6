"""Bots of one's own: in a game, in the arena, by name or as they are."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import skerry
from skerry.api.bots import REGISTERED, OwnBot, source_of
from skerry.bots import Observer
from skerry.core.rng import Rng
from skerry.games import GAMES
from tests.bots.test_levels import decisions
from tests.laws.laws import position


@pytest.fixture(autouse=True)
def nothing_registered() -> Iterator[None]:
    REGISTERED.clear()
    yield
    REGISTERED.clear()


def first(me: skerry.Seat) -> int:
    return me.legal[0]


def unplayable(me: skerry.Seat) -> int:
    return next(action for action in range(len(GAMES["_blank"].actions)) if action not in me.legal)


def greedy(me: skerry.Seat) -> int:
    """The most points right after the action, in one imagined game."""

    def after(action: int) -> int:
        game = me.imagine()
        game.play(action)
        return game.scores[me.seat]

    return max(me.legal, key=after)


def picky(me: skerry.Seat, wish: str = "gather") -> str:
    texts = [me.text(action) for action in me.legal]
    return wish if wish in texts else texts[0]


class Counting:
    """Counts its own decisions, to show that every seat of every game has a bot of its own."""

    made = 0

    def __init__(self) -> None:
        self.asked = 0
        Counting.made += 1

    def __call__(self, me: skerry.Seat) -> int:
        self.asked += 1
        return me.legal[self.asked % len(me.legal)]


@pytest.mark.parametrize("bot", [first, greedy, picky, Counting, partial(picky, wish="draw"), "random", "novice"])
def test_a_bot_is_a_name_or_any_callable(bot) -> None:
    ends = []
    for _ in range(2):
        game = skerry.new("_blank", players=2, seed=1)
        while not game.over:
            action = game.choose(bot)
            assert action in game.legal
            game.play(action)
        ends.append(game.scores)
    if bot != "novice":  # it looks at the clock
        assert ends[0] == ends[1]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_seat_is_the_same_whatever_the_hidden_truth_is(game) -> None:
    seen = []

    def spy(me: skerry.Seat) -> int:
        fancy = me.imagine()
        seen.append((me.seat, me.legal, me.view(), me.words(me.legal[0]), position(fancy.state), fancy.seed))
        return me.legal[0]

    checked = 0
    for state in decisions(game, 3, 8, 1000):
        seat = int(state.to_move())
        other = game.imagine(state, seat, Rng(1))
        if position(other) != position(state):
            for truth in (state, other):
                OwnBot("spy", spy, 4).choose(Observer(game, truth, seat))
            assert seen[-1] == seen[-2]
            checked += 1
    assert checked


def test_the_arena_takes_callables_names_and_registered_bots() -> None:
    skerry.register("first", first)
    found = skerry.arena("_blank", {"mine": greedy, "slow": "easy@2sims", "1st": "first"}, games=12, seed=3)
    assert {bot.name for bot in found.bots} == {"mine", "slow", "1st"} and found.games == 12
    for name in ("mine", "slow", "1st"):
        line = found[name]
        assert line.games == 12 and line.wins.low <= line.wins.value <= line.wins.high
    assert found["mine"].points.value > found["1st"].points.value
    assert "mine" in str(found) and "wins" in str(found) and "4 deals × 3 seatings = 12 games" in str(found)
    by_name = skerry.arena("_blank", ["first", "random"], games=4)
    assert {bot.name for bot in by_name.bots} == {"first", "random"}


def test_the_arena_is_still_a_package() -> None:
    import skerry.arena
    from skerry.arena import make_plan

    assert skerry.arena.make_plan is make_plan and callable(skerry.arena)


def test_a_class_makes_a_bot_for_every_seat_of_every_game() -> None:
    Counting.made = 0
    skerry.arena("_blank", {"counting": Counting, "random": "random"}, games=6)
    assert Counting.made == 6


def test_the_same_arena_gives_the_same_results_also_in_processes(tmp_path: Path) -> None:
    field = {"greedy": greedy, "picky": partial(picky, wish="draw")}
    here, there = (skerry.arena("_blank", field, games=8, jobs=jobs) for jobs in (1, 2))
    assert [(bot.name, bot.wins, bot.points) for bot in here.bots] == [
        (bot.name, bot.wins, bot.points) for bot in there.bots
    ]


def results(folder: Path) -> list[str]:
    return (folder / "results.jsonl").read_text().splitlines()


def test_results_are_kept_and_belong_to_the_code_of_the_bot(tmp_path: Path) -> None:
    def arena(wish: str) -> None:
        skerry.arena("_blank", {"mine": partial(picky, wish=wish), "random": "random"}, games=4, folder=tmp_path)

    arena("draw")
    kept = results(tmp_path)
    assert len(kept) == 4 and len(list((tmp_path / "games").iterdir())) == 4
    arena("draw")
    assert results(tmp_path) == kept  # nothing is played twice
    arena("rest")
    assert len(results(tmp_path)) == 8  # the same name, but another bot


def bot_in(path: Path, code: str):
    path.write_text(code)
    names: dict = {}
    exec(compile(code, str(path), "exec"), names)
    return names["bot"]


def test_a_source_is_the_whole_file_and_its_parameters(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    code = "LIMIT = 1\ndef bot(me):\n    return me.legal[LIMIT]\n"
    one = source_of(bot_in(path, code))
    assert one == source_of(bot_in(path, code))
    assert one != source_of(bot_in(path, code.replace("LIMIT = 1", "LIMIT = 0")))
    weights = [{"gather": 1}, {"gather": 2}]

    def closing(number: int):
        return lambda me: weights[number] and me.legal[0]

    assert source_of(closing(0)) != source_of(closing(1))
    assert source_of(partial(picky, wish="a")) != source_of(partial(picky, wish="b")) != source_of(picky)


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ({"mine": lambda me: 9999}, "the bot 'mine' answered '9999': Tidepool has no action 9999"),
        ({"mine": lambda me: "gahter"}, "did you mean 'gather'?"),
        ({"mine": lambda me: None}, "the bot 'mine' answered 'None'"),
        ({"mine": unplayable}, "(§"),
        ({"mine": 7}, "mine: a bot is the name of one or something to call with a Seat, not int"),
        ({"a,b": first}, "a bot's name has 1 to 32 letters"),
        ({"mine": "hrad"}, "there is no bot 'hrad'; choose from: random, "),
        ({}, "say who plays"),
    ],
)
def test_wrong_use_gets_one_clear_line(bots, words: str) -> None:
    with pytest.raises(ValueError) as raised:
        skerry.arena("_blank", bots, games=2)
    assert words in str(raised.value) and "\n" not in str(raised.value)


def test_a_lambda_stays_in_this_process() -> None:
    with pytest.raises(skerry.BotError, match="'mine' cannot be sent to other processes: .* jobs=1"):
        skerry.arena("_blank", {"mine": lambda me: me.legal[0]}, games=2, jobs=2)


def test_names_of_levels_are_taken() -> None:
    with pytest.raises(skerry.BotError, match="one of Skerry's own bots"):
        skerry.register("hard", first)
    with pytest.raises(skerry.BotError, match="something to call"):
        skerry.register("mine", "hard")  # type: ignore[arg-type]
