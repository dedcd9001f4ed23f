"""Imports of many modules at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def many_imports() -> Iterator[None]:
    """Import in this context without the garbage collector.

    What is imported stays.  The collector would look through it again and again, which takes a
    seventh of the processor time of a start, and is told to leave it alone from then on.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
