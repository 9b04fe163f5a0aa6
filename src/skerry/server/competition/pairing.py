"""Who plays whom in a round of a league.

1. The order: in the first round, drawn by lot; after that, the standings.
2. The tables are filled from the top, so that people with equal success meet.  A seat goes to the next person in
   the order whom those at the table have met least often.
3. Then people of two tables change places as long as fewer meet again that way.
4. If people are left over for less than a whole table, it is the last of the order: two or more play with bots
   in the empty seats, one has a bye.  Nobody is left over again before everybody else was.
5. Seats at a table are drawn by lot.

Lots come from the league's seed, so the same league is always drawn the same way.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec import Struct

Met = Mapping[str, Counter[str]]


class RoundDraw(Struct, frozen=True):
    tables: list[list[str]]  # the people by seat; the last one may have fewer than the others
    bye: str | None = None


def lot_of(seed: str, round_: int, person: str) -> str:
    return hashlib.sha256(f"{seed} {round_} {person}".encode()).hexdigest()


def draw_round(
    order: Sequence[str], met: Met, left_out: Counter[str], players: int, seed: str, round_: int
) -> RoundDraw:
    """`order` is the standings; `left_out` says how often everybody was left over."""
    people = list(order) if round_ > 1 else sorted(order, key=lambda person: lot_of(seed, round_, person))
    left = len(people) % players
    staying = left_over(people, left_out, left)
    full = improved(fill_tables([person for person in people if person not in staying], met, players), met)
    tables = [*full, staying] if left > 1 else full
    seated = [sorted(table, key=lambda person: lot_of(seed, round_, person)) for table in tables]
    return RoundDraw(seated, staying[0] if left == 1 else None)


def left_over(people: list[str], left_out: Counter[str], count: int) -> list[str]:
    """The last of those who were left over least often."""
    chosen = sorted(people, key=lambda person: (left_out[person], -people.index(person)))[:count]
    return sorted(chosen, key=people.index)


def fill_tables(people: Sequence[str], met: Met, players: int) -> list[list[str]]:
    waiting, tables = list(people), []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < players:
            table.append(waiting.pop(min(range(len(waiting)), key=lambda n: (meetings(waiting[n], table, met), n))))
        tables.append(table)
    return tables


def improved(tables: list[list[str]], met: Met) -> list[list[str]]:
    """The same tables with as few people who meet again as exchanges of two can bring."""
    found = [list(table) for table in tables]
    while swap := next((swap for swap in exchanges(found) if meetings_saved(found, swap, met) > 0), None):
        (left, seat), (right, other) = swap
        found[left][seat], found[right][other] = found[right][other], found[left][seat]
    return found


Sitting = tuple[int, int]  # table and seat


def exchanges(tables: list[list[str]]) -> list[tuple[Sitting, Sitting]]:
    """Neighbouring tables first: their people stand closest."""
    pairs = sorted(combinations(range(len(tables)), 2), key=lambda pair: (pair[1] - pair[0], pair))
    return [
        ((left, seat), (right, other))
        for left, right in pairs
        for seat in range(len(tables[left]))
        for other in range(len(tables[right]))
    ]


def meetings_saved(tables: list[list[str]], swap: tuple[Sitting, Sitting], met: Met) -> int:
    """How many meetings fewer there are after it."""
    (left, seat), (right, other) = swap
    first, second = tables[left][seat], tables[right][other]
    stay_left = [person for person in tables[left] if person != first]
    stay_right = [person for person in tables[right] if person != second]
    before = meetings(first, stay_left, met) + meetings(second, stay_right, met)
    return before - meetings(first, stay_right, met) - meetings(second, stay_left, met)


def meetings(person: str, others: Sequence[str], met: Met) -> int:
    return sum(met.get(person, Counter())[other] for other in others)
