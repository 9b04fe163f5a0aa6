"""The whole repository: style, types, and no address of a package index in it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.check_subjects import complaints, fault

import skerry

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy"])
def test_clean(command):
    run = subprocess.run([sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"


def test_no_file_names_the_host_of_a_package_index():
    # Whoever installs decides where packages come from; a lock file with addresses would decide it for them.
    hosts = [".".join(parts).encode() for parts in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org")]]
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("without git nobody knows which files belong to the repository")
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    files = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    naming = [str(file) for file in files if file.is_file() and any(host in file.read_bytes() for host in hosts)]
    assert naming == []


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Add a deck", None),
        ("A" * 72, None),
        ("A" * 73, "73 characters, at most 72"),
        ("Add a deck.", "ends with a full stop"),
        ("add a deck", "begins with a small letter"),
    ],
)
def test_a_commit_subject_that_breaks_a_rule_is_named(subject: str, problem: str | None) -> None:
    assert fault(subject) == problem


def test_a_complaint_names_the_commit() -> None:
    assert complaints([f"{'a' * 40} add a deck."]) == ["aaaaaaaa: add a deck.\n    ends with a full stop"]


def test_the_citation_names_the_version_of_the_package() -> None:
    assert f"\nversion: {skerry.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
