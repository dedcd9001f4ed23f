"""Memory of the transposition tables: the default of the commands, and what each use takes."""

from __future__ import annotations

MIN_MB, DEFAULT_MB, MAX_MB = 1, 256, 65536
"""Megabytes for a transposition table: the limits, and what commands take without `--hash`."""
KERNEL_MB = 4096
"""Most megabytes that the solver's kernel uses: it addresses 4 GB, and a table is half of them."""
LEVEL_MB = 32
"""Table for one move below the perfect level: more than the strongest of these levels fills."""
PUZZLE_MB = 32
"""Table for making puzzles: more than the nodes of the hardest one."""
PLAY_MB = 64
"""Table of the solver process in a match: 400,000 positions; proofs of points take as much again
(`host.ai_process.server`)."""
MATCH_MB = 32
"""Table for the proofs of a match in each of its rounds, of which two or three are looked at."""
REVIEW_MB = 128
"""Table of the solver process in a review, beside all else that a small computer has to hold."""
TOURNAMENT_MB = 64
"""Table of the perfect level in a tournament: far more than one round needs."""

SLOT_BYTES = 32
"""Memory of a slot of `solver/transposition_table.py`: four 64-bit integers."""
ENTRY_BYTES = 500
"""Memory of an entry of the search's table (`search/transposition_table.py`) with its position.

For games whose positions are a few numbers, 300 to 450 bytes were measured on CPython 3.11.
"""


def max_slots(megabytes: int) -> int:
    """Return the number of slots of the solver's table: a power of two.

    Only half of the memory is filled, because two tables exist while entries are copied.

    Raises:
        ValueError: the number of megabytes is out of range.
    """
    _check(megabytes)
    return 1 << (megabytes * 2**20 // (2 * SLOT_BYTES)).bit_length() - 1


def max_entries(megabytes: int) -> int:
    """Return the number of entries of the search's table.

    Raises:
        ValueError: the number of megabytes is out of range.
    """
    _check(megabytes)
    return megabytes * 2**20 // ENTRY_BYTES


def _check(megabytes: int) -> None:
    """Raise ValueError if the number of megabytes is out of range."""
    if not MIN_MB <= megabytes <= MAX_MB:
        raise ValueError(f"the table can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
