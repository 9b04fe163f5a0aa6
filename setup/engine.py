"""The compiled engine, and the package that runs with it: both lie in build/ under the hash of all that shaped them,
so that no extension file ever lies beside a source and whoever finds a folder there finds it complete."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from setup.places import content_hash, files_below, is_set
from setup.steps import end, start

COMPILER = ["mypy==2.4.1", "librt==0.16.0", "setuptools"]
KEPT = 4  # of the engines and packages in build/, the newest
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))

# What Python itself is compiled with. A CFLAGS in the environment replaces it, and then assertions would stay in.
FLAGS = "-O3 -DNDEBUG -fwrapv"
# Nobody else links against our functions and variables, so they need no table through which another could replace them.
ELF_FLAGS = "-fno-semantic-interposition -fvisibility=hidden"

COMPILE = """
import os, signal, threading
def leave_with_parent():
    os.read(0, 1)  # ends when our parent does
    os.killpg(0, signal.SIGKILL) if hasattr(os, "killpg") else os._exit(1)
threading.Thread(target=leave_with_parent, daemon=True).start()
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({paths!r}, opt_level="3", debug_level="0", group_name="skerry")
setup(name="engine", packages=[], ext_modules=modules, script_args=["build_ext", "--inplace", "-j{jobs}"])
"""


class Engine:
    """The modules that mypyc compiles, and all that their types depend on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.source = root / "src"
        settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        self.modules = compiled_modules(self.source, settings["tool"]["skerry"]["compiled"])
        self.needed = import_closure(self.source, self.modules)
        names = [module.as_posix() for module in self.modules]
        key = content_hash(self.source, self.needed, [*circumstances(), *names])
        self.tree = root / "build" / "engine" / key

    def why_not(self) -> str:
        if not self.modules:
            return "no module is named for it."
        return "" if self.is_built() and not is_set("SKERRY_PURE") else why_not()

    def is_built(self) -> bool:
        return self.tree.exists()

    def extensions(self) -> list[Path]:
        return sorted(file for file in self.tree.rglob("*") if file.suffix in (".so", ".pyd"))

    def build(self, tools: Path | None = None) -> str:
        """Compiles unless it is there; returns what went wrong, or nothing. `tools` is where mypyc is installed."""
        if self.is_built():
            self.tree.touch()
            return ""
        work = self.tree.with_name(f"{self.tree.name}.{os.getpid()}")
        try:
            for file in self.needed:
                (work / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.source / file, work / file)
            problem = compile_modules(work, self.modules, tools)
            if not problem:
                keep_extensions_only(work)
                settle(work, self.tree)
            return problem
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def take_from(self, wheel: Path) -> bool:
        """Whether the wheel was compiled from these very sources for this very Python; then its engine is ours."""
        work = self.tree.with_name(f"{self.tree.name}.{os.getpid()}")
        try:
            with zipfile.ZipFile(wheel) as archive:
                names = set(archive.namelist())
                for file in self.needed:
                    if archive.read(file.as_posix()) != (self.source / file).read_bytes():
                        return False
                ours = [name for name in names if name.endswith(SUFFIX)]
                if not {module.with_suffix(SUFFIX).as_posix() for module in self.modules} <= set(ours):
                    return False
                archive.extractall(work, ours)
            settle(work, self.tree)
            return True
        except (OSError, KeyError, zipfile.BadZipFile):
            return False
        finally:
            shutil.rmtree(work, ignore_errors=True)


def circumstances() -> list[str]:
    """Besides the sources, what makes another engine."""
    variables = [f"{name}={os.environ.get(name, '')}" for name in ("CC", "CFLAGS")]
    return [*COMPILER, FLAGS, ELF_FLAGS, COMPILE, sys.version, sysconfig.get_platform(), *variables]


