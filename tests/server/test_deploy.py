"""The files in deploy/ are what their programs take, and a container made from them serves a game."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skerry.server.config import option_name, read_config
from skerry.server.store.engine.engines import SCHEMES
from skerry.server.web.proxies import Proxies
from tests.server.browser import Guest
from tests.server.installed import needs
from tests.server.serving import Serving, free_port, serving, wait_until_live

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PACKAGES = "python3,python3-venv,ca-certificates"  # of a bare Debian
STORAGE = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}  # needs no privileges beyond root's


def run(*words: object, **variables: str) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=os.environ | variables)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def test_the_settings_of_a_club_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tomllib.loads((DEPLOY / "skerry.toml").read_text()):
        monkeypatch.delenv(f"SKERRY_{name.upper()}", raising=False)
    settings = read_config({}, DEPLOY / "skerry.toml").settings
    assert settings.database.startswith(SCHEMES) and settings.log == "json" and settings.drain == 2
    assert "127.0.0.1" in Proxies(settings.trust)


@pytest.mark.parametrize("name", ["compose.yaml", "Containerfile", "skerry@.service"])
def test_the_variables_and_options_that_are_set_are_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With values that can be used.  `${SITE:?…}` in the compose file is what the host has set."""
    for variable in [variable for variable in os.environ if variable.startswith("SKERRY_")]:
        monkeypatch.delenv(variable)
    text = re.sub(r"\$\{\w+:\?[^}]*\}", "example.org", (DEPLOY / name).read_text()).replace("%i", "1")
    found = dict(re.findall(r"\b(SKERRY_\w+)(?:=|: *)\"?([^\s\"]+)", text))
    assert found
    for variable, value in found.items():
        monkeypatch.setenv(variable, value)
    (tmp_path / "empty.toml").touch()
    config = read_config({}, tmp_path / "empty.toml")
    assert config.unknown == []
    assert {source for source in config.sources.values() if source != "default"} == set(found)
    Proxies(config.settings.trust)
    for options in re.findall(r"skerry serve (.+)", text):
        assert {option_name(key) for key in config.sources} >= set(re.findall(r"--[\w-]+", options))


def test_systemd_takes_the_units_and_finds_them_hardened(tmp_path: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    for name in ("skerry@.service", "skerry@.socket"):
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/skerry/bin/skerry", sys.executable))
    said = run(analyze, "verify", tmp_path / "skerry@1.service", tmp_path / "skerry@1.socket")
    assert "skerry@" not in said, said
    said = run(analyze, "security", "--offline=true", "--no-pager", tmp_path / "skerry@.service")
    found = re.search(r"exposure level for \S+: ([\d.]+)", said)
    assert found and float(found[1]) < 2.5, said


def test_caddy_takes_its_file() -> None:
    run(needs("caddy", "caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")


def test_people_play_through_nginx(tmp_path: Path) -> None:
    nginx, port = needs("nginx", "nginx-light"), free_port()
    with serving(tmp_path / "data", "--trust", "127.0.0.1", "--allow-host", "games.example.org") as server:
        text = (DEPLOY / "nginx.conf").read_text()
        assert "127.0.0.1:8471" in text and "listen 80;" in text
        site = text.replace("127.0.0.1:8471", server.host).replace("listen [::]:80;", "")
        (tmp_path / "site.conf").write_text(site.replace("listen 80;", f"listen 127.0.0.1:{port};"))
        scratch = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (tmp_path / "nginx.conf").write_text(
            f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}}\n"
            f"http {{ access_log off; {scratch} include {tmp_path}/site.conf; }}\n"
        )
        with subprocess.Popen([nginx, "-c", tmp_path / "nginx.conf", "-e", "stderr"], stderr=subprocess.PIPE) as proxy:
            try:
                wait_until_live(server, f"127.0.0.1:{port}")
                guest = Guest(f"127.0.0.1:{port}")
                seat = guest.sit(guest.start("me bot"))
                seat.my_turn()
                guest.leave()
            finally:
                proxy.send_signal(signal.SIGTERM)


@pytest.mark.long
def test_a_container_is_built_and_serves_a_game(tmp_path: Path) -> None:
    buildah = needs("buildah", "buildah", is_optional=True)
    if os.getuid() != 0:
        pytest.skip("building a container here needs root")
    with containers(buildah, tmp_path) as build:
        base = bare_debian(build, tmp_path)
        arguments = ["--build-arg", f"BASE={base}", "--build-arg", "COMPILER="]
        build("build", *arguments, "--tag", "skerry", "--file", DEPLOY / "Containerfile", ROOT)
        name = build("from", "--pull-never", "localhost/skerry").strip().splitlines()[-1]
        port = free_port()
        command = [buildah, *build.options, "run", name, "--", "skerry", "serve", "--port", str(port)]
        with subprocess.Popen(
            command, env=os.environ | STORAGE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            server = Serving(process, f"127.0.0.1:{port}")
            try:
                wait_until_live(server)
                assert server.get("/ready").status_code == 200
                page = server.get("/")
                assert page.status_code == 200 and "<title>Skerry" in page.text
                guest = Guest(server.host)
                guest.sit(guest.start("me bot")).my_turn()
                guest.leave()
                said = build("run", name, "--", "skerry", "config")
                assert re.search(r'data = "/data" +# SKERRY_DATA', said), said
            finally:
                server.stop()


class Buildah:
    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.options = ["--root", str(folder / "storage"), "--runroot", str(folder / "run")]

    def __call__(self, *words: object) -> str:
        return run(self.program, *self.options, *words, **STORAGE)


@contextlib.contextmanager
def containers(buildah: str, folder: Path) -> Iterator[Buildah]:
    build = Buildah(buildah, folder)
    try:
        yield build
    finally:
        with contextlib.suppress(AssertionError):
            build("rm", "--all")
            build("rmi", "--all", "--force")


def bare_debian(build: Buildah, folder: Path) -> str:
    """An image with Python and the packages that pip will want, made here: nothing is pulled."""
    root = folder / "debian"
    run(
        needs("debootstrap", "debootstrap", is_optional=True),
        "--variant=minbase",
        f"--include={PACKAGES}",
        "bookworm",
        root,
    )
    download_wheels(root / "wheels")
    (root / "etc" / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n")
    name = build("from", "scratch").strip().splitlines()[-1]
    build("add", "--quiet", name, root, "/")
    build("commit", "--quiet", name, "bare-debian")
    shutil.rmtree(root)
    return "localhost/bare-debian"


def download_wheels(folder: Path) -> None:
    """All that the container installs, from wherever this machine takes its packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for name in ("play", "accounts", "club", "metrics", "notices"):  # which the Containerfile names
        wanted += [wish for wish in extras[name] if not wish.startswith("skerry[")]
    (pip,) = (ROOT / "tools").glob("pip-*.whl")
    kind = ["--only-binary=:all:", "--python-version=3.11", "--dest", folder]
    run(sys.executable, f"{pip}/pip", "download", "--quiet", *kind, *wanted)
