"""Stroke: motion of one piece along a straight line at minimum jerk, as hands move.

Minimum jerk: T. Flash and N. Hogan, The coordination of arm movements, 1985.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from simulator.board.pieces import Location, Piece, PieceSet
from simulator.board.reference_build import DIAMETER_MM


def minimum_jerk(part: float) -> float:
    """Return the share of the way covered after a share of the time, both 0 to 1."""
    return part**3 * (10 - 15 * part + 6 * part * part)


@dataclass(slots=True)
class Stroke:
    """Motion of one piece from wherever it is; None leaves a value unchanged.

    Attributes:
        piece: id of the piece.
        begin_us, end_us: simulated time; equal for a stroke that happens at once.
        x_mm, y_mm: position at the end.
        lift_mm: height of the base at the end.
        first: location of the piece from the beginning on.
        last: location of the piece from the end on.
        pushed: ids of pieces that this one pushes when it touches them, nearest first.
    """

    piece: str
    begin_us: int = 0
    end_us: int = 0
    x_mm: float | None = None
    y_mm: float | None = None
    lift_mm: float | None = None
    first: Location | None = None
    last: Location | None = None
    pushed: tuple[str, ...] = ()
    _from: tuple[float, float, float] | None = field(default=None, init=False)

    def advance(self, pieces: PieceSet, now_us: int) -> None:
        """Move the piece to its position at a time, which must not be before `begin_us`."""
        piece = pieces.by_id[self.piece]
        if self._from is None:
            self._from = (piece.x_mm, piece.y_mm, piece.lift_mm)
            if self.first is not None:
                pieces.relocate(piece, self.first)
        over = now_us >= self.end_us
        part = 1.0 if over else (now_us - self.begin_us) / (self.end_us - self.begin_us)
        share = minimum_jerk(part)
        targets = (self.x_mm, self.y_mm, self.lift_mm)
        x_mm, y_mm, lift_mm = (
            begin if end is None else end if over else begin + (end - begin) * share
            for begin, end in zip(self._from, targets, strict=True)
        )
        pieces.place(piece, x_mm, y_mm, lift_mm)
        self._push(pieces, piece)
        if over:
            if self.last is not None:
                pieces.relocate(piece, self.last)
            else:
                pieces.moves += 1

    def _push(self, pieces: PieceSet, piece: Piece) -> None:
        """Keep the pushed pieces at least a diameter ahead."""
        if not self.pushed or self._from is None or self.x_mm is None or self.y_mm is None:
            return
        along_x, along_y = self.x_mm - self._from[0], self.y_mm - self._from[1]
        way = math.hypot(along_x, along_y)
        if not way:
            return
        along_x, along_y = along_x / way, along_y / way
        behind = piece
        for name in self.pushed:
            ahead = pieces.by_id[name]
            gap = (ahead.x_mm - behind.x_mm) * along_x + (ahead.y_mm - behind.y_mm) * along_y
            if ahead.location is Location.BOARD and gap < DIAMETER_MM:
                by = DIAMETER_MM - gap
                pieces.place(ahead, ahead.x_mm + by * along_x, ahead.y_mm + by * along_y, 0.0)
            behind = ahead
