"""`skerry.new`: one game from Python."""

import copy
import inspect
import pickle
import pydoc
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

import skerry
from skerry.api.drawing import COUNTED_GOODS, DRAWN_GOODS, GLOW
from skerry.api.names import OfferedGame, OfferedLevel
from skerry.api.picture import sections_seen
from skerry.bots.levels import LEVELS
from skerry.core.game import OptionError
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match import Match, MatchError, SaveError, SeatPlan
from tests.laws.laws import position
from tests.terminal.command import run

PACKAGE = Path(skerry.__file__).parent


def played(game: skerry.Game, moves: int) -> skerry.Game:
    for _ in range(moves):
        if not game.over:
            game.play(game.legal[-1])
    return game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("at_the_edge", [0, -1])
def test_a_game_is_the_match_with_the_same_seed(name: str, at_the_edge: int) -> None:
    players = GAMES[name].seats[at_the_edge]
    game = skerry.new(name, players=players, seed=5)
    match = Match(name, [SeatPlan(f"P{n}", "random") for n in range(players)], seed="5", options=GAMES[name].among_bots)
    match.begin()
    turn = 0
    while not match.over:
        assert (game.seat, game.legal) == (match.to_move, match.state.legal_actions())
        action = game.legal[turn % len(game.legal)]
        turn += 1
        match.play(match.to_move, game.text(action))
        game.play(action)
    assert game.over and game.seat is None and game.legal == []
    assert game.scores == match.state.scores() and position(game.state) == position(match.state)
    assert game.winners == [seat for seat in range(players) if match.state.winners() >> seat & 1]


def test_an_action_is_played_by_its_number_or_its_text() -> None:
    one, other = skerry.new("_blank", seed=1), skerry.new("_blank", seed=1)
    one.play(one.legal[0])
    other.play(other.text(other.legal[0]))
    assert position(one.state) == position(other.state)
    assert one.number(one.text(one.legal[0])) == one.legal[0]
    assert "Gather" in one.words("gather")


def test_every_question_is_a_choice() -> None:
    game = skerry.new("buru", players=3, seed=2)
    while not game.over:
        assert len(game.legal) > 1 and game.state.to_move() != CHANCE
        game.play(game.legal[0])


def test_chance_has_its_true_weights() -> None:
    """Outcomes that are not equally likely: the first draw with unequal weights in any game."""
    from skerry.core.playout import random_action
    from skerry.core.rng import Rng
    from skerry.core.state import new_buffer
    from skerry.match import luck

    weights, options, rng = new_buffer(), new_buffer(), Rng(3)
    for rules in GAMES.values():
        state = rules.new(rules.load_kit(), rules.seats[-1], rules.complete_options(rules.among_bots))
        state.settle()
        while not state.over:
            if state.to_move() == CHANCE and (total := state.weights_into(weights)):
                legal = state.legal_actions()
                due = [weights[place] / total for place in range(len(legal))]
                if max(due) > 1.5 * min(due):
                    drawn = Counter(luck.chance_action(state, "weights", number) for number in range(4000))
                    assert all(
                        abs(drawn[action] / 4000 - share) < 0.04 for action, share in zip(legal, due, strict=True)
                    )
                    return
            state.apply(random_action(state, options, weights, rng))
    pytest.fail("no game has outcomes that differ in weight")


def test_the_same_seed_gives_the_same_game_and_another_one_does_not() -> None:
    ends = [position(played(skerry.new("_blank", players=4, seed=seed), 60).state) for seed in (1, 1, "1", 2)]
    assert ends[0] == ends[1] == ends[2] != ends[3]


