"""The documentation site, from the pages in docs/, the papers at the root and the games' rules.

    python3 play.py docs

Papers keep their names and links for people who read the repository; here they are gathered in build/docs/pages, their
links are turned to the new places, and Zensical makes the site of them. A link that leads nowhere is an error.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "docs" / "pages"
SITE = ROOT / "build" / "docs" / "site"
GAMES = ROOT / "src" / "skerry" / "games"

PAPERS = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PAPERS |= {"SECURITY.md": "security.md", "LICENSE": "about.md", "README.md": "index.md"}
LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:)([^)\s#]+)(#[^)\s]*)?\)")


def main() -> int:
    gather()
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", "mkdocs.yml"]
    return subprocess.run(command, cwd=ROOT).returncode


def gather() -> None:
    """Every page at its place in the site, with its links turned."""
    shutil.rmtree(PAGES.parent, ignore_errors=True)
    places = {ROOT / source: target for source, target in PAPERS.items()}
    places |= {path: str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*") if path.is_file()}
    for game in ("nusfjord", "tungaru", "buru"):
        places[GAMES / game / "rules.md"] = f"rules/{game}.md"
    for source, target in places.items():
        if source.name in ("LICENSE", "README.md"):
            continue  # only links lead there
        page = PAGES / target
        page.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            page.write_text(turned(source, target, places), encoding="utf-8")
        else:
            shutil.copyfile(source, page)
    (PAGES / "decisions.md").write_text(decisions(), encoding="utf-8")


def turned(source: Path, target: str, places: dict[Path, str]) -> str:
    """The text of a page: links to other pages lead to their new places; to files without a page, they become words."""

    def turn(link: re.Match[str]) -> str:
        words, aim, part = link.groups(default="")
        path = (source.parent / aim).resolve()
        if path in places:
            return f"[{words}]({os.path.relpath(places[path], Path(target).parent)}{part})"
        return words if path.exists() else link[0]  # a wrong link stays, for Zensical to find

    return LINK.sub(turn, source.read_text(encoding="utf-8"))


def decisions() -> str:
    lines = ["# Decisions", "", "What was decided, why, and what it costs.", ""]
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"* [{title}](decisions/{path.name})")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
