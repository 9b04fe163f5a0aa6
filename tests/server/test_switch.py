"""A server begun on the sources, whose bots change over to the compiled engine when that is there."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import skerry
from skerry.bots import Budget, Observer, make_bot
from skerry.core.compiled import COMPILED
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from tests.server.browser import Guest, is_over, play_on, possible

pytestmark = pytest.mark.skipif(not COMPILED, reason="needs both builds: runs with the tests on the compiled package")

SOURCES = Path(__file__).parents[2] / "src"
CHOOSE = """
import pickle, sys
from skerry.bots import Budget, make_bot
from skerry.core.compiled import COMPILED
assert not COMPILED
observer = pickle.load(sys.stdin.buffer)
choice = make_bot("hard", observer.game.name, 7, Budget(simulations=16)).choose(observer)
sys.stdout.buffer.write(pickle.dumps((choice, observer)))
"""


class Process:
    """A server as play.py starts it while it compiles: the package comes first on the path, but is not there yet."""

    def __init__(self, data: Path, package: Path) -> None:
        path = os.pathsep.join([str(package), str(SOURCES)])
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "skerry", "serve", "--port", "0", "--data", str(data)],
            env=os.environ | {"PYTHONPATH": path, "SKERRY_SOON": str(package)},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.host = self.says().split("/")[2]

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)

    def bots(self) -> list[int]:
        """Its processes that have loaded a bot's brain."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found


def test_a_game_begun_uncompiled_goes_on_compiled(tmp_path: Path) -> None:
    package = tmp_path / "package"
    server = Process(tmp_path / "data", package)
    ann = Guest(server.host)
    try:
        assert ann.home()["compiled"] is False
        id_ = ann.start("me bot:hard")
        seat = ann.sit(id_)
        for _ in range(3):
            seat.my_turn()
            move = seat.picture["move"]
            seat.play(possible(seat.picture)[0])
            seat.until(lambda update, move=move: update["picture"]["move"] > move)
        seat.my_turn()
        assert seat.update["hurried"] is True
        before = seat.picture["lines"]

        shutil.copytree(Path(skerry.__file__).parents[1], tmp_path / "half")
        (tmp_path / "half").rename(package)
        assert server.says() == "The engine is compiled. Bots think faster now.\n"
        assert ann.home()["compiled"] is True

        play_on(seat)
        assert is_over(seat.update)
        assert seat.update["hurried"] is False
        assert seat.picture["lines"][: len(before)] == before
        assert server.bots()
        if sys.platform == "linux":
            for bot in server.bots():
                assert str(package) in Path(f"/proc/{bot}/maps").read_text()
        saved = tmp_path / "match.json"
        saved.write_bytes(ann.http.get(f"/api/tables/{id_}/match").raise_for_status().content)
    finally:
        ann.leave()
        server.end()
    for path in (SOURCES, package):
        run = subprocess.run(
            [sys.executable, "-P", "-m", "skerry", "check", str(saved)],
            env=os.environ | {"PYTHONPATH": str(path)},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0 and "follow from the seed" in run.stdout, run.stdout + run.stderr


@pytest.mark.parametrize("game", GAMES)
def test_what_one_build_has_pickled_the_other_reads_and_both_choose_the_same(game: str) -> None:
    seats = GAMES[game].seats[-1]
    match = Match(game, [SeatPlan(f"bot {seat}") for seat in range(seats)], seed="42")
    match.begin()
    for _ in range(12):
        assert match.to_move is not None
        match.play(match.to_move, match.game.actions.text(match.state.legal_actions()[0]))
    assert match.to_move is not None
    observer = Observer(match.game, match.state, match.to_move)
    run = subprocess.run(
        [sys.executable, "-c", CHOOSE],
        input=pickle.dumps(observer),
        env=os.environ | {"PYTHONPATH": str(SOURCES)},
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr.decode()
    choice, back = pickle.loads(run.stdout)
    assert back.legal == observer.legal
    for here in (observer, back):
        assert make_bot("hard", game, 7, Budget(simulations=16)).choose(here) == choice
