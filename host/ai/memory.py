"""How much memory the solver's table may use."""

from __future__ import annotations

MIN_MB, DEFAULT_MB, MAX_MB = 1, 256, 65536

ENTRY_BYTES = 160
"""What an entry costs: 121 to 147 bytes of resident memory were measured on CPython 3.11, while
a table of up to 1.3 million entries grew.  A good third of it are the sixteen squares."""


def entries(megabytes: int) -> int:
    """How many entries may be kept.

    Raises:
        ValueError: there may not be so few or so many megabytes.
    """
    if not MIN_MB <= megabytes <= MAX_MB:
        raise ValueError(f"the table can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
    return megabytes * 2**20 // ENTRY_BYTES
