"""Figures for Prometheus, on an address of their own: never on the port that players use."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from skerry.server.config import ConfigError
from skerry.server.runtime.figures import FIGURES, Distribution, Gauges

if TYPE_CHECKING:
    from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

NO_CLIENT = (
    "--metrics needs one more package: pip install 'skerry[metrics]', or in a checkout python3 play.py add metrics"
)
GAUGE_WORDS = {
    "sockets": "Open WebSockets of browsers and programs.",
    "connections": "Open connections.",
    "live_tables": "Tables in memory.",
    "bots_waiting": "Bots that wait for a process to think in.",
    "bots_thinking": "Bots that think.",
}


class ServerCollector:
    """Reads the figures when Prometheus asks."""

    def __init__(self, gauges: Gauges) -> None:
        self.gauges = gauges

    def collect(self) -> "Iterator[Metric]":
        from prometheus_client.core import GaugeMetricFamily

        yield counted("skerry_moves", "Moves that are on the disk.", "game", FIGURES.moves)
        yield counted("skerry_errors", "Errors in the log.", "logger", FIGURES.errors)
        yield counted("skerry_notices", "Notices between processes and to people.", "kind", FIGURES.notices)
        yield distributed("skerry_durable_seconds", "Seconds until what is written is on the disk.", FIGURES.durable)
        yield distributed("skerry_batch_size", "Jobs that were written together.", FIGURES.batch)
        yield distributed("skerry_thinking_seconds", "Seconds of each thought of a bot.", FIGURES.thinking)
        for name, read in self.gauges.items():
            yield GaugeMetricFamily(f"skerry_{name}", GAUGE_WORDS[name], value=float(read()))


def counted(name: str, words: str, label: str, counts: "Counter[str]") -> "CounterMetricFamily":
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(name, words, labels=[label])
    for value, count in list(counts.items()):
        family.add_metric([value], count)
    return family


def distributed(name: str, words: str, found: Distribution) -> "HistogramMetricFamily":
    from prometheus_client.core import HistogramMetricFamily

    buckets, so_far = [], 0
    for limit, count in zip((*map(str, found.limits), "+Inf"), list(found.counts), strict=True):
        so_far += count
        buckets.append((limit, so_far))
    return HistogramMetricFamily(name, words, buckets=buckets, sum_value=found.total)


@contextlib.contextmanager
def showing_metrics(address: str, gauges: Gauges) -> Iterator[None]:
    """While the server runs, in a thread; nothing without an address."""
    if not address:
        yield
        return
    host, port = read_address(address)
    try:
        from prometheus_client import (
            GC_COLLECTOR,
            PLATFORM_COLLECTOR,
            PROCESS_COLLECTOR,
            CollectorRegistry,
            start_http_server,
        )
    except ImportError as error:
        raise ConfigError(NO_CLIENT) from error
    registry = CollectorRegistry()
    for collector in (ServerCollector(gauges), PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise ConfigError(f"--metrics {address} cannot be used: {error.strerror or error}") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def read_address(words: str) -> tuple[str, int]:
    """Host and port; ConfigError if they are none."""
    host, _, port = words.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ConfigError(f"--metrics {words!r:.60} should be an address and a port, such as 127.0.0.1:9470")
    return host.removeprefix("[").removesuffix("]"), int(port)
