"""Magnets of the sets at each board: which side's pieces have their north pole down.

What players say of the set of a board is kept with the matches, by the number of the board's chip.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from host.engine.game import Side

Keep = Callable[[str, bool], None]
"""Keeps whether the set of the board with a chip's number is reversed."""


class BoardMagnets:
    """Poles of the magnets at each board.

    Args:
        said: the side whose pieces have their north pole down, as was said for this start; it is
            kept for each board that is found. None for what is kept of each.

    Attributes:
        said: the same, until players say otherwise.
        reversed: chips' numbers of the boards where that side is Black.
    """

    def __init__(self, said: Side | None = None) -> None:
        self.said = said
        self._turned = False
        self.reversed: set[str] = set()
        self._keep: Keep = lambda _uid, _is_reversed: None

    def add_reversed(self, boards: Collection[str]) -> None:
        """Take in boards where that side is Black, as was kept."""
        self.reversed.update(boards)

    def keep_by(self, keep: Keep) -> None:
        """Have what is new kept."""
        self._keep = keep

    def north(self, uid: str) -> Side:
        """Return the side whose pieces have their north pole down at a board."""
        if self.said is not None:
            self._put(uid, self.said is Side.BLACK)
        return Side.BLACK if uid in self.reversed else Side.WHITE

    def turn(self, uid: str) -> Side:
        """Read the magnets of a board the other way round from now on; return as `north`."""
        self.said, self._turned = None, True
        self._put(uid, uid not in self.reversed)
        return self.north(uid)

    def about(self, uid: str, fixed: bool) -> dict[str, object]:
        """Return what a trace is told of the magnets at a board, where it is not the usual.

        Args:
            fixed: True if nobody is asked about them.
        """
        told: dict[str, object] = {"magnets": "fixed"} if fixed else {}
        north = self.north(uid)
        if north is Side.BLACK or self._turned:
            told["north"] = north.name.lower()
        return told

    def _put(self, uid: str, is_reversed: bool) -> None:
        if is_reversed == (uid in self.reversed):
            return
        (self.reversed.add if is_reversed else self.reversed.discard)(uid)
        self._keep(uid, is_reversed)
