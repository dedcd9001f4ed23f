"""Data of each ply of a game, made once: what a change costs does not grow with the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from host.recognition.history import Ply, common_plies
from host.session.analysis import HelpUsed

DataT = TypeVar("DataT")


class PlyData(Generic[DataT]):
    """Data of the plies of a game that goes on.

    Two results that have the same object at a place are the same up to there.

    Args:
        make: makes the data of a ply from its number, from 1, and the help with which it was made.
    """

    def __init__(self, make: Callable[[Ply, int, HelpUsed | None], DataT]) -> None:
        self._make = make
        self._plies: tuple[Ply, ...] = ()
        self._aids: Mapping[int, HelpUsed] = {}
        self._data: tuple[DataT, ...] = ()

    def of(self, plies: tuple[Ply, ...], aids: Mapping[int, HelpUsed]) -> tuple[DataT, ...]:
        """Return the data of these plies; only from the first that has changed they are made.

        Args:
            aids: the help with which they were made, by their numbers; as of `Analysis.aids`.
        """
        same = common_plies(self._plies, plies)
        if aids is not self._aids:
            differing = (n for n in {*aids, *self._aids} if aids.get(n) is not self._aids.get(n))
            same = min(same, min(differing, default=same + 1) - 1)
        if same < len(plies) or same < len(self._plies):
            numbered = enumerate(plies[same:], same + 1)
            made = (self._make(ply, number, aids.get(number)) for number, ply in numbered)
            self._data = (*self._data[:same], *made)
        self._plies, self._aids = plies, aids
        return self._data
