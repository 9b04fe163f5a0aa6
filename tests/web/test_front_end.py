"""The front end's own checks: style, types of every component, and the tests of its logic."""

import pytest

from tests.web.node import npm

pytestmark = pytest.mark.once


@pytest.mark.parametrize("word", ["lint", "check", "test"])
def test_the_front_end_passes_its_own_checks(tools: None, word: str) -> None:
    done = npm("run", word)
    assert done.returncode == 0, done.stdout + done.stderr
