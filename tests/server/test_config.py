"""Settings: from a file, the environment and the command line; a mistake is named with its place."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import fields

from skerry.server.config import CONFIG_FILE, ConfigError, read_config, shown_config
from skerry.server.settings import INTERNAL, Settings
from tests.terminal import command

DOCS = Path(__file__).parents[2] / "docs" / "hosts.md"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in fields(Settings):
        monkeypatch.delenv(f"SKERRY_{field.name.upper()}", raising=False)
    monkeypatch.setattr("skerry.server.config.CONFIG_FILE", Path("/nowhere/skerry.toml"))


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_an_option_beats_the_environment_which_beats_the_file_which_beats_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "a.toml", 'port = 1\nhost = "10.0.0.1"\nsockets = 7\ntrust = ["10.0.0.0/8"]\n')
    monkeypatch.setenv("SKERRY_PORT", "2")
    monkeypatch.setenv("SKERRY_HOST", "10.0.0.2")
    monkeypatch.setenv("SKERRY_ALLOW_HOST", "a.example.org, b.example.org")
    config = read_config({"port": 3, "host": None, "trust": ()}, file)
    settings = config.settings
    assert (settings.port, settings.host, settings.sockets) == (3, "10.0.0.2", 7)
    assert settings.trust == ("10.0.0.0/8",) and settings.allow_host == ("a.example.org", "b.example.org")
    assert settings.tables == 200_000
    places = [config.sources[name] for name in ("port", "host", "sockets", "allow_host", "tables")]
    assert places == ["--port", "SKERRY_HOST", str(file), "SKERRY_ALLOW_HOST", "default"]


def test_the_file_is_named_by_an_option_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_CONFIG", str(write(tmp_path / "a.toml", "port = 1")))
    assert read_config({}).settings.port == 1
    assert read_config({}, write(tmp_path / "b.toml", "port = 2")).settings.port == 2
    monkeypatch.delenv("SKERRY_CONFIG")
    assert read_config({}).settings.port is None
    assert CONFIG_FILE.suffix == ".toml"


def test_a_switch_is_true_or_false_wherever_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "a.toml", "ratings = true\nleagues = true")
    assert not read_config({}).settings.ratings
    monkeypatch.setenv("SKERRY_LEAGUES", "false")
    config = read_config({}, file)
    assert (config.settings.ratings, config.settings.leagues) == (True, False)
    assert "ratings = true " in shown_config(config) and "leagues = false " in shown_config(config)
    assert not read_config({"ratings": False}, file).settings.ratings


def test_a_relative_path_begins_at_the_file(tmp_path: Path) -> None:
    assert read_config({}, write(tmp_path / "a.toml", 'data = "games"')).settings.data == tmp_path / "games"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean 'port'?"),
        ("xyzzy = 1", "there is no setting 'xyzzy'"),
        ("warm = true", "there is no setting 'warm'"),
        ("[limits]\ntables = 1", "there is no setting 'limits'"),
        ('port = "http"', "port must be a whole number from 0 to 65535, not 'http'"),
        ("port = 65536", "port must be a whole number from 0 to 65535, not 65536"),
        ("port = 1.5", "port must be a whole number from 0 to 65535, not 1.5"),
        ("port = true", "port must be a whole number from 0 to 65535, not True"),
        ("sockets = 0", "sockets must be a whole number of at least 1, not 0"),
        ("ratings = 1", "ratings must be true or false, not 1"),
        ("trust = 1", "trust must be a list of texts, not 1"),
        ('trust = "10.0.0.1"', "trust must be a list of texts, not '10.0.0.1'"),
        ("trust = [1]", "trust must be a list of texts, not [1]"),
        ("data = 1", "data must be a path, not 1"),
        ('log = "xml"', """log must be "json" or "text", not 'xml'"""),
        ("database = 1", "database must be a text"),
        ("port = ", "is not a TOML file"),
        ("port = 1\nport = 2", "is not a TOML file"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_file_and_key(tmp_path: Path, text: str, words: str) -> None:
    file = write(tmp_path / "a.toml", text)
    with pytest.raises(ConfigError) as error:
        read_config({}, file)
    assert str(error.value).startswith(f"{file}: {words}")


def test_a_file_that_is_named_must_be_readable(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="missing.toml: there is no such file"):
        read_config({}, tmp_path / "missing.toml")
    with pytest.raises(ConfigError, match="is a directory|Is a directory"):
        read_config({}, tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not a TOML file"):
        read_config({}, tmp_path / "bytes.toml")


def test_a_mistake_in_the_environment_is_told_with_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_PORT", "tcp://10.0.0.1:80")
    with pytest.raises(ConfigError, match="SKERRY_PORT must be a whole number from 0 to 65535, not 'tcp://"):
        read_config({})
    monkeypatch.setenv("SKERRY_PORT", "")
    assert read_config({}).settings.port is None


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hush-hush@db.example.org/skerry",
        "postgresql:///skerry?user=ann&password=hush-hush&host=/run",
        "postgresql://ann:hush:hush@db.example.org/skerry",
        "postgresql://ann:hush@hush@db.example.org/skerry",
        "postgresql://ann:hush/hush@db.example.org/skerry",
    ],
)
def test_what_is_in_force_is_a_file_again_without_passwords(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKERRY_DATABSE", "x")
    file = write(tmp_path / "a.toml", f'database = "{address}"\nallow_host = ["a.example.org"]\n')
    config = read_config({"port": 0}, file)
    shown = shown_config(config)
    assert "hush" not in shown and "ann" in shown and config.unknown == ["SKERRY_DATABSE"]
    again = read_config({}, write(tmp_path / "b.toml", shown)).settings
    assert (again.port, again.allow_host, again.tables) == (0, ("a.example.org",), 200_000)
    assert set(tomllib.loads(shown)) == {field.name for field in fields(Settings)} - set(INTERNAL)


def test_the_command_prints_what_is_in_force_or_one_line_about_the_mistake(tmp_path: Path) -> None:
    file = write(tmp_path / "a.toml", "sockets = 9")
    done = command.run("config", "--config", file, "--port", 99, "--log", "json", "--data", tmp_path)
    assert done.returncode == 0, done.stderr
    lines = {line.partition(" =")[0]: line for line in done.stdout.splitlines()}
    assert lines["sockets"].endswith(f"# {file}") and lines["port"].endswith("# --port")
    assert lines["log"].startswith('log = "json"') and lines["host"].endswith("# default")
    for words in (["config", "--config", write(file, "prot = 1")], ["serve", "--log", "xml"]):
        done = command.run(*words)
        assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("skerry: ")


def test_the_host_s_guide_names_every_setting() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [
        field.name for field in fields(Settings) if field.name not in INTERNAL and f"`{field.name}`" not in text
    ] == []
