"""Random numbers: the same in both builds, and good enough."""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng


def test_the_same_seed_gives_the_same_numbers_for_ever() -> None:
    """Golden numbers: saved searches and arenas depend on them."""
    assert words(1, 3) == [1521379661, 199477353, 1925309769]
    assert words(2**40 + 7, 2) != words(7, 2)


def words(seed: int, count: int) -> list[int]:
    rng = Rng(seed)
    return [int(rng.word()) for _ in range(count)]


def test_numbers_are_spread_evenly() -> None:
    rng = Rng(3)
    counts = [0] * 6
    for _ in range(60_000):
        counts[int(rng.below(6))] += 1
    assert all(9_600 < count < 10_400 for count in counts)  # 4 standard deviations
    assert bits.members(0) == []


def test_neighbouring_seeds_are_unrelated() -> None:
    agree = sum(bits.count(~(a ^ b) & 0xFFFFFFFF) for a, b in zip(words(1, 200), words(2, 200), strict=True))
    assert 3_000 < agree < 3_400  # half of 6,400 bits


def test_a_shuffle_keeps_the_items_and_reaches_every_place() -> None:
    seen = set()
    rng = Rng(5)
    for _ in range(200):
        items = vec[i64]([1, 2, 3, 9])
        rng.shuffle(items, 3)
        assert sorted(int(items[i]) for i in range(3)) == [1, 2, 3] and items[3] == 9
        seen.add(tuple(int(items[i]) for i in range(3)))
    assert len(seen) == 6


def test_a_fork_goes_its_own_way() -> None:
    rng = Rng(8)
    fork = rng.fork()
    assert [fork.word() for _ in range(3)] != [rng.word() for _ in range(3)]


def test_a_set_of_one_is_right_beyond_32_members() -> None:
    assert [bits.bit(n) for n in range(63)] == [2**n for n in range(63)]


def test_bit_sets() -> None:
    for mask in (1, 0b1010, 1 << 61, (1 << 61) | (1 << 33) | 4, (1 << 62) - 1):
        assert bits.count(mask) == len(bits.members(mask))
        assert bits.lowest(mask) == bits.members(mask)[0]
        for n, member in enumerate(bits.members(mask)):
            assert bits.nth(mask, n) == member
