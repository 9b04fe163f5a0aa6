"""Engine and page: what is built, when it is done again, and what goes into a wheel."""

import json
import sys
import zipfile
from pathlib import Path

import hatch_build
import pytest
from setup import engine as engines
from setup.engine import KEPT, SUFFIX, Engine
from setup.page import NODE, Page
from tests.setup.conftest import ROOT

pytestmark = pytest.mark.once

SOURCES = {
    "skerry/__init__.py": "",
    "skerry/core/__init__.py": "",
    "skerry/core/state.py": "from skerry.core import kit",
    "skerry/core/kit.py": "import tomllib",
    "skerry/games/__init__.py": "",
    "skerry/games/reef/__init__.py": "",
    "skerry/games/reef/text.py": "",
    "skerry/games/reef/names.py": "",
    "skerry/games/reef/steps/__init__.py": "",
    "skerry/games/reef/steps/turns.py": "from ..names import A\nif 0:\n    import skerry.core.state as s",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    for name in ["SKERRY_PURE", "SKERRY_REQUIRE_COMPILED", "SKERRY_NO_WEB", "CC"]:
        monkeypatch.delenv(name, raising=False)
    write(tmp_path, "pyproject.toml", '[tool.skerry]\ncompiled = ["core/state.py", "games/*/steps/*.py"]')
    for name, text in SOURCES.items():
        write(tmp_path, f"src/{name}", text)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def key(project: Path) -> str:
    return Engine(project).tree.name


class Window:
    """Stands for hatchling's terminal."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)

    def abort(self, text: str) -> None:
        raise SystemExit(text)


def hook_for(project: Path, target: str = "wheel"):
    return hatch_build.SkerryBuildHook(str(project), {}, None, None, str(project / "out"), target, Window())


def empty_build_data() -> dict:
    return {"force_include": {}, "pure_python": True}


def test_the_named_modules_are_compiled_and_no_package_file(project):
    modules = [module.as_posix() for module in Engine(project).modules]
    assert modules == ["skerry/core/state.py", "skerry/games/reef/steps/turns.py"]


def test_the_real_package_has_modules_to_compile():
    modules = [module.as_posix() for module in Engine(ROOT).modules]
    assert "skerry/core/state.py" in modules
    assert any("/steps/" in module for module in modules)


def test_all_that_they_import_is_read_with_them(project):
    needed = {file.as_posix() for file in Engine(project).needed}
    assert needed == set(SOURCES) - {"skerry/games/reef/text.py"}


def test_it_compiles_again_when_an_imported_module_changes_and_only_then(project):
    before = key(project)
    write(project, "src/skerry/games/reef/text.py", "changed = 1")
    assert key(project) == before
    write(project, "src/skerry/core/kit.py", "changed = 1")
    assert key(project) != before


def test_an_engine_that_is_built_needs_no_compiler_and_goes_into_the_wheel(project, monkeypatch):
    monkeypatch.setenv("PATH", "")
    tree = Engine(project).tree
    write(tree, "skerry/core/state.cpython-311-x86_64-linux-gnu.so", "")
    write(tree, "skerry/games/reef/steps/turns.cp311-win_amd64.pyd", "")
    hook, data = hook_for(project), empty_build_data()
    assert hook.dependencies() == []
    hook.initialize("standard", data)
    assert sorted(data["force_include"].values()) == [
        "skerry/core/state.cpython-311-x86_64-linux-gnu.so",
        "skerry/games/reef/steps/turns.cp311-win_amd64.pyd",
    ]
    assert data["pure_python"] is False


def test_without_a_compiler_the_wheel_is_pure_and_it_is_said_why(project, monkeypatch):
    monkeypatch.setattr(engines, "has_compiler", lambda: False)
    hook, data = hook_for(project), empty_build_data()
    assert hook.dependencies() == []
    hook.initialize("standard", data)
    assert data["pure_python"] is True
    assert "there is no C compiler" in hook.app.warnings[0]


def test_a_failing_compiler_leaves_the_wheel_pure_unless_it_must_not(project, monkeypatch):
    monkeypatch.setattr(Engine, "why_not", lambda engine: "")
    monkeypatch.setattr(engines, "compile_modules", lambda work, modules, tools: "the compiler stopped with: x\nmore")
    hook, data = hook_for(project), empty_build_data()
    hook.initialize("standard", data)
    assert data["pure_python"] is True
    assert not any((project / "build" / "engine").iterdir())
    monkeypatch.setenv("SKERRY_REQUIRE_COMPILED", "1")
    with pytest.raises(SystemExit, match="the compiler stopped with: x"):
        hook_for(project).initialize("standard", empty_build_data())


def test_pure_on_request(project, monkeypatch):
    monkeypatch.setenv("SKERRY_PURE", "1")
    assert hook_for(project).dependencies() == []
    assert "SKERRY_PURE" in Engine(project).why_not()
    write(Engine(project).tree, f"skerry/core/state{SUFFIX}", "built for somebody else")
    hook, data = hook_for(project), empty_build_data()
    hook.initialize("standard", data)
    assert (data["pure_python"], data["force_include"]) == (True, {})


def test_of_the_compiled_trees_only_the_extensions_and_the_newest_few_are_kept(project, monkeypatch):
    def compiled(work, modules, tools):
        write(work, "skerry/core/state.so", "")
        write(work, "build/temp/state.so", "")
        return ""

    monkeypatch.setattr(engines, "compile_modules", compiled)
    for number in range(KEPT + 2):
        write(project, "src/skerry/core/state.py", f"number = {number}")
        engine = Engine(project)
        assert engine.build() == ""
        assert [file.name for file in engine.tree.rglob("*") if file.is_file()] == ["state.so"]
    assert len(list((project / "build" / "engine").iterdir())) == KEPT
    assert engine.is_built()


def test_no_extension_file_lies_beside_a_source():
    assert not [file for file in (ROOT / "src").rglob("*") if file.suffix in (".so", ".pyd")]


NPM = """#!{python}
import pathlib, sys
with open("calls.txt", "a") as calls:
    print(*sys.argv[1:3], file=calls)
folder = pathlib.Path("node_modules" if sys.argv[1] == "ci" else "dist")
folder.mkdir(exist_ok=True)
(folder / ("index.html" if folder.name == "dist" else ".package-lock.json")).write_text("built")
sys.exit({exit_code})
"""


@pytest.fixture
def web(project, monkeypatch):
    monkeypatch.setenv("SKERRY_PURE", "1")
    write(project, "web/package.json", json.dumps({"name": "web"}))
    write(project, "web/package-lock.json", "{}")
    write(project, "web/src/App.svelte", "one")
    install_npm(project, monkeypatch)
    return project / "web"


def install_npm(project: Path, monkeypatch, exit_code: int = 0) -> None:
    npm = project / "npm"
    npm.write_text(NPM.format(python=sys.executable, exit_code=exit_code))
    npm.chmod(0o755)
    monkeypatch.setattr(hatch_build, "system_npm", lambda: [str(npm)])


def calls(web: Path) -> list[str]:
    file = web / "calls.txt"
    lines = file.read_text().splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return lines


def test_the_page_is_built_once_and_shipped(web):
    data = empty_build_data()
    hook_for(web.parent).initialize("standard", data)
    assert data["force_include"] == {str(web / "dist"): "skerry/server/static"}
    assert calls(web) == ["ci --omit=dev", "run build"]
    hook_for(web.parent).initialize("standard", empty_build_data())
    assert calls(web) == []


def test_a_changed_page_is_built_again_with_the_packages_already_there(web):
    hook_for(web.parent).initialize("standard", empty_build_data())
    calls(web)
    write(web, "src/App.svelte", "two")
    hook_for(web.parent).initialize("standard", empty_build_data())
    assert calls(web) == ["run build"]


def test_node_is_asked_for_only_while_the_page_is_stale_and_the_machine_has_none(web, monkeypatch):
    assert hook_for(web.parent).dependencies() == []
    monkeypatch.setattr(hatch_build, "system_npm", list)
    assert hook_for(web.parent).dependencies() == [NODE]
    page = Page(web)
    write(web, "dist/.stamp", page.sources)
    assert hook_for(web.parent).dependencies() == []


def test_a_page_that_cannot_be_built_fails_with_a_sentence(web, monkeypatch):
    install_npm(web.parent, monkeypatch, exit_code=1)
    with pytest.raises(SystemExit, match="The page could not be built: npm ci"):
        hook_for(web.parent).initialize("standard", empty_build_data())


def test_no_node_to_be_had_fails_with_a_sentence(web, monkeypatch):
    monkeypatch.setattr(hatch_build, "system_npm", list)
    monkeypatch.setattr(hatch_build, "packaged_npm", lambda site: [])
    with pytest.raises(SystemExit, match=r"needs Node\.js 22\.12"):
        hook_for(web.parent).initialize("standard", empty_build_data())


def test_the_page_can_be_left_out(web, monkeypatch):
    monkeypatch.setenv("SKERRY_NO_WEB", "1")
    data = empty_build_data()
    hook_for(web.parent).initialize("standard", data)
    assert (data["force_include"], calls(web)) == ({}, [])


def test_an_sdist_carries_the_built_page_where_its_sources_are(web):
    data = empty_build_data()
    hook_for(web.parent, "sdist").initialize("standard", data)
    assert (web / "dist" / "index.html").exists()
    assert data["force_include"] == {}


def test_what_comes_from_an_sdist_is_not_built_again(web):
    write(web, "dist/index.html", "built elsewhere")
    write(web.parent, "PKG-INFO", "")
    hook_for(web.parent).initialize("standard", empty_build_data())
    assert calls(web) == []


def test_the_kept_page_needs_no_node(web):
    hook_for(web.parent).initialize("standard", empty_build_data())
    Page(web).keep()
    calls(web)
    for file in (web / "dist").iterdir():
        file.unlink()
    hook_for(web.parent).initialize("standard", empty_build_data())
    assert (calls(web), (web / "dist" / "index.html").read_text()) == ([], "built")


def test_the_kept_page_of_other_sources_is_not_taken(web):
    hook_for(web.parent).initialize("standard", empty_build_data())
    Page(web).keep()
    write(web, "src/App.svelte", "two")
    assert not Page(web).is_current()


def test_a_change_in_the_tests_of_the_page_does_not_make_another_page(web):
    before = Page(web).sources
    write(web, "tests/App.test.ts", "new")
    write(web, "node_modules/x.js", "new")
    write(web, "dist/x.js", "new")
    assert Page(web).sources == before


def test_the_same_page_is_the_same_file(web):
    hook_for(web.parent).initialize("standard", empty_build_data())
    page = Page(web)
    page.keep()
    first = page.kept.read_bytes()
    for file in page.built.iterdir():
        file.touch()
    page.keep()
    assert page.kept.read_bytes() == first


def test_the_page_in_the_repository_is_that_of_its_sources():
    page = Page(ROOT / "web")
    assert page.kept_stamp() == page.sources, "web/ has changed; run: python3 tools/build_page.py"


# ---- an engine from a wheel


@pytest.fixture
def wheel(project):
    """Compiled elsewhere, from these sources, for this Python."""
    file = project / "skerry-1-any.whl"
    fill(file, project, [f"skerry/core/state{SUFFIX}", f"skerry/games/reef/steps/turns{SUFFIX}", f"x__mypyc{SUFFIX}"])
    return file


def fill(wheel: Path, project: Path, extensions: list[str]) -> None:
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in SOURCES:
            archive.write(project / "src" / name, name)
        for name in extensions:
            archive.writestr(name, "compiled")


def test_the_engine_of_a_wheel_of_these_very_sources_is_taken(project, wheel):
    assert Engine(project).take_from(wheel)
    names = sorted(file.name for file in Engine(project).extensions())
    assert names == sorted([f"state{SUFFIX}", f"turns{SUFFIX}", f"x__mypyc{SUFFIX}"])


def test_the_engine_of_a_wheel_of_other_sources_is_not(project, wheel):
    write(project, "src/skerry/core/kit.py", "changed = 1")
    assert not Engine(project).take_from(wheel)
    assert not Engine(project).is_built()


def test_nor_that_of_a_wheel_for_another_python(project, wheel):
    fill(wheel, project, ["skerry/core/state.cpython-399-x.so", "skerry/games/reef/steps/turns.cpython-399-x.so"])
    assert not Engine(project).take_from(wheel)


def test_nor_that_of_something_that_is_no_wheel(project, wheel):
    wheel.write_text("hello")
    assert not Engine(project).take_from(wheel)
    assert list((project / "build").rglob("*")) == []
