"""When thinking ends before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Stop: TypeAlias = Callable[[], bool]
"""Asked again and again in a search: whether to end it now."""


def never() -> bool:
    """The `Stop` of a search that goes on until it has its proof."""
    return False
