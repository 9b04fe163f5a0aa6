"""What can be read during a game: cards, rules, the board, what changed on it."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from skerry.terminal.explain import faces_in
from tests.terminal.command import COMMAND, ENV, run, run_anew
from tests.terminal.test_play import TURNS

QUESTION = "gather, draw, play a card or rest"


def answers(tmp_path: Path, *typed: str, seats: str = "me:Anna") -> list[str]:
    """What is printed after each line that is typed at the first question, without line breaks."""
    lines = "".join(f"{line}\n" for line in typed)
    done = run("play", "_blank", "--seats", seats, "--seed", "3", "--save", "m.json", typed=lines, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return [" ".join(part.split()) for part in done.stdout.split("›")[1:]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("?", "§turn.1 Starting with the first player"),
        ("? 1", "You gain 2 shells"),
        ("? 0", "Rest (or type: rest)"),
        ("? rake", "Rake: +1 whenever you gather; cost 1, points 0"),
        ("? RAK", "Rake: +1 whenever you gather"),
        ("? message", "Message in a Bottle: take 1 from the supply"),
        ("? §turn.2", "§turn.2 Gather: take as many Shells"),
        ("? turn.2", "§turn.2 Gather: take as many Shells"),
        ("? §pool", "§pool.4 "),
        ("? §none.1", "There is no rule §none.1"),
        ("? supply", "§setup.1 The supply holds"),
        ("? anna", "Hand Message in a Bottle (take 1 from the supply"),
        ("? xyzzy", "Nothing here is called 'xyzzy'"),
        ("rules gull", "§pool.3 In the solo game, a gull"),
        ("rules undo", "§undo.chance"),
        ("rules", "Pools §pool.1 §pool.2"),
        ("t", "Supply 10 Shells"),
        ("m", "Display Case (scores 1"),
        ("s", "Score so far"),
        ("l", "Round 1 of 4 begins"),
        ("l 1", "tide: a gatherer finds"),
        ("help", "rules WORD every rule that mentions a word"),
        ("rake", "There is no option 'rake' now; ? rake explains it"),
        ("play", "Which one do you mean? 3 Play Message in a Bottle"),
    ],
)
def test_every_command_is_answered_and_the_question_is_there_again(typed: str, said: str, tmp_path: Path) -> None:
    [answer, _] = answers(tmp_path, typed)
    assert said in answer
    assert QUESTION in answer.split(said)[1]


def test_a_card_is_played_by_its_name(tmp_path: Path) -> None:
    assert "Anna plays Message in a Bottle" in answers(tmp_path, "message in a bottle")[0]


def test_an_impossible_option_says_why(tmp_path: Path) -> None:
    assert "Not possible: Play Display Case" in answers(tmp_path, "draw", "display")[1]


def test_pass_is_the_same_key_in_every_turn(tmp_path: Path) -> None:
    said = answers(tmp_path, "0", "p", seats="me:Anna")
    assert "Anna rests" in said[0] and "Anna rests" in said[1]


def test_a_turn_is_confirmed_before_the_bots_go_on_and_can_be_undone(tmp_path: Path) -> None:
    said = answers(tmp_path, "gather", "m", "what", "u", "rest", "", seats="me:Anna,random")
    assert "Happy with this turn? Enter to continue, u to undo" in said[0]
    assert "Anna" in said[1] and "Happy with this turn?" in said[1]
    assert "Press Enter to continue, u to undo." in said[2]
    assert "Undone." in said[3] and QUESTION in said[3]
    assert "Anna rests" in said[4]
    assert not any(re.search("Runa (gathers|draws|plays|rests|chooses)", part) for part in said[:5])
    assert re.search("Runa (gathers|draws|plays|rests|chooses)", said[5])


def test_the_next_turn_shows_what_changed_and_not_the_whole_board(tmp_path: Path) -> None:
    said = answers(tmp_path, "gather", "", seats="me:Anna,random")
    assert "Deck 12 cards" not in said[1] or "was" in said[1].split("Deck 12 cards")[1][:20]
    assert "Shells 4 (was 2)" in said[1]


def test_names_of_all_printed_things_can_be_looked_up() -> None:
    for game in GAMES.values():
        seats = [SeatPlan(name) for name in ("Anna", "Bo", "Cid", "Dee", "Eva")[: game.seats[0]]]
        match = Match(game.name, seats, seed="1")
        for face in faces_in(game.catalogue(match.state)):
            assert face.name and face.id, face


def test_help_of_a_series_names_bots_that_exist() -> None:
    from skerry.bots import LEVELS

    words = " ".join(run("series", "--help").stdout.replace("│", " ").split())
    assert ", ".join(LEVELS) in words and "search" not in words


def test_you_are_called_by_your_name(tmp_path: Path) -> None:
    for user, name in (("anna", "Anna"), ("root", "Skipper")):
        done = run_anew("play", "_blank", "--players", "3", cwd=tmp_path, LOGNAME=user)
        assert f"Tidepool: {name}, Runa (medium bot), Eskil (medium bot)" in done.stdout


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    done = run("play", "_blank", "--seats", "easy,easy", cwd=tmp_path)
    assert "Final score" in done.stdout and "›" not in done.stdout


def test_bots_alone_play_the_variants_made_for_them(tmp_path: Path) -> None:
    import json

    [(game, options)] = [(game.name, game.among_bots) for game in GAMES.values() if game.among_bots]
    run("play", game, "--seats", "random,random", "--save", "m.json", cwd=tmp_path)
    assert json.loads((tmp_path / "m.json").read_text())["options"].items() >= dict(options).items()


def test_strange_bytes_end_no_game(tmp_path: Path) -> None:
    command = [*COMMAND, "play", "_blank", "--seats", "me", "--save", "m.json"]
    typed = b"\xff\xfe\n" + b"x" * 100_000 + b"\n\x00\x1b[2J\nrest\n"
    env = {**ENV, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=typed, capture_output=True, env=env, cwd=tmp_path, check=True)
    assert b"Traceback" not in done.stderr and b"rests" in done.stdout and b"\x1b" not in done.stdout


@pytest.mark.parametrize("seats", ["me", "me,random", "me,me"])
def test_the_end_of_input_saves_wherever_it_comes(seats: str, tmp_path: Path) -> None:
    for lines in range(5):
        typed = "".join(TURNS.splitlines(keepends=True)[:lines])
        done = run("play", "_blank", "--seats", seats, "--save", f"{lines}.json", typed=typed, cwd=tmp_path)
        assert done.returncode == 0 and "Saved. Continue with: skerry play" in done.stdout, done.stderr
        assert os.path.getsize(tmp_path / f"{lines}.json")


@pytest.mark.parametrize("name", GAMES)
def test_the_board_calls_players_by_their_names(name: str) -> None:
    from skerry.bots import Observer, make_bot

    game = GAMES[name]
    match = Match(name, [SeatPlan("Anna"), SeatPlan("Bo")][: game.seats[-1]], seed="2")
    match.begin()
    bot = make_bot("random", name, 1)
    for _ in range(150):
        if match.to_move is None:
            break
        for section in picture(match, 0).outline:
            words = [section.title, *(word for item in section.items for word in (item.label, item.value, item.note))]
            words += [word for item in section.items for thing in item.things for word in (thing.name, *thing.traits)]
            assert not [word for word in words if "{" in word]
        match.play(match.to_move, match.actions.text(bot.choose(Observer(game, match.state, match.to_move))))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("? serve fish", "§serve.1 Serve Fish: fill one or more empty plates"),
        ("? serve fish", "Not now: You need 3 fish and have 2 (§serve.3)"),
        ("? 3", "§building.1 Build a Building: build one of the revealed Buildings"),
        ("? haul", "haul: How many fish you catch in a round. §fish.2"),
        ("? reserve", "Reserve: Where surplus fish wait, at most 8. §fish.7"),
        ("§work.2", "§work.2 On your turn, place exactly one Worker"),
        ("12345678901", "There is no option 12345678901 now."),
    ],
)
def test_a_newcomer_learns_what_a_space_or_a_word_means(typed: str, said: str, tmp_path: Path) -> None:
    done = run("learn", "nusfjord", "--save", "m.json", typed=f"{typed}\nq\n", cwd=tmp_path)
    answer = " ".join(done.stdout.split("›")[1].split())
    assert said in answer, answer


def test_what_is_not_possible_is_named_under_one_heading(tmp_path: Path) -> None:
    done = run("learn", "nusfjord", "--save", "m.json", typed="q\n", cwd=tmp_path)
    assert "Not now: Serve Fish, Buy All Shares, Build a Ship (? says why)\n" in done.stdout
    done = run("learn", "tungaru", "--save", "t.json", typed="try\ntry\ntry\ntry\n\nq\n", cwd=tmp_path)
    assert "Not now: Settle Marakei, Settle Tarawa, Leader 1 Coconut, " in done.stdout


def test_options_that_were_read_before_stand_under_their_heading(tmp_path: Path) -> None:
    typed = "try\ntry\nyes\nyard\nu\nq\n"
    done = run("learn", "nusfjord", "--save", "m.json", typed=typed, cwd=tmp_path)
    again = done.stdout.split("Undone.")[1]
    assert "A Buildings Fish Stand" not in again and "\nA Buildings\n 1  Fish Stand" in again, again


def test_points_below_zero_have_a_minus(tmp_path: Path) -> None:
    done = run("learn", "nusfjord", "--save", "m.json", typed="s\nq\n", cwd=tmp_path)
    assert "Runa  −6 points" in done.stdout and "-6" not in done.stdout
