"""The front end's own checks: style, types of every component, and the tests of its logic."""

import zipfile
from pathlib import Path

import pytest

from tests.web.node import WEB, npm

pytestmark = pytest.mark.once


@pytest.mark.parametrize("word", ["lint", "check", "test"])
def test_the_front_end_passes_its_own_checks(tools: None, word: str) -> None:
    done = npm("run", word)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_that_is_kept_is_what_these_sources_build(tools: None, tmp_path: Path) -> None:
    done = npm("run", "build", "--", "--outDir", str(tmp_path), "--emptyOutDir")
    assert done.returncode == 0, done.stdout + done.stderr
    built = {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with zipfile.ZipFile(WEB / "page.zip") as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if name != ".stamp"}
    assert sorted(kept) == sorted(built), "web/ has changed; run: python3 tools/build_page.py"
    assert kept == built
