"""`skerry backup` and `skerry restore`."""

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.match import Match, SeatPlan
from skerry.server.store import daily, reviews
from skerry.server.store.daily import DailyTry
from skerry.server.store.engine.folder import hold
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.server.browser import Guest
from tests.server.test_disaster import Process
from tests.server.test_schema import unreleased
from tests.terminal.command import ENV, Done, run

LISTED = "skerry-backup.json"


def filled(data: Path, games: int = 3) -> Path:
    """A data folder with some games, a secret, a daily deal and a review."""
    data.mkdir(mode=0o700)
    (data / "secret").write_text("the secret of this server")
    store = Store(data / "matches.sqlite3")
    for number in range(games):
        match = a_match(f"seed {number}")
        store.create(record_of(f"game{number}", "ann", match), match).result()
    store.put(lambda db: daily.add_try(db, DailyTry("2026-11-18", "nusfjord", "game0", "ann", "Ann", 1.0))).result()
    store.put(lambda db: reviews.write_review(db, "game0", reviews.pack_review(2, 1, 1.0, b"well played"))).result()
    store.close()
    return data


def a_match(seed: str) -> Match:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=seed)
    match.begin()
    return match


def games_of(data: Path) -> dict[str, list[str]]:
    """Every game, as far as it was played."""
    store = Store(data / "matches.sqlite3")
    found = {record.id: [entry.text for entry in store.load(record).log] for record in store.everything()}
    store.close()
    return found


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "in-use"
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return filled(tmp_path / "data")


@pytest.fixture
def saved(data: Path, tmp_path: Path) -> Path:
    file = tmp_path / "saved.zip"
    assert run("backup", file, "--data", data).returncode == 0
    return file


def refused(done: Done, *words: str) -> None:
    """One clear line and no traceback."""
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("skerry: ") and done.stderr.count("\n") == 1, done.stderr
    assert all(word in done.stderr for word in words), done.stderr


# ---- there and back


def test_everything_comes_back(data: Path, saved: Path, tmp_path: Path) -> None:
    expected, new = games_of(data), tmp_path / "new"
    done = run("restore", saved, "--data", new)
    assert done.returncode == 0, done.stderr
    assert "restored 3 games (3 unfinished)" in done.stdout and "before" not in done.stdout
    assert games_of(new) == expected
    assert (new / "secret").read_bytes() == (data / "secret").read_bytes()
    store = Store(new / "matches.sqlite3")
    assert [try_.name for try_ in daily.tries_of_deal(store, "2026-11-18", "nusfjord")] == ["Ann"]
    assert reviews.read_review(store, "game0", 2, 1) == b"well played"
    store.close()


def test_files_of_an_earlier_release_are_in_a_backup_until_a_server_has_taken_them_over(
    data: Path, tmp_path: Path
) -> None:
    """Also: a backup that an earlier release has made can be restored."""
    for folder in ("daily", "reviews"):
        (data / folder).mkdir(mode=0o700)
        (data / folder / "old.json").write_text("{}")
    assert run("backup", tmp_path / "old.zip", "--data", data).returncode == 0
    assert run("restore", tmp_path / "old.zip", "--data", tmp_path / "new").returncode == 0
    assert {"daily/old.json", "reviews/old.json"} < set(tree(tmp_path / "new"))
    assert run("restore", tmp_path / "old.zip", "--data", tmp_path / "new").returncode == 0, "theirs are set aside"


def test_it_is_one_file_that_nobody_else_may_read_and_nothing_is_left_beside_it(saved: Path) -> None:
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert sorted(path.name for path in saved.parent.iterdir()) == ["data", "saved.zip"]


def test_what_is_restored_is_for_nobody_elses_eyes(saved: Path, tmp_path: Path) -> None:
    assert run("restore", saved, "--data", tmp_path / "new").returncode == 0
    for path in (tmp_path / "new").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_an_existing_file_is_not_overwritten_unless_that_is_wished(data: Path, saved: Path) -> None:
    before = saved.read_bytes()
    refused(run("backup", saved, "--data", data), "exists already", "--force")
    assert saved.read_bytes() == before
    done = run("backup", saved, "--data", data, "--force")
    assert done.returncode == 0 and stat.S_IMODE(saved.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("file", "folder", "words"),
    [
        ("x.zip", "nowhere", "--data"),
        (".", "data", "is a folder"),
        ("no/such/folder/x.zip", "data", "No such file"),
    ],
)
def test_what_cannot_be_backed_up_is_told(data: Path, tmp_path: Path, file: str, folder: str, words: str) -> None:
    before = tree(tmp_path)
    refused(run("backup", tmp_path / file, "--data", tmp_path / folder), words)
    assert tree(tmp_path) == before


