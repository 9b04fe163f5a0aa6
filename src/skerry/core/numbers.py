"""Arithmetic that stays in machine integers.

Compiled, `n if n > 0 else 0` makes a Python object of both: the 0 is an `int`, not an `i64`.  So do `min` and `max` of
three numbers, and `for _ in range(n)`, because mypy takes a `_` to be of any type.
"""

from mypy_extensions import i64


def positive(n: i64) -> i64:
    """n, or 0 if it is negative."""
    if n > 0:
        return n
    return 0


def smaller(a: i64, b: i64) -> i64:
    if a < b:
        return a
    return b
