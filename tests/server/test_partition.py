"""The network between a server and its database is cut, one way or both ways: clear words, and nothing is lost."""

import json
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store
from tests.server.browser import Guest, Seat, possible
from tests.server.cluster import FASTER, Cluster, programs, running_cluster
from tests.server.houses import House, choices_of
from tests.server.installed import needs

AWAY = 30.0  # seconds: longer than anybody waits for the database
pytestmark = pytest.mark.long


class Network:
    """A network namespace, and a cable from here to there."""

    def __init__(self) -> None:
        self.name = f"skerry-{secrets.token_hex(3)}"
        net = f"198.18.{secrets.randbelow(250)}"  # for trials: nobody else has such addresses
        self.here, self.there = f"{net}.1", f"{net}.2"
        self.cable = f"sk{secrets.token_hex(4)}"

    def open(self) -> None:
        far = f"{self.cable}b"
        ip("netns", "add", self.name)
        ip("link", "add", self.cable, "type", "veth", "peer", "name", far)
        ip("link", "set", far, "netns", self.name)
        ip("-n", self.name, "addr", "add", f"{self.there}/30", "dev", far)
        ip("-n", self.name, "link", "set", far, "up")
        ip("-n", self.name, "link", "set", "lo", "up")
        ip("addr", "add", f"{self.here}/30", "dev", self.cable)
        ip("link", "set", self.cable, "up")

    def close(self) -> None:
        subprocess.run(["ip", "netns", "del", self.name], check=False)  # the cable goes with it

    def cut(self, both_ways: bool) -> None:
        """Nothing comes back from there any more, and nobody is told; with `both_ways`, nothing gets there, either."""
        if both_ways:  # whatever comes from an address without a way back is dropped
            setting = "net.ipv4.conf.all.rp_filter=1"
            subprocess.run(["ip", "netns", "exec", self.name, "sysctl", "-qw", setting], check=True)
        ip("-n", self.name, "route", "add", "blackhole", f"{self.here}/32")

    def mend(self) -> None:
        ip("-n", self.name, "route", "del", "blackhole", f"{self.here}/32")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def network() -> Iterator[Network]:
    needs("ip", "iproute2")
    if os.geteuid():
        pytest.skip("only root makes network namespaces")
    network = Network()
    try:
        network.open()
    except subprocess.CalledProcessError as error:
        network.close()
        pytest.skip(f"this system makes no network namespaces: {error.stderr.decode().strip()}")
    yield network
    network.close()


@pytest.fixture
def far(network: Network) -> Iterator[Cluster]:
    """A PostgreSQL at the other end of the cable; its socket in the file system is here as well."""
    found = programs()
    if found is None:
        assert not os.environ.get("SKERRY_REQUIRE_POSTGRESQL"), "PostgreSQL is not installed"
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    options = FASTER.replace("listen_addresses=''", f"listen_addresses={network.there}")
    before = ["ip", "netns", "exec", network.name]
    with running_cluster(found, options, before, f"host all all {network.here}/32 trust\n") as cluster:
        yield cluster


@pytest.fixture
def house(network: Network, far: Cluster, tmp_path: Path) -> Iterator[House]:
    there = far.new_database().replace("skerry@/", f"skerry@{network.there}/").partition("?")[0]
    house = House(there, tmp_path)
    yield house
    house.end(signal.SIGKILL)


@pytest.fixture
def store(house: House, far: Cluster, tmp_path: Path) -> Iterator[Store]:
    """By another way than the server's, which is never cut."""
    name = json.loads(house.given)["database"].rpartition("/")[2]
    store = Store(open_engine(tmp_path, f"postgresql://skerry@/{name}?host={far.folder}"))
    yield store
    store.close()


def move(seat: Seat) -> str:
    """Choose the first thing possible; what the server says against it, if anything."""
    seat.my_turn()
    number = seat.picture["version"] + 1
    seat.play(possible(seat.picture)[0], n=number)
    seat.until_done(number)
    return str(seat.problems.pop(0)["words"]) if seat.problems else ""


def disturbed_move(network: Network, house: House, seat: Seat, both_ways: bool) -> str:
    """What the server says about a move while the network is cut."""
    network.cut(both_ways)
    try:
        cut = time.monotonic()
        words = move(seat)
        assert httpx.get(f"http://{house.host}/ready", trust_env=False).status_code == 503
        assert httpx.get(f"http://{house.host}/live", trust_env=False).status_code == 200
        time.sleep(max(0.0, cut + AWAY - time.monotonic()))
    finally:
        network.mend()
    return words


@pytest.mark.parametrize("both_ways", [False, True])
def test_people_are_told_what_is_known_and_play_on(
    network: Network, house: House, store: Store, both_ways: bool
) -> None:
    ann = Guest(house.host)
    ann.home()
    table = ann.start("Ann Ben", game="nusfjord")
    seat = ann.sit(table)
    for _ in range(3):
        assert move(seat) == ""
    before = len(choices_of(store, table))
    words = disturbed_move(network, house, seat, both_ways)
    # It was sent, and there was no answer: so nobody may claim that it does not count.
    assert "whether your move was saved" in words
    assert len(choices_of(store, table)) - before == (0 if both_ways else 1)
    seat = ann.sit(table)  # another look
    for _ in range(3):
        assert move(seat) == ""
    record = store.record(table)
    assert record is not None and len(store.load(record).log) == seat.picture["version"]
    ann.leave()
