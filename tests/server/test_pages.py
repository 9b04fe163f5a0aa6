"""The front end as files, the port, the generated types."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import defstruct

from skerry.server.config import read_config
from skerry.server.protocol import typescript
from skerry.server.settings import data_folder
from skerry.server.web.serve import bind, find_port, serve, url_of
from tests.server.browser import Guest, Running


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Skerry</title>")
    (folder / "assets" / "index-Dk3a9.js").write_text("export {}")
    (tmp_path / "private.txt").write_text("not for you")
    return folder


@pytest.fixture
def reader(run: Callable[..., Running], visit: Callable[..., Guest], built: Path) -> Guest:
    return visit(run(page=built))


@pytest.mark.parametrize("path", ["/", "/t/abcdefgh", "/index.html"])
def test_the_page_is_at_home_and_at_every_table_and_is_always_fresh(reader: Guest, path: str) -> None:
    answer = reader.http.get(path)
    assert "<title>Skerry" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_a_year(reader: Guest) -> None:
    answer = reader.http.get("/assets/index-Dk3a9.js")
    assert answer.text == "export {}"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in answer.headers["content-type"]


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/assets", "/../private.txt", "/%2e%2e/private.txt", "/..%2fprivate.txt"]
)
def test_nothing_else_is_served(reader: Guest, path: str) -> None:
    answer = reader.http.get(path)
    assert answer.status_code == 404
    assert "not for you" not in answer.text
    assert answer.json()["type"] == "problem"


def test_the_documentation_is_shown_once_it_is_built(
    reader: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.server.web.static.DOCS", tmp_path / "site")
    assert "python3 play.py docs" in reader.http.get("/docs/").text
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>How to play</h1>")
    assert "How to play" in reader.http.get("/docs", follow_redirects=True).text
    assert reader.http.get("/docs/../private.txt").status_code == 404
    assert "not for you" not in reader.http.get("/docs/%2e%2e/private.txt").text


@pytest.mark.parametrize("path", ["/xyz", "/t", "/t/a/b", "/games/nusfjord"])
def test_a_mistyped_address_is_a_page_and_no_file(reader: Guest, path: str) -> None:
    answer = reader.http.get(path)
    assert answer.status_code == 404
    assert "<title>Skerry" in answer.text
    assert reader.http.get("/api/xyz").json()["type"] == "problem"


def test_the_first_page_makes_a_guest(run: Callable[..., Running], built: Path) -> None:
    guest = Guest(run(page=built).host)
    assert "set-cookie" in guest.http.get("/t/abcdefgh").headers
    guest.leave()


def test_without_a_front_end_the_page_says_what_to_do(
    run: Callable[..., Running], visit: Callable[..., Guest], tmp_path: Path
) -> None:
    answer = visit(run(page=tmp_path / "nowhere")).http.get("/")
    assert answer.status_code == 503
    assert "python3 play.py" in answer.text


def test_if_the_usual_port_is_taken_it_is_said_and_another_one_used(capsys: pytest.CaptureFixture[str]) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with find_port("127.0.0.1", port) as other:
            assert other.getsockname()[1] != port
    assert f"Port {port} is in use" in capsys.readouterr().out


def test_the_address_is_one_that_a_browser_opens() -> None:
    with bind("0.0.0.0", 0) as everywhere:
        assert url_of(everywhere) == f"http://localhost:{everywhere.getsockname()[1]}/"
    with bind("127.0.0.1", 0) as here:
        assert url_of(here) == f"http://127.0.0.1:{here.getsockname()[1]}/"
        with socket.create_connection(here.getsockname()):
            pass


def test_the_data_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SKERRY_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("SKERRY_DATA")
    assert "skerry" in str(data_folder()).lower()


def test_a_data_folder_that_cannot_be_used_is_told_with_the_ways_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SystemExit) as end:
        serve(read_config({"data": tmp_path / "file" / "data"}))
    for words in [str(tmp_path), "--data FOLDER", "SKERRY_DATA"]:
        assert words in str(end.value)


@pytest.mark.once
def test_the_types_of_the_browser_are_those_of_the_server() -> None:
    for file, text in typescript.generated_files(Path(__file__).parents[2] / "web" / "src").items():
        assert file.read_text(encoding="utf-8") == text, "run: python -m skerry.server.protocol.typescript"


def test_a_game_with_a_catalogue_has_its_type_beside_the_view() -> None:
    text = typescript.generate_view("_blank")
    assert "export interface View {" in text
    assert "export interface Catalogue {" in text
    assert "cards: Record<string, CardFace>;" in text


def test_two_structs_of_one_name_are_an_error_and_not_a_guess() -> None:
    one, other = defstruct("Card", [("name", str)]), defstruct("Card", [("cost", int)])
    with pytest.raises(TypeError, match="Card"):
        typescript.Writer().root("Both", one | other, False)
