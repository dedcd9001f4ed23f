"""Stop condition of a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

StopCondition: TypeAlias = Callable[[], bool]
"""Polled during a search, which ends as soon as it returns True."""
POLL_NODES = 64
"""Nodes between two polls: some 2 ms in plain Python."""


def never_stop() -> bool:
    """Return False: the stop condition of a search without a limit."""
    return False
