"""Limits by name, when very many names come at once."""

from skerry.server.runtime import rate_limits
from skerry.server.runtime.rate_limits import Allowance


class Counting(Allowance):
    looks = 0

    def forget_full(self, now: float) -> None:
        self.looks += 1
        super().forget_full(now)


def test_a_crowd_of_addresses_does_not_cost_more_with_each_request() -> None:
    """Whoever has a network of IPv6 has many: to look through all of them each time would stop the server."""
    tries = Counting(1 / 30, 10)
    for number in range(5 * rate_limits.MAX_NAMES):
        assert tries.take(f"address {number}")
    assert tries.looks < 10
    assert sum(tries.take("address 0") for _ in range(20)) == 9  # and nobody is forgotten too early


def test_who_has_everything_left_is_forgotten() -> None:
    tries = Counting(1e9, 10)
    for number in range(5 * rate_limits.MAX_NAMES):
        assert tries.take(f"address {number}")
    assert len(tries.left) <= rate_limits.MAX_NAMES + 1
