"""The documentation site: it is complete, and no link leads nowhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import skerry

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
zensical = pytest.importorskip("zensical", reason="Zensical is not installed: python3 play.py test --all")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own papers, linked: the site is built beside them."""
    folder = tmp_path_factory.mktemp("project")
    for path in [ROOT / "docs", ROOT / "src", ROOT / "LICENSE", *ROOT.glob("*.md")]:
        (folder / path.name).symlink_to(path)
    (folder / "mkdocs.yml").write_bytes((ROOT / "mkdocs.yml").read_bytes())
    (folder / "tools").mkdir()
    (folder / "tools" / "build_docs.py").write_bytes((ROOT / "tools" / "build_docs.py").read_bytes())
    return folder


def build(folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(folder / "tools" / "build_docs.py")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_every_page_is_built_and_every_link_leads_somewhere(copy: Path) -> None:
    done = build(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    site = copy / "build" / "docs" / "site"
    papers = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {str(page) for page in papers if not (site / page).exists()} == set()
    reference = (site / "reference.html").read_text(encoding="utf-8")
    for name in skerry.__all__:
        assert re.search(rf'id="skerry\.api\.\w+\.{name}"', reference), f"{name} is missing in the reference"
    for name in ("over", "seat", "legal", "mask", "play", "observe", "imagine", "clone"):  # some are inherited
        assert f'id="skerry.api.game.Game.{name}"' in reference, f"Game.{name} is missing in the reference"
    elsewhere = [
        found
        for page in site.rglob("*.html")
        for found in re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="https?://[^"]+"', page.read_text("utf-8"))
    ]
    assert elsewhere == [], "the site loads nothing from elsewhere"
