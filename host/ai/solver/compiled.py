"""Compiled, if that is possible: functions over whole numbers, translated by numba if it is there.

The solver's inmost loops are written so that they mean the same in plain Python and compiled:
whole numbers of at most 64 bits, sequences of them, and nothing else.  With numba in the
environment they run some twenty times as fast; without it nothing is missing but the speed.
`KAMISADO_PLAIN=1` has them run plainly although numba is there.

A number of 64 bits has a sign: a bit set of squares is made with `bits`, then only combined,
compared and shifted.  A product keeps only its lower 64 bits once it is compiled; see that the
others are of no use.
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
    """The library; None if it is not there, or not wanted."""
    if os.environ.get("KAMISADO_PLAIN"):
        return None
    try:
        return import_module(name)
    except ImportError:
        return None


def _cache() -> Path:
    """Where translations are kept: numba only sees when a function's own file has changed, so the
    folder is another one after every change of what the functions are made of."""
    here = Path(__file__)
    made_of = hashlib.sha256()
    for source in (*sorted(here.parent.glob("*.py")), Path(board.__file__)):
        made_of.update(source.read_bytes())
    return here.parent / "__pycache__" / f"compiled-{made_of.hexdigest()[:16]}"


_numba = _library("numba")
_numpy = _library("numpy") if _numba else None  # it comes with numba
if _numba is not None:
    _numba.config.CACHE_DIR = str(_cache())

Numbers: TypeAlias = MutableSequence[int]
"""Whole numbers, their count fixed: a list, an array, or one of numpy's."""

IS_COMPILED = _numba is not None
_SIGN = 1 << 63

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])


def compiled(function: FunctionT) -> FunctionT:
    """The function, compiled if that is possible; kept on disk, so that it is done once."""
    if _numba is None:
        return function
    # A call hands over a dozen tables: where it can be done without, it is half as fast again.
    options = {"forceinline": True}
    try:
        translated: FunctionT = _numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder may be written to: it is done anew each time
        translated = _numba.njit(**options)(function)
    return translated


def bits(squares: int) -> int:
    """A bit set of 64 squares as a number of 64 bits with a sign."""
    return squares - (squares & _SIGN) * 2


def numbers(values: Iterable[int]) -> Numbers:
    """These, to be read often."""
    if _numpy is None:
        return list(values)
    packed: Numbers = _numpy.array(list(values), dtype=_numpy.int64)
    return packed


def zeros(count: int, *, many: bool = False) -> Numbers:
    """So many zeros.

    Args:
        many: they are to take eight bytes each rather than be read fast.
    """
    if _numpy is None:
        return array("q", bytes(8 * count)) if many else [0] * count
    packed: Numbers = _numpy.zeros(count, dtype=_numpy.int64)
    return packed