def test_a_clone_goes_its_own_way() -> None:
    game = played(skerry.new("_blank", players=3, seed=4), 3)
    before = position(game.state)
    for twin in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        played(twin, 500)
        assert twin.over and position(game.state) == before
        assert position(twin.state) == position(played(game.clone(), 500).state)  # the same dice
    assert pickle.loads(pickle.dumps(game)).state.kit is game.state.kit
    lucks = {position(played(game.clone(seed=seed), 500).state) for seed in range(10)}
    assert len(lucks) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(name: str, tmp_path: Path) -> None:
    game = played(skerry.new(name, players=3, seed=6), 20)
    path = tmp_path / "game.json"
    game.save(path)
    back = skerry.load(str(path))
    assert (back.seat, back.legal, back.scores) == (game.seat, game.legal, game.scores)
    assert position(played(back, 15).state) == position(played(game, 15).state)
    back.save(path)
    checked = run("check", path, cwd=tmp_path)
    assert checked.returncode == 0 and "Dice and draws follow from the seed" in checked.stdout, checked.stdout


def test_what_is_imagined_looks_the_same_and_hides_the_truth() -> None:
    game = played(skerry.new("_blank", players=4, seed=7), 5)
    fancies = [game.imagine(seed=seed) for seed in range(20)]
    for fancy in fancies:
        assert fancy.view() == game.view() and fancy.legal == game.legal
    assert len({position(fancy.state) for fancy in fancies}) > 1
    other = (game.seat + 1) % 4
    assert game.imagine(other).view(other) == game.view(other)
    with pytest.raises(MatchError, match="imagined"):
        fancies[0].save("nowhere.json")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: skerry.new("chess"), "there is no game 'chess'; choose from: "),
        (lambda: skerry.new("tungaru", players=6), "Tungaru is for 2 to 5 players, not 6"),
        (lambda: skerry.new("buru", options={"dice": "red"}), "Buru has no option 'dice'; it has: "),
        (lambda: skerry.new("buru", options={"lawan": "maybe"}), "option lawan: 'maybe' is not among "),
        (lambda: skerry.new("buru", options={"lawan": True}), "option lawan: values are texts"),
        (lambda: skerry.new("buru", options="lawan:yes"), "options are given by name, as in {'lawan': 'yes'}"),
        (lambda: skerry.new("buru", players="2"), "Buru is for 1 to 4 players, not '2'"),
        (lambda: skerry.new("buru", players=2.0), "Buru is for 1 to 4 players, not 2.0"),
        (lambda: skerry.new("_blank").play("gahter"), "did you mean 'gather'?"),
        (lambda: skerry.new("_blank").play(9999), "Tidepool has no action 9999"),
        (lambda: skerry.new("_blank").play(10**30), "Tidepool has no action 1000"),
        (lambda: skerry.new("_blank").play(-1), "Tidepool has no action -1"),
        (lambda: skerry.new("_blank").play(None), "an action is a number or a text, not 'None'"),
        (lambda: skerry.new("_blank").play(1.0), "an action is a number or a text, not '1.0'"),
        (lambda: skerry.new("_blank").observe("you"), "there is no seat you; the seats are 0 to 1"),
        (lambda: skerry.new("_blank").observe(history=None), "history is a number of moves from 0 to 1,000, not None"),
        (lambda: skerry.new("_blank", seed=1).view(7), "there is no seat 7; the seats are 0 to 1"),
        (lambda: played(skerry.new("_blank"), 999).play(0), "the game is over"),
        (lambda: played(skerry.new("_blank"), 999).imagine(), "the game is over"),
        (lambda: skerry.new("_blank").choose("hrad"), "there is no bot 'hrad'; choose from: random, "),
        (lambda: skerry.load("missing.json"), "missing.json: cannot be read"),
        (lambda: skerry.new("_blank").save("no/such/folder.json"), "cannot be written"),
        (lambda: skerry.new("_blank").save("."), "cannot be written: it is a folder"),
        (lambda: skerry.arena("_blank", ["random", "novice"], games="10"), "games is a number from 1 to "),
        (lambda: skerry.arena("_blank", [max, "random"]), "give your own bots names"),
        (lambda: skerry.arena("_blank", {1: "random"}), "a bot's name has 1 to 32 letters"),
        (lambda: skerry.arena("_blank", []), "say who plays"),
        (lambda: skerry.register(1, max), "a bot's name has 1 to 32 letters"),
    ],
)
def test_wrong_use_gets_one_clear_line(make, words) -> None:
    with pytest.raises(ValueError) as raised:
        make()
    assert words in str(raised.value) and "\n" not in str(raised.value)
    assert isinstance(raised.value, MatchError | OptionError | SaveError | ValueError)


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    game = skerry.new("_blank", seed=1)
    refused = 0
    for action in GAMES["_blank"].candidates(game.state):
        if action not in game.legal:
            before = position(game.state)
            with pytest.raises(MatchError, match=r"\(§[a-z_]+\.") as raised:
                game.play(action)
            assert raised.value.reason.rule in game.rules.rules
            assert position(game.state) == before
            refused += 1
    assert refused


