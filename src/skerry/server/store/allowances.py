"""Rate limits that must be exact, whatever the number of processes: for passwords, and for links that sign in."""

from skerry.server.runtime import machine_clock
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.store.engine.db import Db
from skerry.server.store.store import Store, durable

ALL_LEFT = 24 * 3600.0  # seconds after which everybody has everything left
REFILLED = "allowances.amount + ? * (excluded.at - allowances.at)"
WITHIN = f"CASE WHEN {REFILLED} > ? THEN ? ELSE {REFILLED} END"
TAKE_ONE = (
    "INSERT INTO allowances (name, amount, at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE "
    f"SET amount = {WITHIN} - 1, at = excluded.at WHERE {WITHIN} >= 1 RETURNING amount"
)


class ExactAllowance:
    """Counted in memory if this process is the only one, else in the database."""

    def __init__(self, store: Store, kind: str, rate: float, most: float) -> None:
        self.store = store
        self.kind = kind
        self.here = Allowance(rate, most)

    async def take(self, name: str) -> bool:
        """False, and nothing is taken, if there is not enough."""
        if not self.store.is_shared:
            return self.here.take(name)
        rate, most, full_name, now = self.here.rate, self.here.most, f"{self.kind} {name}", machine_clock.wall()
        return await durable(self.store.put(lambda db: take_allowance(db, full_name, rate, most, now)))


def take_allowance(db: Db, name: str, rate: float, most: float, now: float) -> bool:
    """A bucket for each name: it fills by `rate` per second up to `most`, and each try takes one."""
    within = (rate, most, most, rate)
    taken = db.execute(TAKE_ONE, (name, most - 1, now, *within, *within)).fetchone()
    db.execute("DELETE FROM allowances WHERE at < ?", (now - ALL_LEFT,))
    return taken is not None
