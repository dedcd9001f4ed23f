"""Progress of a task: "3 of 16"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Count:
    """Steps of a task that are done, of all: "3 of 16"."""

    done: int
    of: int