def package_folder(root: Path, page_stamp: str) -> Path:
    """Where the compiled package of these sources lies, or will."""
    files = files_below(root / "src" / "skerry")
    settings = (root / "pyproject.toml").read_text(encoding="utf-8")
    key = content_hash(root / "src" / "skerry", files, [settings, page_stamp, *circumstances()])
    return root / "build" / "package" / key


def put_together(package: Path, engine: Engine, page: Path | None) -> None:
    """Sources, engine and page in one folder, as a wheel would install them."""
    work = package.with_name(f"{package.name}.{os.getpid()}")
    try:
        shutil.copytree(engine.source / "skerry", work / "skerry", ignore=shutil.ignore_patterns("__pycache__"))
        for file in engine.extensions():
            shutil.copyfile(file, work / file.relative_to(engine.tree))
        if page:
            shutil.copytree(page, work / "skerry" / "server" / "static")
        settle(work, package)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def settle(work: Path, place: Path) -> None:
    """From one moment to the next the whole of it is there; the oldest of its kind go."""
    work.rename(place)
    complete = [tree for tree in place.parent.iterdir() if "." not in tree.name]
    for tree in sorted(complete, key=lambda tree: tree.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(tree, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Removes what builds that were killed have left. Only while holding the lock of builds."""
    for tree in folder.glob("*/*.*"):
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


def compile_modules(work: Path, modules: list[Path], tools: Path | None) -> str:
    """Compiles in place, in the tree `work`; returns the compilers' own words where it fails."""
    # Of what is not compiled only the types matter, and libraries are not there at all.
    (work / "mypy.ini").write_text("[mypy]\nfollow_imports = silent\nignore_missing_imports = True\n")
    (work / "tmp").mkdir()
    script = COMPILE.format(paths=[module.as_posix() for module in modules], jobs=os.cpu_count() or 1)
    environment = {**os.environ, "TMPDIR": str(work / "tmp"), "TEMP": str(work / "tmp"), "TMP": str(work / "tmp")}
    flags = f"{FLAGS} {ELF_FLAGS}" if sys.platform == "linux" else FLAGS
    environment["CFLAGS"] = f"{flags} {os.environ.get('CFLAGS', '')}".strip()
    if tools:
        environment["PYTHONPATH"] = str(tools)
    process = start(
        [sys.executable, "-c", script],
        cwd=work,
        env=environment,
        stdin=subprocess.PIPE,  # whose end tells it that we are gone
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.read().decode(errors="replace")
        process.wait()
    finally:
        end(process)
    if process.returncode == 0:
        return ""
    lines = said.strip().splitlines() or [f"signal {-process.returncode}"]
    errors = [line for line in lines if re.search(r"\berror\b", line, re.IGNORECASE)]
    return "\n".join([f"the compiler stopped with: {(errors or lines)[0]}", *lines[-40:]])


def keep_extensions_only(work: Path) -> None:
    shutil.rmtree(work / "build", ignore_errors=True)
    shutil.rmtree(work / "tmp", ignore_errors=True)
    for file in [file for file in work.rglob("*") if file.is_file() and file.suffix not in (".so", ".pyd")]:
        file.unlink()


def why_not() -> str:
    """Why nothing can be compiled here, in words; or nothing."""
    if is_set("SKERRY_PURE"):
        return "SKERRY_PURE is set."
    if not has_compiler():
        return "there is no C compiler (Debian: gcc, libc6-dev, python3-dev)."
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "there is a C compiler, but Python's headers are missing (Debian: python3-dev)."
    return ""


def has_compiler() -> bool:
    if os.name == "nt":
        installer = Path(os.environ.get("PROGRAMFILES(X86)", "C:/"), "Microsoft Visual Studio", "Installer")
        return (installer / "vswhere.exe").exists()
    if sys.platform == "darwin" and subprocess.run(["xcode-select", "-p"], capture_output=True).returncode:
        return False  # there cc is a stub that opens a window
    chosen = os.environ.get("CC", "").split()[:1]
    return any(shutil.which(name) for name in chosen or ["cc", "gcc", "clang"])
