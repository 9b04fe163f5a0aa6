"""What the README promises."""

import re
from pathlib import Path

import pytest

from skerry.games import GAMES

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    options, scores = capsys.readouterr().out.splitlines()
    assert "gather" in options and len(scores.split(",")) == 4


@pytest.mark.once
@pytest.mark.parametrize(
    "doc", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/add-a-game.md", "docs/bots.md"]
)
def test_no_link_of_the_docs_is_broken(doc: str) -> None:
    text = (ROOT / doc).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not ((ROOT / doc).parent / link).exists()] == []


@pytest.mark.once
def test_every_game_has_a_readme_and_rules() -> None:
    for game in GAMES.values():
        assert (game.folder / "README.md").exists() and game.rules
