"""What `python3 play.py` does: packages, page, engine, and then the game or the tests."""

import errno
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from setup import builder, environment
from setup.engine import package_folder
from setup.page import Page, packaged_npm, system_npm
from setup.places import BUILD, PYTHON, ROOT, is_set
from setup.steps import SetupError, end, say, start, step, uncompiled

MEASURING = ("arena", "balance", "bench", "review", "train", "python")  # worth waiting for the compiled engine
ADDED = ["accounts", "client", "club", "envs", "metrics", "notices", "ray"]  # what people may want besides
EXTRAS = ["docs", "ray", "envs"]  # what only some tests need
TESTS_FAILED = 1  # pytest's exit code
MOST_AGAIN = 12  # more failures than this are no accident
LASTING = ("serve", "play", "learn", "series")  # worth compiling beside


def main(arguments: list[str]) -> int:
    try:
        with ended_by_signals():
            if arguments[:1] == ["test"]:
                return test(arguments[1:])
            if arguments == ["docs"]:
                return docs()
            if arguments[:1] == ["add"]:
                return add(arguments[1:])
            command = prepare(arguments)
        return hand_over(*command)
    except SetupError as error:
        say(str(error))
    except OSError as error:
        say(f"Skerry could not be set up: {error}{advice(error)}")
    except KeyboardInterrupt:
        say("\nStopped. The next start picks up where this one left off.")
    return 1