def test_a_game_at_a_real_table_is_left_to_the_table(tmp_path: Path) -> None:
    from skerry.match import save_match

    match = Match("_blank", [SeatPlan("Anna"), SeatPlan("Bo")], seed="1", typed_in=True)
    save_match(match, tmp_path / "table.json")
    with pytest.raises(MatchError, match="real table"):
        skerry.load(tmp_path / "table.json")


@pytest.mark.once
def test_import_skerry_loads_nothing_yet() -> None:
    code = "import sys, skerry; print([m for m in sys.modules if m.startswith(('skerry.', 'msgspec', 'openskill'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PACKAGE.parent)
    assert done.stdout.strip() == "['skerry.version']", done.stderr


def test_all_names_of_the_page_are_there() -> None:
    assert all(getattr(skerry, name) is not None for name in skerry.__all__)
    assert set(skerry.__all__) <= set(dir(skerry))
    with pytest.raises(AttributeError, match="no attribute 'nwe'"):
        skerry.nwe  # noqa: B018


def test_a_hint_says_what_to_do_and_why_by_what_the_seat_may_know() -> None:
    game = skerry.new("_blank", players=2, seed="hint")
    found = game.hint(seconds=0.3)
    assert found is not None
    assert set(found.best) <= {game.text(action) for action in game.legal}
    assert found.move and found.why and "{" not in found.move + found.why


def test_a_hint_that_suggests_the_same_as_the_one_before_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = skerry.new("_blank", players=2, seed="hint")
    first = game.hint(seconds=0.3)
    assert first is not None
    monkeypatch.setattr("skerry.teacher.hints.hint.hint", lambda *_: first)  # it might change its mind by chance
    again = game.hint(before=first)
    assert again is not None and again.move == f"As before: {first.move}"
    other = game.hint(before=msgspec.structs.replace(first, best=("something else",)))
    assert other == first


def test_the_list_of_legal_actions_is_the_callers_own() -> None:
    game = skerry.new("buru", seed=1)
    before = game.legal
    game.legal.append(9999)
    game.legal.reverse()
    assert game.legal == before
    illegal = next(number for number in range(len(game.actions)) if number not in before and game.actions.text(number))
    game.legal.append(illegal)
    with pytest.raises(skerry.api.game.Refused):
        game.play(illegal)


@pytest.mark.parametrize("seed", [1.0, True, object(), [1]])
def test_a_seed_is_a_whole_number_or_a_text(seed: object) -> None:
    with pytest.raises(MatchError, match="a seed is a whole number or a text"):
        skerry.new("buru", seed=seed)  # type: ignore[arg-type]


def test_games_go_by_folder_and_title_in_any_case() -> None:
    assert [skerry.new(name).name for name in ("tidepool", "Tidepool", "_blank", "BURU", "Nusfjord")] == [
        "_blank",
        "_blank",
        "_blank",
        "buru",
        "nusfjord",
    ]
    with pytest.raises(MatchError, match="there is no game 'chess'"):
        skerry.new("chess")


def test_a_game_is_played_with_other_components_and_saved_with_them(tmp_path: Path) -> None:
    tiny = skerry.new("tidepool", seed=1, components="tiny")
    assert len(skerry.new("tidepool", seed=1).record) > len(tiny.record) and "draw" not in map(tiny.text, tiny.legal)
    while not tiny.over:
        tiny.play(tiny.legal[0])
    tiny.save(tmp_path / "tiny.json")
    assert skerry.load(tmp_path / "tiny.json").scores == tiny.scores
    mine = tmp_path / "mine.toml"
    mine.write_text('[[numbers]]\nid = "tides"\nsource = "rulebook"\nvalue = 1\n')
    assert skerry.new("tidepool", components=mine).rules.rounds(skerry.new("tidepool", components=mine).state) == 1
    with pytest.raises(ValueError, match="cannot be read"):
        skerry.new("tidepool", components="none-of-these")


