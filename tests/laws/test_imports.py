"""The rooms stay apart: who may import whom."""

import ast
from pathlib import Path

import pytest

import skerry
from skerry.games import GAMES

pytestmark = pytest.mark.once

PACKAGE = Path(skerry.__file__).parent
ROOMS = {
    "core": set(),
    "workers": set(),
    "brain": {"core"},
    "games": {"core"},
    "match": {"core", "games"},
    "bots": {"workers", "core", "brain", "games", "match"},
    "arena": {"workers", "core", "brain", "games", "match", "bots"},
    "teacher": {"workers", "core", "brain", "games", "match", "bots"},
    "api": {"workers", "core", "games", "match", "bots", "arena", "teacher"},
    "server": {"workers", "core", "games", "match", "bots", "teacher"},
    "envs": {"core", "games", "match", "bots", "api"},
    "client": {"core", "match", "server"},
    "terminal": {"workers", "core", "brain", "games", "match", "bots", "arena", "teacher", "api", "server"},
}
LIBRARY = set(skerry.__all__) - {"__version__", "arena"}  # what `import skerry` offers is the api's
# Inside the server: each may import those before it; errors.py, settings.py and config.py belong to all.
SERVER = (
    "runtime",
    "protocol",
    "store",
    "bots",
    "people",
    "tables",
    "notices",
    "practice",
    "competition",
    "programs",
    "cluster",
    "web",
)
FRAMEWORK_ERRORS = {"server/web/app.py", "server/web/static.py"}  # where Starlette's own errors are answered
OUTSIDE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
}
MAY_READ_FILES = {"core/components.py", "core/game.py"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def breaches(name: str, imported: set[str]) -> list[str]:
    """What a module (path inside the package) must not import."""
    parts = Path(name).parts
    room = parts[0] if len(parts) > 1 else {"__main__.py": "terminal", "__init__.py": "api"}.get(name, "")
    found = []
    for module in sorted(imported):
        words = module.split(".")
        if words[0] != "skerry":
            if room != "workers" and (words[0] == "multiprocessing" or words[-1] == "ProcessPoolExecutor"):
                found.append(f"{name} imports {module}: only workers starts processes")
            if room == "server" and words[-1] == "HTTPException" and name not in FRAMEWORK_ERRORS:
                found.append(f"{name} imports {module}: refuse with the errors of server/errors.py")
            if room in ("core", "brain", "games") and words[0] in OUTSIDE:
                found.append(f"{name} imports {words[0]}: {room} does nothing but rules")
            if room in ("core", "brain", "games") and words[0] == "pathlib" and not may_read_files(name):
                found.append(f"{name} reads files")
        elif len(words) == 1 or words[1] in LIBRARY:
            if room not in ("api", "") and "api" not in ROOMS[room]:
                found.append(f"{name} imports {module}: {room} must not know api")
        elif words[1] in ROOMS:
            if words[1] != room and words[1] not in ROOMS.get(room, set()):
                found.append(f"{name} imports {module}: {room} must not know {words[1]}")
            if room == "client" and words[1] == "server" and words[2:3] != ["protocol"]:
                found.append(f"{name} imports {module}: a client knows what is sent, and nothing else of the server")
            if room == words[1] == "server" and is_above(parts, words):
                found.append(f"{name} imports {module}: server/{parts[1]} must not know server/{words[2]}")
            if words[1] == "games" and len(words) > 2 and words[2] not in ("GAMES", own_game(parts)):
                found.append(f"{name} imports {module}: games are reached through GAMES only")
    return found


def is_above(parts: tuple[str, ...], words: list[str]) -> bool:
    """Does a module of the server import from a room of the server that comes after its own?"""
    if len(words) < 3 or words[2] not in SERVER:
        return False
    return len(parts) < 3 or SERVER.index(words[2]) > SERVER.index(parts[1])


def may_read_files(name: str) -> bool:
    parts = Path(name).parts
    is_kit_or_game = parts[0] == "games" and len(parts) > 2 and Path(parts[2]).stem in ("kit", "game")
    return name in MAY_READ_FILES or is_kit_or_game


def own_game(parts: tuple[str, ...]) -> str:
    """The one game that a module may know: its own, or the one it judges."""
    if parts[0] == "games" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("bots", "judgement"):
        return next((name for name in GAMES if f"{Path(parts[-1]).stem}_".startswith(f"{name}_")), "")
    return ""


def test_the_rooms_stay_apart() -> None:
    found = [
        breach
        for path in sorted(PACKAGE.rglob("*.py"))
        for breach in breaches(str(path.relative_to(PACKAGE).as_posix()), imports(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("name", "imported"),
    [
        ("core/state.py", "skerry.match.match"),
        ("core/rng.py", "random.random"),
        ("games/_blank/state.py", "skerry.games.tungaru.state"),
        ("games/_blank/state.py", "time"),
        ("games/_blank/view.py", "pathlib.Path"),
        ("games/nusfjord/text/kit.py", "pathlib.Path"),
        ("match/match.py", "skerry.server.web.app"),
        ("server/web/app.py", "skerry.games._blank.state"),
        ("bots/bot.py", "skerry.terminal.main"),
        ("arena/job.py", "skerry"),
        ("server/web/app.py", "skerry"),
        ("teacher/pairs.py", "skerry.tournament"),
        ("workers/pool.py", "skerry.bots.bot"),
        ("brain/search.py", "skerry.workers.pool"),
        ("server/bots/thinking.py", "multiprocessing"),
        ("bots/training.py", "concurrent.futures.ProcessPoolExecutor"),
        ("server/store/store.py", "skerry.server.tables.table"),
        ("server/tables/table.py", "skerry.server.web.app"),
        ("client/client.py", "skerry.server.tables.table"),
        ("server/errors.py", "skerry.server.store.store"),
        ("server/tables/messages/chat.py", "starlette.exceptions.HTTPException"),
        ("server/web/me.py", "starlette.exceptions.HTTPException"),
        ("bots/judgement/buru_round.py", "skerry.games.nusfjord.state"),
    ],
)
def test_a_breach_is_seen(name: str, imported: str) -> None:
    assert breaches(name, {imported})
