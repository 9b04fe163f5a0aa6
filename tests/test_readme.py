"""What the README promises."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.follow import STEP
from typer.main import get_command

from skerry.core.components import Overlay
from skerry.games import GAMES
from skerry.terminal.main import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def examples(doc: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / doc).read_text(encoding="utf-8"), re.DOTALL)


def run_examples(doc: str) -> None:
    """One after the other, like the cells of a notebook."""
    names: dict[str, object] = {}
    for number, code in enumerate(examples(doc), 1):
        exec(compile(code, f"{doc}, example {number}", "exec"), names)


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    run_examples("README.md")
    begun, end, *table = capsys.readouterr().out.splitlines()
    assert begun.startswith("<Nusfjord, 3 players, seat ")
    assert len(end.split("]")[0].split(",")) == 3
    assert any(re.match(r"mine +wins +\d+% \(\d+% to \d+%\) +points ", line) for line in table)


def test_the_examples_of_the_library_page_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_examples("docs/library.md")
    said = capsys.readouterr().out
    promised = [words for code in examples("docs/library.md") for words in re.findall(r"print\(.*\)  # (.*)", code)]
    assert promised and [words for words in promised if "…" not in words and f"{words}\n" not in said] == []
    assert "Estimate(value=" in said and (tmp_path / "games.csv").exists()


def test_a_newcomer_gets_what_the_page_shows(tmp_path: Path) -> None:
    """The first steps of the bot builder's guide; tools/bare_root.sh bot takes them where nothing is installed."""
    steps = list(STEP.finditer((ROOT / "docs/library.md").read_text(encoding="utf-8")))
    files = {step["file"]: step["code"] for step in steps if step["file"]}
    commands = [step["command"].split() for step in steps if step["command"]]
    shown = [step["said"] for step in steps if step["said"]]
    assert len(files) == len(commands) == len(shown) == 1
    for name, code in files.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    assert commands[0][:3] == ["python3", "play.py", "python"]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, *commands[0][3:]], cwd=tmp_path, env=surroundings, capture_output=True, encoding="utf-8"
    )
    assert done.stdout == shown[0], done.stderr


PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]
PAGES += [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))]
# Whose examples are run: here, in tests/envs and in tests/server/programs.
RUN = {"README.md", "docs/library.md", "docs/environments.md", "docs/api.md"}
OF_PLAY = {"test", "docs", "add", "python"}  # commands of play.py itself


def commands(doc: str) -> Iterator[tuple[str, list[str]]]:
    """Every command that a page names, in a line of its own or among other words, with its options."""
    for line in (ROOT / doc).read_text(encoding="utf-8").splitlines():
        for code in re.findall(r"`([^`]+)`", line) + ([line.strip()] if line.startswith("    ") else []):
            if found := re.match(r"(?:python3 play\.py|skerry) ((?:admin )?[a-z][a-z-]*)(.*)", code):
                yield found[1], re.findall(r"(?<!\S)--[a-z-]+", found[2])


@pytest.mark.once
def test_every_command_of_the_docs_is_there_and_has_these_options() -> None:
    commands_there = dict(get_command(app).commands)  # type: ignore[attr-defined]
    if admin := commands_there.get("admin"):
        commands_there |= {f"admin {name}": command for name, command in admin.commands.items()}
    there = {
        name: {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in commands_there.items()
    }
    named = [(doc, name, options) for doc in PAGES for name, options in commands(doc) if name not in OF_PLAY]
    assert len(named) > 40
    assert [found for found in named if found[1] not in there or not set(found[2]) <= there[found[1]]] == []


@pytest.mark.once
def test_every_example_of_the_docs_is_run_or_read_by_a_test() -> None:
    blocks = [
        (doc, kind)
        for doc in PAGES
        for kind in re.findall(r"^```(\w+)", (ROOT / doc).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert {doc for doc, kind in blocks if kind == "python"} == RUN
    assert {(doc, kind) for doc, kind in blocks if kind != "python"} == {
        ("docs/library.md", "text"),  # what the bot of a newcomer prints: above
        ("docs/components.md", "toml"),  # below
        ("docs/add-a-game.md", "toml"),
        ("docs/draw-a-board.md", "svelte"),  # a sketch
        ("docs/api.md", "json"),  # messages, as tests/server/programs/test_api.py sends and gets them
        ("docs/api.md", "sh"),
    }


@pytest.mark.once
@pytest.mark.parametrize(("doc", "game"), [("docs/components.md", "buru"), ("docs/add-a-game.md", "_blank")])
def test_the_component_files_of_the_docs_are_accepted(doc: str, game: str) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", (ROOT / doc).read_text(encoding="utf-8"), re.DOTALL)
    rules = GAMES[game]
    assert rules.load_kit(Overlay("mine.toml", text)).hash != rules.load_kit().hash


@pytest.mark.once
def test_an_action_that_the_docs_name_exists() -> None:
    assert GAMES["nusfjord"].actions.number("place serve_fish")


@pytest.mark.once
@pytest.mark.parametrize(
    "doc",
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/add-a-game.md", "docs/bots.md", *sorted(RUN)[1:]],
)
def test_no_link_of_the_docs_is_broken(doc: str) -> None:
    text = (ROOT / doc).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not ((ROOT / doc).parent / link).exists()] == []


@pytest.mark.once
def test_every_game_has_a_readme_and_rules() -> None:
    for game in GAMES.values():
        assert (game.folder / "README.md").exists() and game.rules
