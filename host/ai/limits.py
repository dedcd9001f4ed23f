"""Limits of a search: stop conditions, and the memory of transposition tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

StopCondition: TypeAlias = Callable[[], bool]
"""Polled during a search, which ends as soon as it returns True."""

MIN_MB, DEFAULT_MB, MAX_MB = 1, 256, 65536

SLOT_BYTES = 24
"""Memory of one slot of the solver's table: three 64-bit integers."""


def never_stop() -> bool:
    """Return False: the stop condition of a search without a limit."""
    return False


def max_slots(megabytes: int) -> int:
    """Return the number of slots of the solver's table: a power of two.

    Only half of the memory is filled, because two tables exist while entries are copied.

    Raises:
        ValueError: the number of megabytes is out of range.
    """
    if not MIN_MB <= megabytes <= MAX_MB:
        raise ValueError(f"the table can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
    return 1 << (megabytes * 2**20 // (2 * SLOT_BYTES)).bit_length() - 1
