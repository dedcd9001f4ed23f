"""Imports of many modules at once."""

from __future__ import annotations

import gc
from importlib import import_module
from types import ModuleType


def import_all(name: str) -> ModuleType:
    """Import a module with all that it imports, without the garbage collector; return the module.

    What is imported stays.  The collector would look through it again and again, which takes a
    seventh of the processor time of a start, and is told to leave it alone from then on.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
