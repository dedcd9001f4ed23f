"""How much memory the solver's table may use."""

from __future__ import annotations

MIN_MB, DEFAULT_MB, MAX_MB = 1, 256, 65536

SLOT_BYTES = 24
"""What a slot of the table costs: three numbers."""


def most_slots(megabytes: int) -> int:
    """How many slots a table may have: a power of two, and twice as many while they change.

    Raises:
        ValueError: there may not be so few or so many megabytes.
    """
    if not MIN_MB <= megabytes <= MAX_MB:
        raise ValueError(f"the table can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
    return 1 << (megabytes * 2**20 // (2 * SLOT_BYTES)).bit_length() - 1
