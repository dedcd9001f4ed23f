"""Arrays of integers on which the search in plain Python works."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import TypeAlias

IntArray: TypeAlias = MutableSequence[int]
"""Integers of fixed number: a list or an `array`."""


def zero_array(count: int, *, many: bool = False) -> IntArray:
    """Return an array of zeros.

    Args:
        many: use eight bytes for each; reading is then slower than from a list.
    """
    return array("q", bytes(8 * count)) if many else [0] * count