def test_the_module_lists_what_it_offers() -> None:
    assert {name for name in dir(skerry) if not name.startswith("_")} == set(skerry.__all__)


@pytest.mark.parametrize("deck", ["herring", "mixed"])
def test_a_pickled_game_of_nusfjord_names_its_cards_and_goes_on_alike(deck: str) -> None:
    game = played(skerry.new("nusfjord", 3, seed=4, options={"deck": deck}), 45)
    data = pickle.dumps(game)
    twin = pickle.loads(data)
    assert len(data) < 4000  # the cards alone would be twice that
    while not game.over:
        assert twin.legal == game.legal and twin.observe().tolist() == game.observe().tolist()
        action = game.legal[len(game.legal) // 2]
        game.play(action)
        twin.play(action)
    assert twin.scores == game.scores


def test_help_speaks_of_what_is_compiled_too() -> None:
    game = skerry.new("tidepool", seed=1)
    assert "Take a legal action" in pydoc.render_doc(game.play, renderer=pydoc.plaintext)
    assert "may know, as numbers" in pydoc.render_doc(game.observe, renderer=pydoc.plaintext)
    assert list(inspect.signature(game.play).parameters) == ["action"]
    assert inspect.signature(skerry.arena) == inspect.signature(skerry.tournament)


def test_editors_are_offered_every_name_there_is() -> None:
    assert {name if name != "tidepool" else "_blank" for name in get_args(OfferedGame)} == set(GAMES)
    assert get_args(OfferedLevel) == tuple(LEVELS)
    assert OfferedGame in get_args(get_type_hints(skerry.new)["game"])


class OpenTags(HTMLParser):
    """Collects the words of the cells, and fails on tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_shows_what_the_seat_to_move_may_know_and_no_more(name: str) -> None:
    game = played(skerry.new(name, 2, seed=3), 12)
    page = OpenTags()
    page.feed(game._repr_html_())
    assert not page.tags and "Player 2" in page.words and "{" not in page.words
    assert page.words.count("\n") > 10
    for seed in range(3):
        assert game.imagine(seed=seed)._repr_html_() == game._repr_html_()  # nothing that it cannot know
    while not game.over:
        game.play(game.legal[0])
    assert "over, scores" in game._repr_html_()


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_draws_a_board_that_shows_what_may_be_chosen(name: str) -> None:
    game = played(skerry.new(name, 3, seed=5), 20)
    drawn = game._repr_html_()
    sections = sections_seen(game.rules, game.state, game.seat or 0)
    cards = [thing for section in sections for item in section.items for thing in item.things]
    assert drawn.count("max-width: 13em") == len(cards) > 3  # a card for everything on the table
    places = {game.rules.terms(game.state, action).at[:1] for action in game.legal}
    framed = [thing for thing in cards if (thing.piece,) in places]
    assert drawn.count(f"2px solid {GLOW}") >= len(framed)
    assert "<script" not in drawn and "<style" not in drawn and "http" not in drawn


def test_goods_are_drawn_beside_their_numbers() -> None:
    assert skerry.new("nusfjord", 2, seed=1)._repr_html_().count("<svg") > 10
    words = [words for good in DRAWN_GOODS for words in (f"2 {good}", f"1 {good.capitalize()}s")]
    assert all(COUNTED_GOODS.search(word) for word in words) and not COUNTED_GOODS.search("2 goldfish")


def test_a_notebook_shows_names_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.api.game.player_names", lambda players: ["<b>& co"] * players)
    shown = skerry.new("tidepool", seed=1)._repr_html_()
    assert "&lt;b&gt;&amp; co" in shown and "<b>" not in shown
