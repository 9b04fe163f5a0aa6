"""Random numbers for playouts, search and `imagine`; equal in the compiled and the uncompiled build."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

WORD: Final = 0xFFFFFFFF


def scramble(x: i64) -> i64:
    """One 32-bit mixing round (murmur3's finaliser, with products kept inside 63 bits)."""
    x ^= x >> 16
    x = ((x & 0xFFFF) * 0x85EBCA6B + (((x >> 16) * 0x85EBCA6B & 0xFFFF) << 16)) & WORD
    x ^= x >> 13
    x = ((x & 0xFFFF) * 0xC2B2AE35 + (((x >> 16) * 0xC2B2AE35 & 0xFFFF) << 16)) & WORD
    return x ^ (x >> 16)


@final
@mypyc_attr(acyclic=True)
class Rng:
    """xoshiro128++: period 2^128 - 1, and no intermediate value that a 64-bit integer cannot hold."""

    def __init__(self, seed: i64 = 1) -> None:
        low = seed & WORD
        high = (seed >> 32) & WORD
        self.a: i64 = scramble(low ^ 0x9E3779B9)
        self.b: i64 = scramble(high ^ self.a)
        self.c: i64 = scramble(low ^ self.b ^ 0x3C6EF372)
        self.d: i64 = scramble(high ^ self.c) | 1  # never all zero

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        total = (a + d) & WORD
        result = (((total << 7) & WORD) | (total >> 25)) + a
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ ((b << 9) & WORD)
        self.d = ((d << 11) & WORD) | (d >> 21)
        return result & WORD

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n up to a million; its bias is below n / 2^32."""
        return (self.word() * n) >> 32

    def shuffle(self, items: vec[i64], count: i64) -> None:
        """Shuffle the first `count` items in place."""
        i = count - 1
        while i > 0:
            j = self.below(i + 1)
            x = items[i]
            items[i] = items[j]
            items[j] = x
            i -= 1

    def fork(self) -> "Rng":
        """A new generator that goes its own way."""
        return Rng(self.word() << 31 ^ self.word())
