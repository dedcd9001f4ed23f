"""Differences between the states that one display gets: of the moves only what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class StateDifferences:
    """The moves that a display has, as its line loses and reorders nothing.

    A `state` for it has in `moves` those after the first `from`, and in `since` the `rev` of the
    state that these stood in; the first one is complete.  All other messages stay as they are.
    """

    def __init__(self) -> None:
        self._rev: object = None
        self._moves: Sequence[object] = ()

    def of(self, message: Mapping[str, object]) -> Mapping[str, object]:
        """Return a message as this display gets it.

        Args:
            message: one whose `moves`, in a `state`, hold the same object as the one before only
                where all before it are the same, as `PlyData` makes them.
        """
        if message["t"] != "state":
            return message
        moves = message["moves"]
        assert isinstance(moves, Sequence)
        same = min(len(moves), len(self._moves))
        while same and moves[same - 1] is not self._moves[same - 1]:
            same -= 1
        since, self._rev, self._moves = self._rev, message["rev"], moves
        return {**message, "since": since, "from": same, "moves": moves[same:]}
