"""Where compiled code makes a Python object of a number, as mypyc's own intermediate code tells.

    python3 play.py python -m tests.laws.boxing

An `i64` is a machine integer as long as mypyc knows that it is one.  `n if n > 0 else 0`, a call through `Any` or a
list of integers make an object of it, which costs thirty times as much as the sum it is made for.
"""

import os
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Boxed(NamedTuple):
    """A place in the sources."""

    module: str
    function: str
    line: int
    in_loop: bool

    def __str__(self) -> str:
        return f"{self.module}.{self.function}:{self.line}{' in a loop' if self.in_loop else ''}"


def boxed_numbers(source: Path, paths: list[str]) -> list[Boxed]:
    """Of these modules, which mypyc reads as it does when it compiles them."""
    return [
        Boxed(name, fn.class_name + "." + fn.name if fn.class_name else fn.name, line, in_loop)
        for name, module in intermediate_code(source, paths).items()
        for fn in module.functions
        for line, in_loop in boxes_of(fn)
    ]


def intermediate_code(source: Path, paths: list[str]) -> dict[str, Any]:
    """mypyc's intermediate code by module."""
    from mypy.fscache import FileSystemCache
    from mypyc.build import construct_groups, get_mypy_config
    from mypyc.codegen import emitmodule
    from mypyc.errors import Errors
    from mypyc.irbuild.mapper import Mapper
    from mypyc.options import CompilerOptions

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mypy.ini").write_text("[mypy]\nfollow_imports = silent\nignore_missing_imports = True\n")
        os.chdir(source)
        try:
            compiler = CompilerOptions(target_dir=folder, group_name="skerry")
            files = FileSystemCache()
            arguments = ["--config-file", str(Path(folder, "mypy.ini")), *paths]
            sources, everything, options = get_mypy_config(arguments, None, compiler, files)
            options.cache_dir = os.path.join(folder, "cache")
            groups = construct_groups(sources, False, True, "skerry")
            result = emitmodule.parse_and_typecheck(everything, options, compiler, groups, files)
            mapper = Mapper({source.module: name for group, name in groups for source in group})
            return emitmodule.compile_modules_to_ir(result, mapper, compiler, Errors(options))
        finally:
            os.chdir(before)


def boxes_of(fn: Any) -> Iterator[tuple[int, bool]]:
    """The lines of a function where a number becomes an object, and whether they lie in a loop."""
    from mypyc.ir.ops import Box
    from mypyc.ir.rtypes import is_fixed_width_rtype, is_float_rprimitive, is_int_rprimitive

    found = []
    for block in fn.blocks:
        for op in block.ops:
            if isinstance(op, Box) and any(
                test(op.src.type) for test in (is_fixed_width_rtype, is_float_rprimitive, is_int_rprimitive)
            ):
                found.append((block, op.line))
    for block, line in found:
        yield line, comes_again(block)


def comes_again(block: Any) -> bool:
    """Can one get from the end of this block to its beginning?"""
    seen: set[int] = set()
    waiting = list(block.ops[-1].targets())
    while waiting:
        other = waiting.pop()
        if other is block:
            return True
        if id(other) not in seen:
            seen.add(id(other))
            waiting += other.ops[-1].targets()
    return False


def engine_modules() -> tuple[Path, list[str]]:
    """Where the sources lie, and the modules of the engine that are compiled."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["skerry"]["compiled"]
    files = {path for pattern in patterns for path in (ROOT / "src" / "skerry").glob(pattern)}
    return ROOT / "src", sorted(
        path.relative_to(ROOT / "src").as_posix() for path in files if path.name != "__init__.py"
    )


if __name__ == "__main__":
    for place in boxed_numbers(*engine_modules()):
        print(place)
