"""The motion of a piece: strokes of a hand, smooth as hands are.

A stroke leads one piece from wherever it then is to a place, in a given time, along a straight line
at minimum jerk (T. Flash and N. Hogan, The coordination of arm movements, 1985).  Strokes know
nothing of hands and requests; `simulator.hand.hands` plans them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from simulator.board.magnetic_field import DIAMETER_MM
from simulator.board.pieces import Piece, VirtualBoard, Where


def minimum_jerk(part: float) -> float:
    """Share of the way covered after a share of the time, both 0 to 1."""
    return part**3 * (10 - 15 * part + 6 * part * part)


@dataclass(slots=True)
class Stroke:
    """One piece's way.

    Attributes:
        piece: id of the piece.
        begin_us, end_us: simulated time; the same for a stroke that happens at once.
        x_mm, y_mm: where to; None keeps what it is.
        lift_mm: height of the base at the end; None keeps what it is.
        first: where the piece is from the beginning on; None keeps what it is.
        last: where the piece is from the end on; None keeps what it is.
        pushed: ids of pieces that this one pushes before it when it touches them, nearest first.
    """

    piece: str
    begin_us: int = 0
    end_us: int = 0
    x_mm: float | None = None
    y_mm: float | None = None
    lift_mm: float | None = None
    first: Where | None = None
    last: Where | None = None
    pushed: tuple[str, ...] = ()
    _from: tuple[float, float, float] | None = field(default=None, init=False)

    def advance(self, board: VirtualBoard, now_us: int) -> bool:
        """Bring the piece to where it is at a time; True when the stroke is over.

        May only be called from `begin_us` on.
        """
        piece = board.pieces[self.piece]
        if self._from is None:
            self._from = (piece.x_mm, piece.y_mm, piece.lift_mm)
            if self.first is not None:
                board.change(piece, self.first)
        over = now_us >= self.end_us
        part = 1.0 if over else (now_us - self.begin_us) / (self.end_us - self.begin_us)
        share = minimum_jerk(part)
        targets = (self.x_mm, self.y_mm, self.lift_mm)
        x_mm, y_mm, lift_mm = (
            begin if end is None else end if over else begin + (end - begin) * share
            for begin, end in zip(self._from, targets, strict=True)
        )
        board.place(piece, x_mm, y_mm, lift_mm)
        self._push(board, piece)
        if over:
            if self.last is not None:
                board.change(piece, self.last)
            else:
                board.moves += 1
        return over

    def _push(self, board: VirtualBoard, piece: Piece) -> None:
        """Keep the pushed pieces at least a diameter ahead, along the way."""
        if not self.pushed or self._from is None or self.x_mm is None or self.y_mm is None:
            return
        along_x, along_y = self.x_mm - self._from[0], self.y_mm - self._from[1]
        way = math.hypot(along_x, along_y)
        if not way:
            return
        along_x, along_y = along_x / way, along_y / way
        behind = piece
        for name in self.pushed:
            ahead = board.pieces[name]
            gap = (ahead.x_mm - behind.x_mm) * along_x + (ahead.y_mm - behind.y_mm) * along_y
            if ahead.where is Where.BOARD and gap < DIAMETER_MM:
                by = DIAMETER_MM - gap
                board.place(ahead, ahead.x_mm + by * along_x, ahead.y_mm + by * along_y, 0.0)
            behind = ahead
