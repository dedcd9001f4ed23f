"""Frames of the lifts that are likely next, for the board to show without waiting for the host."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from host.guidance.lighting import DARK, Mark, frame
from host.link.frames_ahead import MOST, LiftFrames
from host.recognition.sensing.cell_map import CellMap
from host.session.modes.board_mode import BoardMode

QUIET_MS = 150
"""Time for which all that these frames depend on must have stayed the same: nobody is busy then,
the lights are steady, and no piece is in passing."""


class LiftForecast:
    """Decides when the board is offered the frames of likely lifts.

    Attributes:
        wake_ms: time at which to ask again; None if nothing is waited for.
    """

    def __init__(self) -> None:
        self.wake_ms: int | None = None
        self._basis: Hashable = None
        self._frames: LiftFrames | None = None
        self._since_ms = 0

    def wait_for_nothing(self) -> None:
        """Forget what is waited for, as it is asked for anew."""
        self.wake_ms = None

    def offered(self, basis: Hashable, frames: Callable[[], LiftFrames], now_ms: int) -> LiftFrames:
        """Return the frames to offer now: none until they have been the same for a moment.

        Args:
            basis: what they depend on that can be told without computing them; None while none may
                be offered.
            frames: computes them.
        """
        self.wake_ms = None
        if basis != self._basis:
            self._basis, self._frames, self._since_ms = basis, None, now_ms
        if basis is None:
            return ()
        due_ms = self._since_ms + QUIET_MS
        if now_ms >= due_ms:
            found = frames()
            if self._frames in (None, found):
                self._frames = found
                return found
            self._frames, self._since_ms, due_ms = None, now_ms, now_ms + QUIET_MS
        self.wake_ms = due_ms
        return ()


def frame_of(mode: BoardMode, cell_map: CellMap, marks: Sequence[Mark]) -> tuple[str, ...]:
    """Return the wire text of each square of the mode's game under these marks."""
    squares = mode.game.size[0] * mode.game.size[1]
    files, ranks = cell_map.board
    return frame(marks, squares, is_area=2 * squares <= files * ranks)


def frames_of_lifts(mode: BoardMode, cell_map: CellMap, shown: tuple[str, ...]) -> LiftFrames:
    """Return the frames to which the next lift will lead, by the cell of the piece.

    None if there are more pieces to be lifted than a board can keep frames for.

    Args:
        shown: the present frame; lifts that do not change it are left out.
    """
    likely = mode.likely_lifts()
    found: list[tuple[int, str]] = []
    for square in likely if len(likely) <= MOST else ():
        marks = mode.marks_if_lifted(square)
        if marks is not None and (cells := frame_of(mode, cell_map, marks)) != shown:
            found.append((cell_map.cell(square), cell_map.spread(cells, DARK)))
    return tuple(found)
