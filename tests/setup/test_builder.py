"""The engine that is compiled beside the game, with a compiler that only pretends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from setup.places import content_hash
from tests.setup.conftest import Trial, wait_for

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(os.name == "nt", reason="signals and processes as POSIX has them"),
]

MYPYC = """
import os, pathlib, sys, tempfile, time
here = pathlib.Path({here!r})
def mypycify(paths, **options):
    tempfile.mkdtemp()
    (here / "compiling").write_text(str(os.getpid()))
    while (here / "slowly").exists():
        time.sleep(0.02)
    if (here / "broken").exists():
        sys.exit("state.c:1: error: broken")
    return paths
"""
SETUPTOOLS = """
import pathlib, sysconfig
def setup(ext_modules, **options):
    for path in ext_modules:
        pathlib.Path(path).with_suffix(sysconfig.get_config_var("EXT_SUFFIX")).write_text("not really compiled")
"""
# Where the engine comes from; then, until `end` is there, what a server does that waits for the compiled package.
SKERRY = """
import os, pathlib, sys, time
here = pathlib.Path({here!r})
soon = os.environ.get("SKERRY_SOON")
print("compiled" if "package" in __file__ else "uncompiled", flush=True)
while soon and not (here / "end").exists():
    if os.path.exists(soon):
        print("there", sorted(os.listdir(soon + "/skerry/core")), flush=True)
        break
    time.sleep(0.02)
"""


@pytest.fixture
def workshop(trial: Trial) -> Trial:
    engine = trial.game / "setup" / "engine.py"
    engine.write_text(engine.read_text() + "\n\ndef why_not():\n    return os.environ.get('NO_COMPILER', '')\n")
    trial.write("src/skerry/__main__.py", SKERRY.format(here=str(trial.here)))
    wanted = trial.game / "requirements" / "build.txt"
    tools = f"build/tools/{content_hash(wanted.parent, [Path(wanted.name)], [sys.version])}"
    trial.write(f"{tools}/mypyc/build.py", MYPYC.format(here=str(trial.here)))
    trial.write(f"{tools}/setuptools.py", SETUPTOOLS)
    return trial


def play(trial: Trial, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return trial.play(*words, SKERRY_PURE="", **variables)


def test_the_first_start_is_uncompiled_and_the_next_compiled_throughout(workshop):
    (workshop.here / "slowly").touch()  # or, on a busy machine, it would be there before the game begins
    game = workshop.start(SKERRY_PURE="")
    assert game.stdout is not None and game.stdout.readline() == "uncompiled\n"
    (workshop.here / "slowly").unlink()
    out, err = game.communicate(timeout=60)
    assert out.startswith("there ['__init__.py', 'state.c")
    assert "compiled in the background" in err
    second = play(workshop)
    assert (second.stdout, second.stderr) == ("compiled\n", "")


@pytest.mark.parametrize("words", [("--wait",), ("bench", "reef"), ("arena",), ("train",)])
def test_what_must_be_compiled_waits_for_it(workshop, words):
    run = play(workshop, *words)
    assert run.stdout == "compiled\n"
    assert "Compiling the engine" in run.stderr


def test_a_script_runs_with_the_compiled_package(workshop):
    (workshop.here / "script.py").write_text("import skerry.core, sys; print(skerry.core.__file__, *sys.argv[1:])")
    run = play(workshop, "python", "script.py", "a", "--b")
    assert "/build/package/" in run.stdout and run.stdout.endswith("__init__.py a --b\n")
    command = [str(workshop.venv / "bin" / "python"), "script.py"]
    alone = subprocess.run(command, cwd=workshop.here, env={}, capture_output=True, text=True)
    assert alone.stdout.startswith(str(workshop.game / "src"))


def test_without_a_compiler_one_line_says_so_and_all_works(workshop):
    run = play(workshop, NO_COMPILER="there is no C compiler.")
    assert run.stdout == "uncompiled\n"
    assert run.stderr.splitlines()[-1].endswith("bots look less far ahead. The reason: there is no C compiler.")


def test_a_change_outside_the_engine_does_not_compile_again(workshop):
    play(workshop)
    (workshop.here / "compiling").unlink()
    workshop.write("src/skerry/server/page.txt", "changed")
    assert play(workshop).stdout == "compiled\n"
    assert not (workshop.here / "compiling").exists()


def test_a_compiler_that_fails_is_told_once_and_not_tried_again_until_something_changes(workshop):
    (workshop.here / "broken").touch()
    run = play(workshop, "--wait")
    assert run.stdout == "uncompiled\n"
    assert "the compiler stopped with: state.c:1: error: broken" in run.stderr
    (workshop.here / "compiling").unlink()
    assert "error: broken" in play(workshop).stderr
    assert not (workshop.here / "compiling").exists()
    (workshop.here / "broken").unlink()
    workshop.write("src/skerry/core/state.py", "mended = 1")
    assert play(workshop, "--wait").stdout == "compiled\n"


def test_where_it_is_required_an_engine_that_cannot_be_compiled_is_an_error(workshop):
    run = play(workshop, NO_COMPILER="there is none.", SKERRY_REQUIRE_COMPILED="1")
    assert run.returncode == 1
    assert "The engine is not compiled: there is none." in run.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_compilation_ends_with_the_game_and_leaves_nothing(workshop, number, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (workshop.here / "slowly").touch()
    game = workshop.start(SKERRY_PURE="", TMPDIR=str(elsewhere))
    wait_for(workshop.here / "compiling")
    game.send_signal(number)
    game.communicate(timeout=30)
    eventually(lambda: not processes_in(workshop.game))
    assert list((workshop.game / "build" / "engine").iterdir()) == []
    assert list(elsewhere.iterdir()) == []
    (workshop.here / "slowly").unlink()
    assert play(workshop, "--wait").stdout == "compiled\n"


def test_a_signal_to_play_alone_ends_the_compilation_it_waits_for(workshop):
    (workshop.here / "slowly").touch()
    game = workshop.start("--wait", SKERRY_PURE="")
    wait_for(workshop.here / "compiling")
    game.terminate()
    assert "Stopped." in game.communicate(timeout=30)[1]
    eventually(lambda: not processes_in(workshop.game))


def test_what_a_killed_compilation_left_is_swept_away_by_the_next(workshop):
    workshop.write("build/engine/abc.123/half.c", "")
    workshop.write("build/package/abc.123/half.py", "")
    play(workshop, "--wait")
    assert list((workshop.game / "build").glob("*/*.123")) == []


def processes_in(folder: Path) -> list[str]:
    """What runs with this folder in its command or as its working folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in command or str(folder) in os.readlink(process / "cwd"):
                found.append(command)
        except OSError:
            continue
    return found


def eventually(holds) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)