def advice(error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"\nSkerry keeps its packages in its own folder, {ROOT}. Make it writable, or copy it somewhere else."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "\nThe disk is full. Free some space and start again."
    return ""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """What we have started is ended too if somebody ends us and only us."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def prepare(arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """The command to hand over to, and the variables it needs. A compilation may go on beside it."""
    wait = arguments[:1] == ["--wait"]
    arguments = (arguments[1:] if wait else arguments) or ["serve", "--open"]
    environment.ensure(["play"], "opening the game")
    page = ensure_page()
    variables = {}
    path = [str(ROOT / "src")]
    if not is_set("SKERRY_PURE"):
        package = package_folder(ROOT, page.sources if page else "")
        path.insert(0, str(package))  # not there yet, perhaps: programs that start later find it
        if not builder.quickly(package):
            if wait or arguments[0] in MEASURING or is_set("SKERRY_REQUIRE_COMPILED"):
                compile_now(package)
            elif problem := builder.known_problem(package):
                say(uncompiled(problem))
            elif arguments[0] in LASTING:
                compile_beside(package)
                variables["SKERRY_SOON"] = str(package)
    if os.environ.get("PYTHONPATH"):
        path.append(os.environ["PYTHONPATH"])
    variables["PYTHONPATH"] = os.pathsep.join(path)
    variables["SKERRY_COMMAND"] = started_as()
    if arguments[0] == "python":
        return [str(PYTHON), *arguments[1:]], variables
    return [str(PYTHON), "-P", "-m", "skerry", *arguments], variables


def started_as() -> str:
    """What somebody typed to start this, without what it was to do."""
    return shlex.join([Path(sys.orig_argv[0]).name, sys.argv[0]])


def ensure_page() -> Page | None:
    if is_set("SKERRY_NO_WEB"):
        return None
    page = Page(ROOT / "web")
    if not page.is_current():
        try:
            build_page(page)
        except SetupError as error:
            if not page.kept.exists():
                raise
            page.unpack()
            say(f"{error}\nUntil then, you get the page as it was last built.")
    return page


def build_page(page: Page) -> None:
    npm = system_npm()
    if not npm:
        environment.ensure(["node"], "building the page")
        npm = packaged_npm(environment.site_packages())
    with step("The page has changed: building it"):
        page.build(npm)


def compile_now(package: Path) -> None:
    if (problem := builder.known_problem(package)) and not is_set("SKERRY_REQUIRE_COMPILED"):
        say(uncompiled(problem))
        return
    with step("Compiling the engine; this takes a minute or two, once", "starting") as line:
        process = start_builder(package, beside=False)
        assert process.stdout is not None
        try:
            for raw in process.stdout:
                line.detail = raw.decode(errors="replace").strip()
            process.wait()
        finally:
            end(process)
        problem = line.detail if process.returncode else ""
    report(problem)


def report(problem: str) -> None:
    if problem and is_set("SKERRY_REQUIRE_COMPILED"):
        raise SetupError(f"The engine is not compiled: {problem}")
    if problem:
        say(uncompiled(problem))


def compile_beside(package: Path) -> None:
    process = start_builder(package, beside=True)
    assert process.stdin is not None
    # The game takes our place and keeps the pipe open; when it ends, the pipe does, and so does the compilation.
    os.set_inheritable(process.stdin.fileno(), True)
    KEPT.append(process)
    say("The engine is being compiled in the background; until then, bots look less far ahead.")


KEPT: list["subprocess.Popen[bytes]"] = []  # or the pipe would be closed with the object


def start_builder(package: Path, beside: bool) -> "subprocess.Popen[bytes]":
    BUILD.mkdir(exist_ok=True)
    command = [str(PYTHON), "-m", "setup.builder", str(package), *(["--beside"] if beside else [])]
    out, errors = (subprocess.DEVNULL, None) if beside else (subprocess.PIPE, subprocess.STDOUT)
    return start(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=out, stderr=errors)


def hand_over(command: list[str], variables: dict[str, str]) -> int:
    surroundings = {**os.environ, **variables}
    if os.name == "nt":
        return subprocess.run(command, env=surroundings).returncode
    os.execve(command[0], command, surroundings)


def test(arguments: list[str]) -> int:
    """The tests, once: on the compiled package if it is there, else on the sources.  `--all`: everything, on both."""
    if arguments == ["--coverage"]:
        return coverage()
    full = arguments[:1] == ["--all"]
    arguments = arguments[1:] if full else arguments
    environment.ensure(["play", "build", "node", "test", *(EXTRAS if full else [])], "the tests")
    page = ensure_page()
    package = package_folder(ROOT, page.sources if page else "")
    problem = "" if builder.quickly(package) else builder.known_problem(package)
    report(problem)
    # Long tests are for when one asks for everything, or for these very tests.
    os.environ.setdefault("SKERRY_LONG", "1" if full or arguments else "")
    # More processes than cores: tests of servers and browsers wait for them much of their time.
    arguments = arguments or ["-n", str((os.cpu_count() or 1) + 2), "--dist", "worksteal"]
    if full:
        return test_both(arguments, package, problem)
    return on_package(arguments, package) if package.exists() else on_sources(arguments)


def test_both(arguments: list[str], package: Path, problem: str) -> int:
    """The tests on the sources, and meanwhile, where that can be done, the engine for the tests on the package.

    Where bots play, in the browser above all, tests wait for the package: there they take a fraction of the time.
    """
    compiling = None if problem or package.exists() else start_builder(package, beside=False)
    try:
        # Compiling is one long thread: it goes first, or the second half of the tests would wait for it on one core.
        codes = [on_sources(arguments if problem else ["-m", "not quick", *arguments], behind=compiling is not None)]
        if compiling and compiling.stdout:
            said = compiling.stdout.read().decode(errors="replace").strip().splitlines()
            problem = said[-1] if compiling.wait() else ""
            report(problem)
            if problem:
                codes.append(on_sources(["-m", "quick", *arguments]))
    finally:
        if compiling:
            end(compiling)
    if problem:
        say("No tests on the compiled package.")
    else:
        codes.append(on_package(["-m", "not once", *arguments], package))
    return worst(codes)


def on_sources(arguments: list[str], behind: bool = False) -> int:
    say("Tests on the sources, uncompiled:")
    return pytest(arguments, behind, SKERRY_BUILD="pure", PYTHONPATH=str(ROOT / "src"))


def on_package(arguments: list[str], package: Path) -> int:
    say("Tests on the compiled package:")
    return pytest(["-o", "pythonpath=", *arguments], SKERRY_BUILD="compiled", PYTHONPATH=str(package))


def coverage() -> int:
    """The tests of the rules and of the server alone, on the sources: how many lines they reach, and is it enough?"""
    environment.ensure(["play", "node", "test"], "the tests")
    ensure_page()
    surroundings = {"SKERRY_BUILD": "pure", "PYTHONPATH": str(ROOT / "src")}
    shutil.rmtree(BUILD / "coverage", ignore_errors=True)
    counted = ["tests/games", "tests/match", "tests/server", "-p", "tests.floors"]
    failed = pytest(["-n", str(os.cpu_count() or 1), *counted], False, **surroundings)
    checked = subprocess.run([str(PYTHON), "-m", "tests.floors"], cwd=ROOT, env={**os.environ, **surroundings})
    return failed or checked.returncode


def worst(codes: list[int]) -> int:
    """Of pytest's exit codes; that there was nothing to do counts only if that was so each time."""
    nothing_to_do = 5
    return max((code for code in codes if code != nothing_to_do), default=nothing_to_do)


def add(names: list[str]) -> int:
    """An extra of pyproject.toml, as pip would install it."""
    if not names or not set(names) <= set(ADDED):
        raise SetupError(f"What do you want to add? Choose from: {', '.join(ADDED)}.")
    environment.ensure(["play", *names], "the next start")
    say(f"{' and '.join(names)}: installed.")
    return 0


def docs() -> int:
    """The documentation, built and opened; a running server shows it under /docs, too."""
    environment.ensure(["play", "docs"], "the documentation")
    built = subprocess.run([str(PYTHON), str(ROOT / "tools" / "build_docs.py")], cwd=ROOT).returncode
    if built == 0:
        page = BUILD / "docs" / "site" / "index.html"
        say(f"The documentation: {page}")
        webbrowser.open(page.as_uri())
    return built


def pytest(arguments: list[str], behind: bool = False, **variables: str) -> int:
    command = [str(PYTHON), "-m", "pytest", *arguments]
    surroundings = {**os.environ, **variables}
    # Containers tend to forbid Python to keep what it has compiled. The tests start hundreds of processes, and each
    # would compile all it imports again, which takes three times as long as everything else at its start.
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    aside = step_aside if behind and os.name != "nt" else None
    code = subprocess.run(command, cwd=ROOT, env=surroundings, preexec_fn=aside).returncode
    if code != TESTS_FAILED or "-n" not in arguments or not 0 < count_failed() <= MOST_AGAIN:
        return code
    say("Some tests failed while others kept the machine busy. Once more, these alone and one at a time:")
    alone = without_workers(arguments)
    again = [str(PYTHON), "-m", "pytest", *alone, "--last-failed", "--last-failed-no-failures=none"]
    return subprocess.run(again, cwd=ROOT, env=surroundings).returncode


def count_failed() -> int:
    """How many tests failed in the last run, as pytest has noted it."""
    try:
        return len(json.loads((ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed").read_text()))
    except (OSError, ValueError):
        return 0


def without_workers(arguments: list[str]) -> list[str]:
    """The same for pytest, in one process: `-n` and `--dist` are left out, each with its value."""
    left_out = {place + step for place, word in enumerate(arguments) if word in ("-n", "--dist") for step in (0, 1)}
    return [word for place, word in enumerate(arguments) if place not in left_out]


def step_aside() -> None:
    os.nice(10)
