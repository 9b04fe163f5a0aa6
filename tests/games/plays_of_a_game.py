"""All that can be done with a game: `python -m tests.games.plays_of_a_game rockpool Rockpool FOLDER`.

A program of its own, because test_a_game_more.py runs it with a copy of the sources that has one game more.
"""

import subprocess
import sys
from pathlib import Path

import skerry
from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.match import Match, SeatPlan
from skerry.server.protocol.typescript import generate_view
from skerry.server.settings import Settings
from tests.server.browser import Guest, Running, is_over, play_on

NAMES = ["Wren", "Runa"]


def play_with_bots(game: str) -> None:
    """Every level plays it, even without a judgement of its own."""
    match = Match(game, [SeatPlan(name) for name in NAMES], seed="1")
    match.begin()
    bots = [make_bot("easy", game, 1, Budget(simulations=3)), make_bot("expert", game, 2, Budget(simulations=3))]
    while (seat := match.to_move) is not None:
        match.play(seat, match.actions.text(bots[seat].choose(Observer(match.game, match.state, seat))))
    assert match.over and len(match.state.scores()) == 2


def play_in_the_browser(game: str, title: str, folder: Path) -> None:
    """The front page offers it, and it is played to the end against a bot."""
    running = Running(Settings(data=folder / "data"))
    guest = Guest(running.host)
    try:
        assert title in {info["title"] for info in guest.home()["games"]}
        seat = guest.sit(guest.start("me bot", game=game))
        play_on(seat)
        assert is_over(seat.update)
    finally:
        guest.leave()
        running.stop()


def play_in_the_terminal(game: str, folder: Path) -> None:
    command = f"-m skerry arena {game} --bots random,easy --games 2 --budget 3sims --folder {folder / 'games'}"
    done = subprocess.run([sys.executable, *command.split()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def main(game: str, title: str, folder: Path) -> None:
    assert Path(skerry.__file__).is_relative_to(folder)
    assert skerry.new(game, players=2, seed=1).players == 2
    assert "export interface View" in generate_view(game)
    play_with_bots(game)
    play_in_the_browser(game, title, folder)
    play_in_the_terminal(game, folder)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
