"""The same job on a Ray cluster: a head that only leads, and two workers."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry.arena import ArenaError, Run, summarise
from tests.arena.fields import a_plan, played, timeless

pytestmark = pytest.mark.once  # a cluster plays whatever build its machines have

try:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    ray = None  # type: ignore[assignment]

needs_ray = pytest.mark.skipif(ray is None, reason="Ray is not installed: pip install 'skerry[ray]'")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("PYTHONPATH", str(Path(skerry.__file__).parent.parent))
    quiet = {"include_dashboard": False, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **quiet})
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@needs_ray
def test_a_cluster_gives_the_results_of_one_process_even_when_it_loses_a_machine(cluster: Any, tmp_path: Path) -> None:
    plan = a_plan("bot@100sims,random", 8)
    lost: list[Any] = []

    def tell(count: int, before: bool) -> None:
        if not before and not lost:
            lost.append(next(iter(cluster.worker_nodes)))
            cluster.remove_node(lost[0], allow_graceful=False)

    on_ray = Run(plan, tmp_path / "ray", ray=cluster.address)
    results = on_ray.play(tell)
    here = played(plan, tmp_path / "here")
    assert lost and timeless(results) == timeless(here)
    assert summarise(plan, results).bots[0].wins == summarise(plan, here).bots[0].wins
    assert len((tmp_path / "ray" / "results.jsonl").read_text().splitlines()) == 8  # nothing twice


def test_an_address_where_nobody_is_at_home_is_told(tmp_path: Path) -> None:
    error = "no Ray cluster answers at 127.0.0.1:9:" if ray else "--ray needs the extra"
    with pytest.raises(ArenaError, match=error):
        Run(a_plan(games=2), tmp_path, ray="127.0.0.1:9").play()


def test_without_ray_the_way_to_get_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"pip install 'skerry\[ray\]'"):
        Run(a_plan(games=2), tmp_path, ray="auto").play()
