"""Several people at one screen, and bots at a real table: nobody reads what is not theirs."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

from tests.terminal.command import COMMAND, ENV, run

WIPED = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled off it


class Terminal:
    """`skerry` in a real terminal."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.master, slave = pty.openpty()
        command = [*COMMAND, *args]
        env = {**ENV, "TERM": "xterm"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=env, start_new_session=True
        )
        os.close(slave)
        self.text = ""

    def until(self, words: str, seconds: float = 60) -> str:
        """Everything printed so far, once the words have come since the last call."""
        deadline, first = time.monotonic() + seconds, len(self.text)
        while words not in re.sub(r"\x1b\[[0-9;]*m", "", self.text[first:]):
            assert time.monotonic() < deadline, self.text[-2000:]
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.master, 65536).decode(errors="replace")
                except OSError as error:  # the other end has closed
                    raise AssertionError(self.text[-2000:]) from error
        return self.text

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def close(self) -> int:
        os.close(self.master)
        return self.process.wait(20)


def test_in_a_pipe_nothing_hidden_is_printed_before_somebody_says_who_looks(tmp_path: Path) -> None:
    args = ["play", "_blank", "--seats", "me:Anna,me:Bo", "--seed", "1", "--save", "m.json"]
    silent = run(*args, cwd=tmp_path).stdout
    assert "press Enter when only you can see the screen" in silent
    assert "draws a card" not in silent and "Hand" not in silent
    first = re.search(r"(Anna|Bo), press", silent)
    assert first is not None
    other = {"Anna": "Bo", "Bo": "Anna"}[first[1]]
    shown = run(*args, typed="\n", cwd=tmp_path).stdout
    assert re.search(f"{first[1]} draws (?!a card)", shown) and f"{other} draws a card" in shown
    assert not re.search(f"{other} draws (?!a card)", shown)


def test_between_two_players_the_screen_and_the_scrollback_are_wiped(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "_blank", "--seats", "me:Anna,me:Bo", "--save", "m.json")
    terminal.until("press Enter")
    terminal.type("")
    terminal.until("or rest")
    terminal.type("rest")
    before = len(terminal.until("Happy with this turn?"))
    terminal.type("")
    after = terminal.until("press Enter when only you can see the screen")[before:]
    assert WIPED in after
    assert "Hand" not in after.split(WIPED)[-1] and "draws" not in after.split(WIPED)[-1]
    terminal.type("q")
    terminal.until("Saved. Continue with")
    terminal.close()


def test_ctrl_c_saves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "_blank", "--seats", "me:Anna,random", "--save", "m.json")
    terminal.until("or rest")
    os.killpg(terminal.process.pid, signal.SIGINT)
    terminal.until("Saved. Continue with: skerry play m.json")
    terminal.close()


def test_at_a_real_table_the_cards_of_a_bot_are_never_shown(tmp_path: Path) -> None:
    typed = "begin 0\nrake\nheron\nrake\nbucket\nmuseum\ntide high\nt\nl\nq\n"
    args = ["play", "_blank", "--seats", "me:Anna,random", "--table", "--save", "m.json"]
    said = " ".join(run(*args, typed=typed, cwd=tmp_path).stdout.split())
    assert "That result is not possible now. Check the real table and try again." in said  # Anna holds the Rake
    assert "deck is" not in said and "no longer" not in said
    after = said.split("How high is the tide?")[1]
    assert "Runa draws a card" in after and "Hand 2 cards" in after and "Rake" in after
    assert "Bucket" not in after and "Museum" not in after
