"""What a browser gets packed, what it need not fetch again, and that the work for it is done once."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from skerry.server.web import packing
from tests.server.browser import Guest, Running

SCRIPT = "".join(f"export const a{number} = {Random(number).random()};\n" for number in range(3_000))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "<p>Skerry</p>" * 200)
    (folder / "assets" / "main-1.js").write_text(SCRIPT)
    (folder / "assets" / "small-1.js").write_text("1")
    (folder / "assets" / "card-1.png").write_bytes(Random(1).randbytes(5_000))
    return folder


@pytest.fixture
def packs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of everything that is packed."""
    done: list[int] = []
    compress = gzip.compress

    def count(data: bytes, level: int, mtime: float | None = None) -> bytes:
        done.append(len(data))
        return compress(data, level, mtime=mtime)

    monkeypatch.setattr(packing.gzip, "compress", count)  # type: ignore[attr-defined]
    return done


@pytest.fixture
def house(run: Callable[..., Running], built: Path) -> Running:
    return run(page=built)


@pytest.fixture
def guest(house: Running, visit: Callable[[Running], Guest]) -> httpx.Client:
    return visit(house).http


def test_a_file_is_packed_once_and_again_when_it_has_changed(
    guest: httpx.Client, packs: list[int], built: Path
) -> None:
    for _ in range(3):
        answer = guest.get("/assets/main-1.js")
        assert answer.text == SCRIPT and answer.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in answer.headers["vary"].lower()
        assert "immutable" in answer.headers["cache-control"]
    assert packs.count(len(SCRIPT)) == 1
    (built / "assets" / "main-1.js").write_text("// new\n" + SCRIPT)
    os.utime(built / "assets" / "main-1.js", ns=(1, 1))
    assert guest.get("/assets/main-1.js").text == "// new\n" + SCRIPT


@pytest.mark.parametrize("path", ["/", "/t/abc", "/nowhere", "/assets/main-1.js", "/assets/card-1.png"])
def test_packed_or_not_it_is_the_same_file(guest: httpx.Client, path: str) -> None:
    packed, plain = guest.get(path), guest.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.content == plain.content and packed.status_code == plain.status_code
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert "content-encoding" not in plain.headers
    assert ("content-encoding" in packed.headers) == (not path.endswith("png"))
    assert guest.head(path).status_code == packed.status_code


def test_what_a_browser_has_is_not_sent_again(guest: httpx.Client, packs: list[int]) -> None:
    for path in ("/", "/assets/main-1.js", "/api/games/_blank/rules"):
        tag = guest.get(path).headers["etag"]
        packs.clear()
        again = guest.get(path, headers={"If-None-Match": tag})
        assert again.status_code == 304 and not again.content
        assert guest.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
        assert not packs


def test_a_part_of_a_file_is_that_part(guest: httpx.Client) -> None:
    answer = guest.get("/assets/main-1.js", headers={"Range": "bytes=0-9"})
    assert answer.status_code == 206 and answer.text == SCRIPT[:10]


def test_rules_are_packed_once_and_whole(guest: httpx.Client, packs: list[int]) -> None:
    first = guest.get("/api/games/nusfjord/rules")
    assert first.headers["content-encoding"] == "gzip" and first.json()["paragraphs"]
    packs.clear()
    assert guest.get("/api/games/nusfjord/rules").json() == first.json()
    assert not packs
    assert guest.get("/api/games/chess/rules").status_code == 404


def test_answers_that_change_are_packed_as_well(guest: httpx.Client) -> None:
    answer = guest.get("/api/home")
    assert answer.headers["content-encoding"] == "gzip" and answer.json()["games"]
    plain = guest.get("/api/home", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json()["games"] == answer.json()["games"]


def test_what_is_kept_is_bounded(
    monkeypatch: pytest.MonkeyPatch, house: Running, guest: httpx.Client, built: Path
) -> None:
    monkeypatch.setattr(packing, "MAX_PACKED", 80_000)
    for number in range(5):
        (built / "assets" / f"more-{number}.js").write_text(f"// {number}\n{SCRIPT}")
    for number in (*range(5), *range(5)):
        assert guest.get(f"/assets/more-{number}.js").text == f"// {number}\n{SCRIPT}"
    packed: packing.Packed = house.server.config.app.state.packed  # type: ignore[union-attr]
    assert len(packed.kept) > 1
    assert packed.size == sum(len(data) for data in packed.kept.values()) <= 80_000
