"""Programs of the system that some tests need."""

import os
import shutil

import pytest


def needs(program: str, package: str, is_optional: bool = False) -> str:
    """Its path.  Without it the test is skipped; where SKERRY_REQUIRE_TOOLS is set, as in .ci/run, it fails.

    Optional are the programs that .ci/run does not install, because their test takes too long there.
    """
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    found = shutil.which(program, path=path)
    if found is None:
        words = f"{program} is not installed: apt-get install {package}"
        if os.environ.get("SKERRY_REQUIRE_TOOLS") and not is_optional:
            pytest.fail(f"SKERRY_REQUIRE_TOOLS is set, but {words}")
        pytest.skip(words)
    return found
