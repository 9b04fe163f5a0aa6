"""The worked examples run, in a small form."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*words: str, folder: Path) -> str:
    where = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": where}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_learner_learns_keeps_what_it_learnt_and_plays_with_it(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed: python3 play.py test --all")
    small = f"""
import sys; sys.path.insert(0, {str(EXAMPLES)!r})
import numpy as np, ppo, skerry
network = ppo.Network("buru")
games = ppo.Games("buru", 8, 1)
experience = games.collect(network, 300)
rows, masks, actions, before, surplus, result = experience
def judged(): # how likely it now finds what it did
    chances, expected = network.judge(rows, masks)
    return chances[np.arange(len(rows)), actions], ((expected - result) ** 2).mean()
chances, error = judged()
for _ in range(5):
    ppo.improve(network, experience, np.random.default_rng(1))
later, less = judged()
good = surplus > surplus.mean()
assert less < error, "its estimates come nearer"
assert (later - chances)[good].mean() > (later - chances)[~good].mean(), "what paid becomes more likely"
network.save("agent.npz")
other = ppo.Network("buru", seed=5)
other.load("agent.npz")
game = skerry.new("buru", 2, seed=1)
assert game.choose(ppo.as_bot(other)) == game.choose(ppo.as_bot(network)) in game.legal
"""
    run("-c", small, folder=tmp_path)


@pytest.mark.once
def test_openspiel_plays_nusfjord(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: python3 play.py test --all")
    said = run(str(EXAMPLES / "ismcts_nusfjord.py"), "--games", "1", "--simulations", "2", folder=tmp_path)
    assert "points for IS-MCTS" in said


def test_the_exploitability_of_the_tiny_game_falls_and_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: python3 play.py test --all")
    example = str(EXAMPLES / "exploitability_tidepool.py")
    said = run(example, "--iterations", "200", "--svg", "falling.svg", folder=tmp_path)
    values = [float(line.split()[1]) for line in said.splitlines()]
    assert values[-1] < values[0] / 3
    drawing = (tmp_path / "falling.svg").read_text(encoding="utf-8")
    points = re.search(r'points="([^"]+)"', drawing)
    assert points and len(points[1].split()) == len(values)


@pytest.mark.once
def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path) -> None:
    cells = json.loads((EXAMPLES / "which_buildings_win.ipynb").read_text(encoding="utf-8"))["cells"]
    script = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert "GAMES = 2000" in script
    script = script.replace("GAMES = 2000", "GAMES = 6").replace('"easy"', '"random"')
    assert "won" in run("-c", script, folder=tmp_path)
