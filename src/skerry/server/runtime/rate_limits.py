"""How often somebody may do something, and how much of what people send is in memory at one time."""

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from skerry.server.errors import Busy, TooMany

MAX_NAMES = 10_000  # that a limit remembers before it forgets those who have everything left
UNCOUNTED_BYTES = 16_000  # bytes of each body that are not counted: people who only play need no more
MAX_BODIES = 50_000_000  # bytes of bodies in memory at one time
MAX_BODIES_EACH = 12_000_000  # of them from one address


@lru_cache(10_000)
def network_of(host: str) -> str:
    """The key for limits by address: an IPv4 address, or the /64 network of an IPv6 one, which has a single owner."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # no address at all, as in tests
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    network = int(address) >> 64 << 64
    return f"{ipaddress.IPv6Address(network)}/64"


class Allowance:
    """A bucket for each name: it fills by `rate` per second up to `most`, and each request takes what it costs."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left: dict[str, tuple[float, float]] = {}  # how many, and when that was
        self.crowd = MAX_NAMES  # names at which all are looked through

    def take(self, name: str, cost: float = 1, leaving: float = 0) -> bool:
        """False, and nothing is taken, if there is not enough, or not so much would be left."""
        now = time.monotonic()
        cost = min(cost, self.most - leaving)
        count, at = self.left.get(name, (self.most, now))
        count = min(self.most, count + (now - at) * self.rate)
        if count < cost + leaving:
            return False
        if len(self.left) > self.crowd:
            self.forget_full(now)
            self.crowd = max(MAX_NAMES, 2 * len(self.left))  # not with each request of a large crowd
        self.left[name] = (count - cost, now)
        return True

    def forget_full(self, now: float) -> None:
        self.left = {
            name: (count, at) for name, (count, at) in self.left.items() if count + (now - at) * self.rate < self.most
        }


class Bodies:
    """Bytes of request bodies in memory, by address and in all."""

    def __init__(self) -> None:
        self.by_place: Counter[str] = Counter()
        self.in_all = 0

    @contextlib.contextmanager
    def reading(self, place: str) -> Iterator["Body"]:
        body = Body(self, place)
        try:
            yield body
        finally:
            self.add(place, -body.counted)

    def add(self, place: str, size: int) -> None:
        self.in_all += size
        self.by_place[place] += size
        if self.by_place[place] <= 0:
            del self.by_place[place]


class Body:
    def __init__(self, bodies: Bodies, place: str) -> None:
        self.bodies = bodies
        self.place = place
        self.size = 0
        self.counted = 0

    def grow(self, size: int) -> None:
        """Count this number of bytes; refuse them if that is too much."""
        self.size += size
        added = max(0, self.size - UNCOUNTED_BYTES) - self.counted
        if not added:
            return
        if self.bodies.by_place[self.place] + added > MAX_BODIES_EACH:
            raise TooMany("You are uploading too much at once. Please wait a moment.")
        if self.bodies.in_all + added > MAX_BODIES:
            raise Busy("The server is receiving a lot of games at the moment. Please try again in a minute.")
        self.counted += added
        self.bodies.add(self.place, added)
