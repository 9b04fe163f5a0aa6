"""Tries the Skerry that is installed here, wherever it came from: version, a game of bots, the first page.

python tools/try_installed.py [--compiled | --uncompiled] [--library]

With --library, it was installed without the extra `play`: no page, and the command says what is missing.
"""

import re
import subprocess
import sys
import tempfile
import urllib.request

import skerry
from skerry.bots import Observer, make_bot
from skerry.core.compiled import COMPILED
from skerry.games import GAMES
from skerry.match import Match, SeatPlan


def main(words: list[str]) -> None:
    build = "compiled" if COMPILED else "uncompiled"
    wanted = {word.removeprefix("--") for word in words if word != "--library"}
    if wanted and build not in wanted:
        sys.exit(f"This one is {build}: {skerry.__file__}")
    if "--library" in words:
        try_library(build)
        return
    said = subprocess.run(
        [sys.executable, "-m", "skerry", "--version"], capture_output=True, text=True, check=True
    ).stdout
    assert said == f"skerry {skerry.__version__}, {build}\n", said
    for name in GAMES:
        match = play(name)
        print(f"{match.game.title}: {len(match.moves)} moves, {match.state.scores()}")
    print(f"The page: {page_size() // 1000} kB. {said.strip()}: all right.")


def try_library(build: str) -> None:
    """Games, bots of one's own and the arena; and one line instead of the command."""

    def first(me: skerry.Seat) -> int:
        return me.legal[0]

    for name in GAMES:
        game = skerry.new(name, seed=1)
        while not game.over:
            game.play(game.choose("novice"))
        print(game)
    print(skerry.arena("tidepool", {"first": first, "random": "random"}, games=4))
    command = subprocess.run([sys.executable, "-m", "skerry", "--version"], capture_output=True, text=True)
    assert command.returncode == 1 and "pip install 'skerry[play]'" in command.stderr, command.stderr
    print(f"The library alone, {build}: all right.")


def play(name: str) -> Match:
    match = Match(name, [SeatPlan(f"Bot {seat + 1}") for seat in range(GAMES[name].seats[-1])], seed="7")
    match.begin()
    while match.to_move is not None:
        observer = Observer(match.game, match.state, match.to_move)
        match.play(match.to_move, match.game.actions.text(make_bot("novice", name, len(match.log)).choose(observer)))
    return match


def page_size() -> int:
    """Of the first page, from a server as people start it."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "skerry", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = re.search(r"http://\S+", server.stdout.readline())
            assert url, "the server did not start"
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            page = opener.open(url[0], timeout=30).read().decode()
            assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
            assert assets, page
            return len(page) + sum(len(opener.open(url[0] + asset, timeout=30).read()) for asset in assets)
        finally:
            server.terminate()
            server.wait()
            if server.stdout is not None:
                server.stdout.close()


if __name__ == "__main__":
    main(sys.argv[1:])
