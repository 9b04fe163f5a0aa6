"""What somebody sees who starts play.py. The real set-up is what ran before these tests."""

import ast
import hashlib
import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(os.name == "nt", reason="the uv of these tests is a script with a first line for POSIX"),
]

ROOT = Path(__file__).resolve().parents[2]


def play_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("play", ROOT / "play.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_arguments_the_server_starts_and_opens_the_page(trial):
    assert trial.play().stdout == "skerry serve --open\n"


def test_arguments_and_exit_code_are_those_of_the_skerry_command(trial):
    trial.play()
    (trial.venv / "bin" / "skerry").write_text('#!/bin/sh\necho "$1/$2"; exit 7\n')
    run = trial.play("a b", "--c")
    assert (run.stdout, run.returncode) == ("a b/--c\n", 7)


def test_only_the_command_itself_writes_to_standard_output(trial):
    first = trial.play("x")
    assert first.stdout == "skerry x\n"
    assert "Setting Skerry up" in first.stderr


def test_the_second_start_installs_nothing_and_says_nothing(trial):
    trial.play()
    assert trial.new_calls() == ["venv", "pip"]
    assert trial.play().stderr == ""
    assert trial.new_calls() == []


@pytest.mark.parametrize("file", ["src/skerry/engine.py", "src/skerry/new.py", "web/App.svelte", "requirements.lock"])
def test_a_changed_file_is_installed_into_the_same_environment(trial, file):
    trial.play()
    trial.new_calls()
    (trial.game / file).write_text("changed")
    assert trial.play().stdout == "skerry serve --open\n"
    assert trial.new_calls() == ["pip"]


def test_what_is_built_or_fetched_or_cached_does_not_count_as_a_change(trial):
    trial.play()
    trial.new_calls()
    for file in ["web/node_modules/x.js", "web/dist/index.html", "src/.mypy_cache/x", "src/skerry/__pycache__/x.pyc"]:
        (trial.game / file).parent.mkdir(exist_ok=True)
        (trial.game / file).write_text("new")
    trial.play()
    assert trial.new_calls() == []


def test_asking_for_the_uncompiled_engine_installs_anew(trial):
    trial.play()
    trial.new_calls()
    trial.play(SKERRY_PURE="1")
    assert trial.new_calls() == ["pip"]


def test_tests_need_more_than_playing_and_playing_not_again(trial):
    trial.play()
    trial.new_calls()
    trial.play("test", "--version")
    assert trial.new_calls() == ["pip"]
    trial.play()
    assert trial.new_calls() == []


def test_an_environment_that_served_for_tests_still_does_after_a_change(trial):
    trial.play("test", "--version")
    (trial.game / "src" / "skerry" / "engine.py").write_text("changed")
    trial.play()
    trial.new_calls()
    trial.play("test", "--version")
    assert trial.new_calls() == []


def test_a_failing_step_is_named_with_its_last_words_and_advice(trial):
    trial.installing_runs("print('error: dns error'); sys.exit(2)")
    run = trial.play()
    assert run.returncode == 1
    assert "installing Skerry ... failed." in run.stderr
    assert "error: dns error" in run.stderr
    assert "Check the network" in run.stderr
    assert "setup.log" in run.stderr


def test_a_call_stack_inside_a_step_stays_in_the_log(trial):
    trial.installing_runs("print('  at the time', flush=True); raise ValueError('broken inside')")
    run = trial.play()
    assert run.returncode == 1
    assert "broken inside" in run.stderr
    assert "Traceback" not in run.stderr
    assert "Traceback" in (trial.venv / "setup.log").read_text()


def test_the_word_that_the_build_leaves_is_shown_instead_of_the_output(trial):
    trial.installing_runs(
        "pathlib.Path(os.environ['SKERRY_NOTE']).write_text('The page could not be built: x'); sys.exit('noise')"
    )
    run = trial.play()
    assert "The page could not be built: x" in run.stderr
    assert "SKERRY_NO_WEB=1" in run.stderr
    assert "noise" not in run.stderr


def test_an_uncompiled_engine_is_told_in_one_line(trial):
    trial.installing_runs("pathlib.Path(os.environ['SKERRY_NOTE']).write_text('Uncompiled: why.\\nmore\\nmore\\n')")
    run = trial.play()
    assert run.stderr.splitlines()[-1] == "Uncompiled: why."
    assert run.stdout == "skerry serve --open\n"


def test_a_build_that_fails_after_a_change_does_not_cost_the_whole_environment(trial):
    trial.play()
    (trial.game / "web" / "App.svelte").write_text("typo")
    trial.installing_runs("sys.exit('typo')")
    assert trial.play().returncode == 1
    trial.installing_runs("")
    trial.new_calls()
    assert trial.play().stdout == "skerry serve --open\n"
    assert trial.new_calls() == ["pip"]


def test_a_half_made_environment_is_made_anew(trial):
    trial.installing_runs("(venv / 'half').touch(); sys.exit('no')")
    trial.play()
    assert (trial.venv / "half").exists()
    trial.installing_runs("")
    assert trial.play().stdout == "skerry serve --open\n"
    assert not (trial.venv / "half").exists()


def test_an_interrupted_set_up_ends_quietly_and_begins_anew(trial):
    trial.installing_runs("(here / 'installing').touch(); time.sleep(60)")
    process = trial.start()
    wait_for(trial.here / "installing")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Interrupted" in err
    assert "Traceback" not in err
    trial.installing_runs("")
    trial.new_calls()
    assert trial.play().stdout == "skerry serve --open\n"
    assert trial.new_calls() == ["venv", "pip"]


def test_an_environment_whose_python_is_gone_is_made_anew(trial):
    trial.play()
    python = trial.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    trial.new_calls()
    assert trial.play().stdout == "skerry serve --open\n"
    assert trial.new_calls() == ["venv", "pip"]


def test_a_folder_that_was_moved_is_set_up_anew(trial):
    trial.play()
    trial.new_calls()
    moved = trial.here / "elsewhere"
    moved.mkdir()
    trial.game.rename(moved / "game")
    trial.game = moved / "game"
    trial.play()
    assert trial.new_calls()[0] == "venv"


def test_of_two_starts_at_once_one_sets_up_and_the_other_waits(trial):
    trial.installing_runs("(here / 'installing').touch()\nwhile not (here / 'go').exists(): time.sleep(0.02)\n")
    first = trial.start()
    wait_for(trial.here / "installing")
    second = trial.start("second")
    said = second.stderr.readline()
    (trial.here / "go").touch()
    assert said == "Another start is setting Skerry up here; waiting for it.\n"
    assert first.communicate(timeout=30)[0] == "skerry serve --open\n"
    assert second.communicate(timeout=30)[0] == "skerry second\n"
    assert trial.new_calls() == ["venv", "pip"]


def test_a_lock_left_by_a_killed_start_holds_nobody_up(trial):
    trial.installing_runs("(here / 'installing').write_text(str(os.getpid())); time.sleep(60)")
    killed = trial.start()
    wait_for(trial.here / "installing")
    killed.kill()
    killed.communicate(timeout=30)
    trial.installing_runs("")
    assert trial.play().stdout == "skerry serve --open\n"
    os.kill(int((trial.here / "installing").read_text()), signal.SIGKILL)


def test_without_uv_the_pip_that_comes_along_is_used_and_checked(trial):
    (trial.here / "bin" / "uv").unlink()
    (trial.game / "tools").mkdir()
    (trial.game / "tools" / play_module().PIP.name).write_bytes(b"not pip")
    run = trial.play(PATH="/usr/bin:/bin")
    assert run.returncode == 1
    assert "is damaged" in run.stderr


def test_the_pip_that_comes_along_is_the_one_expected():
    play = play_module()
    assert hashlib.sha256(play.PIP.read_bytes()).hexdigest() == play.PIP_SHA256


def test_a_folder_that_cannot_be_written_gives_a_sentence(trial):
    (trial.game / ".venv").write_text("a file where a folder should be")
    run = trial.play()
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("Skerry could not be set up: ")
    assert "Traceback" not in run.stderr


def test_it_parses_on_old_pythons_and_tells_them_what_is_needed():
    source = (ROOT / "play.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    opening = source[: source.index("import contextlib")]
    opening = opening.replace("import sys", "class sys: version_info = (3, 8, 1); exit = print")
    run = subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True)
    assert "needs Python 3.11 or later, and this is 3.8" in run.stdout


def wait_for(file: Path) -> None:
    until = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < until, f"{file} never came"
        time.sleep(0.02)