def test_a_database_in_disorder_is_not_backed_up(data: Path, tmp_path: Path) -> None:
    path = data / "matches.sqlite3"
    spoilt = bytearray(path.read_bytes())
    for page in range(4096 * 2, len(spoilt) - 4096, 4096):
        spoilt[page : page + 200] = b"\xff" * 200
    path.write_bytes(spoilt)
    refused(run("backup", tmp_path / "x.zip", "--data", data), "damaged")
    assert not (tmp_path / "x.zip").exists()


def test_a_damaged_game_is_backed_up_and_told(data: Path, tmp_path: Path) -> None:
    """One bad game must not keep a host from saving all others."""
    with sqlite3.connect(data / "matches.sqlite3") as db:
        db.execute("UPDATE entries SET text = 'gather' WHERE match = 'game1' AND seq = 5")
    db.close()
    done = run("backup", tmp_path / "x.zip", "--data", data)
    assert done.returncode == 0
    assert "1 game in it cannot be read any more: game1." in done.stdout


# ---- while a server runs


WRITER = """
import sys
from pathlib import Path
from skerry.match import Match, SeatPlan
from skerry.server.store.engine.folder import hold
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
data = Path(sys.argv[1])
held = hold(data)
store = Store(data / "matches.sqlite3")
print("writing", flush=True)
number = 0
while True:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=str(number))
    match.begin()
    record = record_of(f"new{number}", "ann", match)
    jobs = [store.create(record, match)]
    while not match.over:
        first = len(match.log)
        entries = match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
        jobs.append(store.append(record, first, entries, match))
        record = record.advanced()
    for job in jobs:
        job.result()
    number += 1
"""


@pytest.fixture
def writing(data: Path) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(data)], env=ENV, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "writing\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_backup_is_whole_though_somebody_writes_all_the_time(
    data: Path, tmp_path: Path, writing: "subprocess.Popen[str]"
) -> None:
    for number in range(3):
        file, new = tmp_path / f"{number}.zip", tmp_path / f"new{number}"
        done = run("backup", file, "--data", data)
        assert done.returncode == 0 and "cannot be read" not in done.stdout, done.stdout + done.stderr
        assert run("restore", file, "--data", new).returncode == 0
        assert len(games_of(new)) >= 3  # every one of them replays
    assert writing.poll() is None


def test_nothing_is_restored_under_a_running_server(data: Path, tmp_path: Path, saved: Path) -> None:
    held = hold(data)
    before = tree(data)
    refused(run("restore", saved, "--data", data), "another Skerry is using it", str(os.getpid()))
    assert tree(data) == before
    held.close()
    assert run("restore", saved, "--data", data).returncode == 0


def test_a_guest_finds_the_game_again_on_a_restored_server(tmp_path: Path) -> None:
    """Cookies are signed with the secret, so that has to come along."""
    first = Process(tmp_path / "data")
    ann = Guest(first.host)
    ann.home()
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    seat.play("gather")
    shown = seat.receive()["picture"]
    assert run("backup", tmp_path / "x.zip", "--data", tmp_path / "data").returncode == 0
    first.end(signal.SIGKILL)
    assert run("restore", tmp_path / "x.zip", "--data", tmp_path / "elsewhere").returncode == 0
    second = Process(tmp_path / "elsewhere")
    again = Guest(second.host)
    again.http.cookies = ann.http.cookies
    assert again.sit(table).picture["lines"] == shown["lines"]
    again.leave()
    ann.leave()
    second.end(signal.SIGINT)


# ---- over what is there


def test_what_was_there_before_is_kept_with_its_log_and_is_not_mixed_in(data: Path, saved: Path) -> None:
    """An old write-ahead log beside a new database would ruin it."""
    expected = games_of(data)
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(data)], env=ENV, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    wal = data / "matches.sqlite3-wal"
    while not wal.exists() or wal.stat().st_size < 100_000:
        assert process.poll() is None
    process.kill()
    process.wait()
    process.stdout.close()
    assert wal.exists()
    (data / "secret").write_text("another secret")
    done = run("restore", saved, "--data", data)
    assert done.returncode == 0, done.stderr
    [before] = data.glob("before-restore-*")
    assert str(before) in done.stdout
    assert games_of(data) == expected and (data / "secret").read_text() == "the secret of this server"
    assert (before / "secret").read_text() == "another secret"
    old = games_of(before)
    assert set(expected) < set(old), "with what was only in its log"


def test_a_backup_can_be_restored_again_and_again(data: Path, saved: Path) -> None:
    expected = games_of(data)
    for _ in range(3):
        assert run("restore", saved, "--data", data).returncode == 0
    assert games_of(data) == expected
    assert len(list(data.glob("before-restore-*"))) == 3


# ---- what is no good backup


def rewritten(saved: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """The same archive with other contents; the list in it fits them again, unless that is what was changed."""
    with zipfile.ZipFile(saved) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    change(files)
    with zipfile.ZipFile(saved, "w") as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)


def listing(files: dict[str, bytes]) -> dict[str, Any]:
    return dict(json.loads(files[LISTED]))


