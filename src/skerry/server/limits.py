"""How often somebody may do something."""

import time


class Allowance:
    """A bucket for each name: it fills by `rate` per second up to `most`, and each request takes what it costs."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left: dict[str, tuple[float, float]] = {}  # how many, and when that was

    def take(self, name: str, cost: float = 1, leaving: float = 0) -> bool:
        """False, and nothing is taken, if there is not enough, or not so much would be left."""
        now = time.monotonic()
        cost = min(cost, self.most - leaving)
        count, at = self.left.get(name, (self.most, now))
        count = min(self.most, count + (now - at) * self.rate)
        if count < cost + leaving:
            return False
        if len(self.left) > 10_000:
            self.forget_full(now)
        self.left[name] = (count - cost, now)
        return True

    def forget_full(self, now: float) -> None:
        self.left = {
            name: (count, at) for name, (count, at) in self.left.items() if count + (now - at) * self.rate < self.most
        }
