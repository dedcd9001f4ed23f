"""Optional compilation of the solver's inner loops with numba.

The loops use only integers of at most 64 bits and sequences of them, so that they give the same
results in plain Python and compiled.  With numba installed they are about twenty times as fast.
`KAMISADO_PLAIN=1` in the environment runs them in plain Python although numba is installed.

64-bit integers are signed: make a bit set of squares with `signed_bits`, then only combine,
compare and shift it.  Compiled products are cut to their lower 64 bits, plain ones are not: mask
the result, or use only its lower bits.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable, MutableSequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from host.engine.kamisado import board


def _library(name: str) -> Any:
    """Import a library; return None if it is not installed, turned off, or finds no memory."""
    if os.environ.get("KAMISADO_PLAIN"):
        return None
    try:
        return import_module(name)
    except (ImportError, OSError, MemoryError):  # OSError: its own libraries cannot be loaded
        return None


def _cache() -> Path:
    """Return the folder of the compiled functions, named after a hash of their sources.

    numba notices only changes of a function's own file, not of the files that it imports.
    """
    here = Path(__file__)
    sources = hashlib.sha256()
    for source in (*sorted(here.parent.glob("*.py")), Path(board.__file__)):
        sources.update(source.read_bytes())
    return here.parent / "__pycache__" / f"compiled-{sources.hexdigest()[:16]}"


_numba = _library("numba")
_numpy = _library("numpy") if _numba else None  # it comes with numba
if _numba is not None:
    _numba.config.CACHE_DIR = str(_cache())

IntArray: TypeAlias = MutableSequence[int]
"""Integers of fixed number: a list, an `array`, or a numpy array."""

IS_COMPILED = _numba is not None
_SIGN = 1 << 63

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])


def compiled(function: FunctionT) -> FunctionT:
    """Compile a function if numba is installed; the result is cached on disk."""
    if _numba is None:
        return function
    # A call passes a dozen arrays: inlining makes the search half as fast again.  Nothing is
    # allocated, and to count references to these arrays would take half of the time (numba #2350).
    options = {"forceinline": True, "_nrt": False}
    try:
        translated: FunctionT = _numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no writable cache folder: compile without a cache
        translated = _numba.njit(**options)(function)
    return translated


def signed_bits(squares: int) -> int:
    """Return a bit set of 64 squares as a signed 64-bit integer; in plain Python as it is.

    Operations on negative integers take longer there.
    """
    if not IS_COMPILED:
        return squares
    return squares - (squares & _SIGN) * 2


def int_array(values: Iterable[int]) -> IntArray:
    """Return an array of these integers."""
    if _numpy is None:
        return list(values)
    packed: IntArray = _numpy.array(list(values), dtype=_numpy.int64)
    return packed


def zero_array(count: int, *, many: bool = False) -> IntArray:
    """Return an array of zeros.

    Args:
        many: use eight bytes for each; without numpy, reading is then slower than from a list.
    """
    if _numpy is None:
        return array("q", bytes(8 * count)) if many else [0] * count
    packed: IntArray = _numpy.zeros(count, dtype=_numpy.int64)
    return packed