def add_file(name: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        import hashlib

        content = b"evil"
        found = listing(files)
        found["files"][name] = {"size": 4, "sha256": hashlib.sha256(content).hexdigest()}
        files[LISTED] = json.dumps(found).encode()
        files[name] = content

    return change


def unlisted(files: dict[str, bytes]) -> None:
    files["daily/more.json"] = b"{}"


def other_content(files: dict[str, bytes]) -> None:
    files["secret"] = b"the secret of that server"


def other_size(files: dict[str, bytes]) -> None:
    files["secret"] = b"short"


def no_list(files: dict[str, bytes]) -> None:
    del files[LISTED]


def no_database(files: dict[str, bytes]) -> None:
    found = listing(files)
    del files["matches.sqlite3"], found["files"]["matches.sqlite3"]
    files[LISTED] = json.dumps(found).encode()


def from_the_future(files: dict[str, bytes]) -> None:
    files[LISTED] = json.dumps(listing(files) | {"skerry": 99}).encode()


def strange_list(files: dict[str, bytes]) -> None:
    files[LISTED] = b'{"skerry": "one", "files": 3}'


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (add_file("../evil"), "unexpected file"),
        (add_file("daily/../../evil"), "unexpected file"),
        (add_file("/tmp/skerry-evil"), "unexpected file"),
        (add_file("daily\\..\\..\\evil"), "unexpected file"),
        (add_file("daily/.hidden"), "unexpected file"),
        (add_file("in-use"), "unexpected file"),
        (add_file("matches.sqlite3-wal"), "unexpected file"),
        (unlisted, "does not contain what it lists"),
        (other_content, "does not match its checksum"),
        (other_size, "wrong size"),
        (no_list, LISTED),
        (no_database, "matches.sqlite3"),
        (from_the_future, "newer version"),
        (strange_list, "not a backup"),
    ],
)
def test_an_archive_that_is_not_right_is_refused_and_nothing_changes(
    data: Path, saved: Path, change: Callable[[dict[str, bytes]], None], words: str
) -> None:
    rewritten(saved, change)
    before, around = tree(data), sorted(saved.parent.iterdir())
    refused(run("restore", saved, "--data", data), "saved.zip", words)
    assert tree(data) == before and sorted(saved.parent.iterdir()) == around


def test_a_name_that_comes_twice_is_refused(data: Path, saved: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(saved, "a") as zipped:
        zipped.writestr("secret", "another secret")
    refused(run("restore", saved, "--data", data), "does not contain what it lists")


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_half_a_backup_is_refused(data: Path, saved: Path, share: float) -> None:
    content = saved.read_bytes()
    saved.write_bytes(content[: int(len(content) * share)])
    before = tree(data)
    refused(run("restore", saved, "--data", data), "not a backup")
    assert tree(data) == before


def test_a_byte_that_has_changed_in_a_backup_is_noticed_or_does_not_matter(
    data: Path, saved: Path, tmp_path: Path
) -> None:
    """Dates of files in the archive, for instance, are never read."""
    content, expected = saved.read_bytes(), games_of(data)
    places = range(10, len(content), len(content) // 15)
    noticed = 0
    for place in places:
        spoilt, new = bytearray(content), tmp_path / f"new{place}"
        spoilt[place] ^= 0x10
        saved.write_bytes(spoilt)
        done = run("restore", saved, "--data", new)
        if done.returncode:
            refused(done, "saved.zip")
            assert not new.exists() or tree(new) == {}
            noticed += 1
        else:
            assert games_of(new) == expected and (new / "secret").read_bytes() == (data / "secret").read_bytes()
    assert noticed > len(places) // 2


def test_a_foreign_file_is_refused(data: Path, tmp_path: Path) -> None:
    letter, copy = tmp_path / "letter.txt", tmp_path / "copy.sqlite3"
    letter.write_text("Dear friend")
    shutil.copy(data / "matches.sqlite3", copy)
    for file in (letter, copy):
        refused(run("restore", file, "--data", data), "not a backup")
    refused(run("restore", tmp_path / "missing.zip", "--data", data), "no such file")
    refused(run("restore", tmp_path, "--data", data), "is a folder")


def test_a_database_of_a_newer_skerry_is_refused(data: Path, saved: Path) -> None:
    with sqlite3.connect(data / "matches.sqlite3") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    refused(run("backup", saved, "--data", data, "--force"), "newer version")


def test_a_database_from_before_the_first_release_is_refused(tmp_path: Path) -> None:
    unreleased(tmp_path / "matches.sqlite3", 7)
    refused(run("backup", tmp_path / "x.zip", "--data", tmp_path), "from before the first release")
    assert not (tmp_path / "x.zip").exists()


def test_a_missing_folder_is_not_made_for_a_bad_backup(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_text("no")
    refused(run("restore", tmp_path / "x.zip", "--data", tmp_path / "new"), "not a backup")
    assert not (tmp_path / "new").exists()
