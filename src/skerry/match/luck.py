"""Dice and draws that can be checked afterwards.

The hash of the seed is published when the match is made, the seed itself when it is over.  Anyone can then
compute every roll and draw again: number k is SHA-256 of `seed:k`, taken modulo the sum of the weights.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from skerry.core.state import CHANCE, State

if TYPE_CHECKING:
    from skerry.match.match import Match


def quickest() -> Callable[[bytes], Any]:
    """For a few bytes, Python's own SHA-256 takes a third of the time that OpenSSL's does; a Python may be without."""
    for module in ("_sha2", "_sha256"):  # from 3.12 on, and before
        try:
            hashing: Callable[[bytes], Any] = import_module(module).sha256
            return hashing
        except (ImportError, AttributeError):
            continue
    return sha256


quick_sha256 = quickest()


def new_seed() -> str:
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is published before the first roll."""
    return sha256(f"skerry:{seed}".encode()).hexdigest()


def seeded_number(seed: str, number: int, below: int) -> int:
    return int.from_bytes(quick_sha256(f"{seed}:{number}".encode()).digest()) % below


def chance_action(state: State, seed: str, number: int) -> int:
    """The outcome of the match's chance decision with this number."""
    actions = state.legal_actions()
    weights = state.chance_weights()
    if not weights:
        return actions[seeded_number(seed, number, len(actions))]
    left = seeded_number(seed, number, sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    raise AssertionError("the weights do not add up")


def wrong_chances(match: "Match") -> list[str]:
    """The rolls and draws of a match that do not follow from its seed.  Typed-in ones cannot be checked."""
    wrong = []
    spoken = 0
    for number, (move, before) in enumerate(match.positions()):
        if move.entry.seat == CHANCE:
            due = chance_action(before, match.seed, spoken)
            if due != move.action:
                wrong.append(f"move {number + 1}: {move.entry.text}, but the seed gives {match.actions.text(due)}")
            spoken += 1
    return wrong
