"""The examples of docs/environments.md."""

import pytest

from tests.test_readme import run_examples

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: python3 play.py test --all")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: python3 play.py test --all")


def test_the_examples_of_the_page_on_environments_run(capsys: pytest.CaptureFixture[str]) -> None:
    run_examples("docs/environments.md")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 3 and all(line.startswith("[") for line in lines)
