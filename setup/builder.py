"""Makes the compiled package while the game is already being played: below everything else on the machine, and gone
when whoever started it is gone.

    python -m setup.builder FOLDER [--beside]
"""

import _thread
import contextlib
import os
import signal
import sys
import threading
from pathlib import Path

from setup import environment
from setup.engine import Engine, put_together, settle, sweep, why_not
from setup.page import Page
from setup.places import BUILD, ROOT, content_hash, is_set, locked
from setup.steps import Line, SetupError, uncompiled

LOG = BUILD / "engine.log"
FAILED = BUILD / "failed.txt"  # the package that could not be made, and why: the same would fail again


def main(words: list[str]) -> int:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    beside = "--beside" in words
    if beside:
        step_back()
    threading.Thread(target=follow_parent, daemon=True).start()
    package = Path(words[0])
    try:
        problem = make(package)
        if problem:
            FAILED.write_text(f"{package.name}\n{problem}\n", encoding="utf-8")
            problem = f"{problem.splitlines()[0]} See {FAILED}"
    except KeyboardInterrupt:
        return 130
    except (OSError, SetupError) as error:  # the network or the disk, not the sources: worth another try next time
        problem = f"the compiler could not be fetched or started. See {LOG}\n{error}".splitlines()[0]
    if problem:
        print(uncompiled(problem) if beside else problem, file=sys.stderr, flush=True)
    return 1 if problem else 0


def step_back() -> None:
    """Behind the bots, which are themselves behind the page."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def follow_parent() -> None:
    """Our standard input is a pipe from whoever started us; it ends with them, however they end."""
    os.read(0, 1)
    if os.name == "nt":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)


def make(package: Path) -> str:
    """What went wrong, or nothing."""
    with locked(BUILD / ".lock"):
        if package.exists():
            return ""
        sweep(BUILD)
        engine = Engine(ROOT)
        if not engine.is_built() and not any(engine.take_from(wheel) for wheel in wheels()):
            if problem := engine.why_not():
                return problem
            tell("fetching the compiler")
            tools = tools_folder()
            tell("compiling")
            if problem := engine.build(tools):
                return problem
        put_together(package, engine, None if is_set("SKERRY_NO_WEB") else Page(ROOT / "web").built)
    return ""


def quickly(package: Path) -> bool:
    """Whether the package is there; puts it together if the engine is, which takes no time."""
    if not package.exists() and (BUILD / "engine").exists():
        engine = Engine(ROOT)
        if engine.is_built():
            make(package)
    if package.exists():
        package.touch()  # the ones in use are not the oldest
        return True
    return False


def known_problem(package: Path) -> str:
    """Why there will be no compiled package, if that is known already."""
    with contextlib.suppress(OSError):
        name, problem = FAILED.read_text(encoding="utf-8").splitlines()[:2]
        if name == package.name:
            return f"{problem} (More in {FAILED}, which you can delete to try again.)"
    return "" if wheels() else why_not()


def wheels() -> list[Path]:
    """Wheels of Skerry that somebody has put at hand."""
    places = [os.environ.get(name, "") for name in ("SKERRY_WHEEL", "SKERRY_WHEELS")]
    found: list[Path] = []
    for place in [Path(place) for place in places if place]:
        found += sorted(place.glob("skerry-*.whl")) if place.is_dir() else [place]
    return [wheel for wheel in found if wheel.is_file()]


def tools_folder() -> Path:
    """mypyc and what it needs, apart from what is needed to play."""
    wanted = environment.FOLDER / "build.txt"
    folder = BUILD / "tools" / content_hash(wanted.parent, [Path(wanted.name)], [sys.version])
    if not folder.exists():
        fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
        environment.fetch(Line("", ""), [wanted], fresh, LOG)
        settle(fresh, folder)
    return folder


def tell(stage: str) -> None:
    print(stage, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
