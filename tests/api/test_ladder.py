"""The ladder that anyone enters with a file."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import skerry
from skerry.api.bot_file import bot_in_file
from skerry.api.bots import BotError
from tests.terminal.command import run

LAST = "def last(me):\n    return me.legal[-1]\n"
GREEDY = """
def after(me, action):
    game = me.imagine()
    game.play(action)
    return game.scores[me.seat]

class bot:
    def __call__(self, me):
        return max(me.legal, key=lambda action: after(me, action))
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def climb(folder: Path, *enter: Path, **more: Any) -> Any:
    more = {"games": 20, "levels": ["random"]} | more
    return skerry.ladder("tidepool", enter, folder=folder / "ladder", **more)


def test_a_file_enters_and_is_rated_among_the_levels(tmp_path: Path) -> None:
    found = climb(tmp_path, written(tmp_path, "mine.py", GREEDY))
    assert [line.name for line in found.lines][-1] == "random" and found["easy"].elo.value == 1000
    mine = found["mine"]
    assert mine.is_entry and mine.games == 40 and set(mine.against) == {"random", "easy"}
    assert mine.elo.low < mine.elo.value < mine.elo.high and mine.elo.value > found["random"].elo.value
    assert "mine" in str(found) and "every pair 20 games" in str(found)


def test_what_has_been_played_is_not_played_again(tmp_path: Path) -> None:
    counts: list[tuple[int, bool]] = []

    def tell(total: int, count: int, before: bool) -> None:
        counts.append((count, before))

    first = climb(tmp_path, written(tmp_path, "mine.py", LAST))
    assert climb(tmp_path, tell=tell) == first  # the file is kept in the folder, the results too
    assert counts == [(20, True)] * 3
    counts.clear()
    climb(tmp_path, written(tmp_path, "other.py", GREEDY), tell=tell)
    assert sum(count for count, before in counts if not before) == 3 * 20  # the newcomer's alone
    counts.clear()
    assert climb(tmp_path, games=30, tell=tell)["mine"].games == 90
    assert sum(count for count, before in counts if not before) == 6 * 10


def test_a_changed_bot_starts_afresh(tmp_path: Path) -> None:
    climb(tmp_path, written(tmp_path, "mine.py", LAST))
    counts: list[int] = []
    climb(
        tmp_path,
        written(tmp_path, "mine.py", LAST.replace("-1", "0")),
        tell=lambda total, count, before: counts.append(0 if before else count),
    )
    assert sum(counts) == 2 * 20


def test_a_bot_that_fails_is_left_out_and_the_others_are_rated(tmp_path: Path) -> None:
    broken = written(tmp_path, "broken.py", "def bot(me):\n    return {}[me.seat]\n")
    cheat = written(tmp_path, "cheat.py", "def bot(me):\n    return 'gold'\n")
    found = climb(tmp_path, written(tmp_path, "mine.py", LAST), broken, cheat)
    assert {line.name for line in found.lines} == {"mine", "easy", "random"}
    assert found.left_out["broken"] == "KeyError: 0" or found.left_out["broken"] == "KeyError: 1"
    assert "the bot 'cheat' answered 'gold'" in found.left_out["cheat"] and "left out" in str(found)


def test_a_file_that_was_broken_later_is_told_and_left_out(tmp_path: Path) -> None:
    climb(tmp_path, written(tmp_path, "mine.py", LAST))
    written(tmp_path / "ladder" / "entries", "mine.py", "def bot(me: return 0")
    assert "SyntaxError" in climb(tmp_path).left_out["mine"]


def test_several_processes_give_the_same_ladder(tmp_path: Path) -> None:
    path = written(tmp_path, "mine.py", LAST)

    def strengths(folder: str, jobs: int) -> list[Any]:
        (tmp_path / folder).mkdir()
        return [(line.name, line.elo) for line in climb(tmp_path / folder, path, levels=["random"], jobs=jobs).lines]

    assert strengths("one", 1) == strengths("two", 2)


def test_four_sit_at_a_table(tmp_path: Path) -> None:
    found = climb(tmp_path, written(tmp_path, "mine.py", GREEDY), players=4, games=4)
    assert found["mine"].games == 8 and sum(line.wins for line in found.lines) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("easy.py", LAST, "'easy' is one of Skerry's own bots; give your file another name"),
        ("mine.py", "import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("mine.py", "x = 1", "there is no bot in it; call one `bot`"),
        ("mine.py", LAST + "def other(me): ...", "which of these is the bot: last, other? Call it `bot`"),
        ("mine.py", "bot = 3", "a bot is the name of one or something to call with a Seat, not int"),
        ("mine.txt", LAST, "a bot is in a file that ends in .py"),
    ],
)
def test_what_is_no_bot_is_refused_before_anything_is_played(name: str, text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BotError) as error:
        climb(tmp_path, written(tmp_path, name, text))
    assert words in str(error.value) and not (tmp_path / "ladder").exists()


def test_a_name_says_which_of_several_it_is_and_neighbours_can_be_imported(tmp_path: Path) -> None:
    written(tmp_path, "my_words.py", "CHOICE = -1")
    path = written(tmp_path, "mine.py", f"from my_words import CHOICE\n{LAST}\ndef other(me):\n    return CHOICE\n")
    found: Any = bot_in_file(f"{path}:other")
    assert found(None) == -1
    with pytest.raises(BotError, match="there is no 'third' in it"):
        bot_in_file(f"{path}:third")


def test_the_command_shows_the_ladder_and_writes_a_page_and_figures(tmp_path: Path) -> None:
    written(tmp_path, "mine.py", GREEDY)
    words = ["ladder", "tidepool", "--enter", "mine.py", "--games", 10, "--levels", "random", "--jobs", 1]
    done = run(*words, "--report", "l.html", "--json", "l.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Tidepool, 2 players: 3 bots" in done.stdout and "easy is 1000" in done.stdout
    assert (tmp_path / "ladder" / "tidepool-2p" / "entries" / "mine.py").exists()
    figures = json.loads((tmp_path / "l.json").read_text())
    page = " ".join(ElementTree.fromstring((tmp_path / "l.html").read_bytes()).itertext())
    for line in figures["lines"]:
        assert line["name"] in done.stdout and f"{line['elo']['value']:.0f}" in page
    again = run("ladder", "tidepool", "--games", 10, "--levels", "random", "--jobs", 1, cwd=tmp_path)
    assert again.stdout.splitlines()[:6] == done.stdout.splitlines()[:6]
    wrong = run("ladder", "tidepool", "--players", 1, cwd=tmp_path)
    assert wrong.returncode == 2 and "choose 2 players or more" in wrong.stderr
