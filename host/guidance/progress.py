"""Progress of a piece of work: "3 of 16"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Count:
    """Part of a work that is done: "3 of 16"."""

    done: int
    of: int
