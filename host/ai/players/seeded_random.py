"""Seeded random numbers that follow from a seed and a position, without a generator's state.

The same seed and position give the same numbers in every process and on every machine, whatever
was asked before, so that a player plays the same again when a match is resumed.
"""

from __future__ import annotations

from hashlib import blake2b

_GOLDEN = 0x9E3779B97F4A7C15
"""Increment of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators");
the two factors below are of SplitMix64 too."""
_MASK = 2**64 - 1


def position_seed(seed: int, text: str) -> int:
    """Return the 64-bit seed for a position, given by its text."""
    key = (seed & _MASK).to_bytes(8, "little")
    return int.from_bytes(blake2b(text.encode(), digest_size=8, key=key).digest(), "little")


def random_unit(seed: int, number: int) -> float:
    """Return the `number`-th random number of a seed, at least 0 and below 1.

    >>> random_unit(1, 0) == random_unit(1, 0) != random_unit(1, 1)
    True
    """
    mixed = (seed + (number + 1) * _GOLDEN) & _MASK
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return float((mixed ^ mixed >> 31) >> 11) / 2.0**53
