"""Chance without a generator: numbers that look random and follow from a seed and a position.

The same seed and position give the same numbers in every process and on every machine, whatever
was asked before: so whoever plays by them plays the same again when a match is resumed.
"""

from __future__ import annotations

from hashlib import blake2b

from host.engine.kamisado.position import Position

_GOLDEN = 0x9E3779B97F4A7C15
"""What SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators") adds
from one number to the next; the two factors below are its own as well."""
_MASK = 2**64 - 1


def seed_of(seed: int, position: Position) -> int:
    """The seed of all that is chance in a position: 64 bits."""
    required = 0 if position.required is None else position.required + 1
    what = (
        position.squares
        + position.teeth
        + bytes([position.turn.value == "w", required, position.last_mover.value == "w"])
    )
    return _seed(seed, what)


def seed_of_text(seed: int, text: str) -> int:
    """The same for the position of any game, by its text."""
    return _seed(seed, text.encode())


def _seed(seed: int, what: bytes) -> int:
    key = (seed & _MASK).to_bytes(8, "little")
    return int.from_bytes(blake2b(what, digest_size=8, key=key).digest(), "little")


def random_unit(seed: int, number: int) -> float:
    """The `number`-th number of a seed, at least 0 and below 1.

    >>> random_unit(1, 0) == random_unit(1, 0) != random_unit(1, 1)
    True
    """
    mixed = (seed + (number + 1) * _GOLDEN) & _MASK
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return float((mixed ^ mixed >> 31) >> 11) / 2.0**53
