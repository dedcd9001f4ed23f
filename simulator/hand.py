"""Hands: lift, put, move, slide, push, nudge, bump and remove, with human timing.

A hand has a queue of motions.  Each takes a stretch of simulated time in which a piece rises,
sinks or glides smoothly; several hands may be at work at once.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from simulator.field import PITCH_MM
from simulator.virtual_board import TOUCH_MM, Piece, VirtualBoard

LIFT_MM = 60.0
"""How high a hand lifts a tower; the field at the sensor is then 0.2 mT."""

# How long people take, in seconds: (least, most).
LIFT_S = (0.12, 0.3)
CARRY_S = (0.25, 0.6)
PUT_S = (0.12, 0.3)
SLIDE_S_PER_SQUARE = (0.08, 0.2)
STRAIGHTEN_S = (0.2, 0.4)
BUMP_S = 0.05


@dataclass
class Motion:
    """A stretch of time in which something moves.

    Attributes:
        seconds: how long it takes.
        step: called with the progress, above 0 to 1.
        request: id of the request that ends with it; None if it is not the last of one.
    """

    seconds: float
    step: Callable[[float], None]
    request: object = None


class Hand:
    """One hand over a board.

    Args:
        board: what it works on.
        random_source: for human timing; shared by all hands of a simulator.
        finished: called with the id of each finished request.
    """

    def __init__(
        self,
        board: VirtualBoard,
        random_source: random.Random,
        finished: Callable[[object], None],
    ) -> None:
        self._board = board
        self._random = random_source
        self._finished = finished
        self._queue: deque[Motion] = deque()
        self._begun_us: int | None = None
        self._done_us = 0
        self._held: list[Piece] = []

    @property
    def busy(self) -> bool:
        """Whether it is still at work."""
        return bool(self._queue)

    def advance(self, now_us: int) -> None:
        """Bring everything that moves to where it is at this time."""
        while self._queue:
            motion = self._queue[0]
            if self._begun_us is None:
                self._begun_us = now_us
            span_us = motion.seconds * 1e6
            progress = 1.0 if span_us <= 0 else min(1.0, (now_us - self._begun_us) / span_us)
            motion.step(progress)
            if progress < 1.0:
                return
            self._begun_us += round(span_us)
            self._queue.popleft()
            if motion.request is not None:
                self._finished(motion.request)
        self._begun_us = None

    def add(self, motions: list[Motion], request: object, now_us: int) -> float:
        """Do these after what is already to be done; returns when they will be finished, in us."""
        motions[-1].request = request
        if not self._queue:
            self._done_us = now_us
        self._queue.extend(motions)
        self._done_us += round(sum(motion.seconds for motion in motions) * 1e6)
        return self._done_us

    def human(self, span: tuple[float, float]) -> float:
        """A time that a person might take."""
        return self._random.uniform(*span)

    # Motions.  What a motion needs to know of the pieces it learns when it begins.

    def lift(self, find: Callable[[], Piece], seconds: float | None) -> list[Motion]:
        """Take a piece up into the hand."""
        found: list[Piece] = []

        def step(progress: float) -> None:
            if not found:
                found.append(find())
            piece = found[0]
            piece.height_mm = LIFT_MM * _smooth(progress)
            if progress >= 1.0:
                piece.where = "hand"
                self._held.append(piece)
            self._board.place(piece)

        return [Motion(self.human(LIFT_S) if seconds is None else seconds, step)]

    def put(
        self,
        piece_id: str | None,
        cell: int,
        offset_mm: tuple[float, float],
        seconds: float | None,
    ) -> list[Motion]:
        """Put a piece down: the named one, or the one lifted last."""
        found: list[Piece] = []

        def step(progress: float) -> None:
            if not found:
                piece = self._board.pieces[piece_id] if piece_id else self._held[-1]
                found.append(piece)
                if piece in self._held:
                    self._held.remove(piece)
                x, y = self._board.middle(cell)
                piece.x_mm, piece.y_mm = x + offset_mm[0], y + offset_mm[1]
                piece.where = "board"
            piece = found[0]
            piece.height_mm = LIFT_MM * (1 - _smooth(progress))
            self._board.place(piece)

        return [Motion(self.human(PUT_S) if seconds is None else seconds, step)]

    def carry(self, seconds: float | None) -> list[Motion]:
        """The time between lifting and putting down."""
        return [Motion(self.human(CARRY_S) if seconds is None else seconds, lambda progress: None)]

    def slide(
        self, find: Callable[[], Piece], target_mm: tuple[float, float], seconds: float | None
    ) -> list[Motion]:
        """Glide over the board in a straight line, pushing on whatever is touched."""
        begun: list[tuple[Piece, float, float]] = []

        def step(progress: float) -> None:
            if not begun:
                piece = find()
                begun.append((piece, piece.x_mm, piece.y_mm))
            piece, x, y = begun[0]
            part = _smooth(progress)
            piece.x_mm = x + (target_mm[0] - x) * part
            piece.y_mm = y + (target_mm[1] - y) * part
            self._board.place(piece)
            self._push_on(piece, target_mm[0] - x, target_mm[1] - y)

        if seconds is None:
            seconds = self.human(SLIDE_S_PER_SQUARE) * 3
        return [Motion(seconds, step)]

    def straighten(self, cell: int, seconds: float | None) -> list[Motion]:
        """Slide whatever stands nearest to a cell's middle into it."""

        def find() -> Piece:
            x, y = self._board.middle(cell)
            on_board = [p for p in self._board.pieces.values() if p.where == "board"]
            return min(on_board, key=lambda p: math.hypot(p.x_mm - x, p.y_mm - y))

        span = self.human(STRAIGHTEN_S) if seconds is None else seconds
        return self.slide(find, self._board.middle(cell), span)

    def bump(self, cell: int, millimetres: float) -> list[Motion]:
        """Knock against the board: pieces within a square and a half are displaced at random."""
        done: list[bool] = []

        def step(progress: float) -> None:
            if done:
                return
            done.append(True)
            x, y = self._board.middle(cell)
            for piece in list(self._board.pieces.values()):
                if piece.where != "board":
                    continue
                if math.hypot(piece.x_mm - x, piece.y_mm - y) <= 1.5 * PITCH_MM:
                    angle = self._random.uniform(0, 2 * math.pi)
                    far = self._random.uniform(0, millimetres)
                    piece.x_mm += far * math.cos(angle)
                    piece.y_mm += far * math.sin(angle)
                    self._board.place(piece)

        return [Motion(BUMP_S, step)]

    def remove(self, piece_id: str, seconds: float | None) -> list[Motion]:
        """Into the box, from wherever it is."""

        def step(progress: float) -> None:
            piece = self._board.pieces[piece_id]
            if piece.where == "board":
                piece.height_mm = LIFT_MM * _smooth(progress)
            if progress >= 1.0:
                if piece in self._held:
                    self._held.remove(piece)
                piece.where = "box"
                piece.height_mm = 0.0
            self._board.place(piece)

        return [Motion(self.human(LIFT_S) if seconds is None else seconds, step)]

    def _push_on(self, pusher: Piece, dx: float, dy: float) -> None:
        """Move pieces out of the way of one that glides in this direction, and those behind them."""
        length = math.hypot(dx, dy)
        if length == 0:
            return
        ux, uy = dx / length, dy / length
        for piece in self._board.pieces.values():
            if piece is pusher or piece.where != "board" or piece.height_mm > 0:
                continue
            ahead = (piece.x_mm - pusher.x_mm) * ux + (piece.y_mm - pusher.y_mm) * uy
            aside = abs((piece.x_mm - pusher.x_mm) * uy - (piece.y_mm - pusher.y_mm) * ux)
            if 0 < ahead < TOUCH_MM and aside < TOUCH_MM / 2:
                piece.x_mm += (TOUCH_MM - ahead) * ux
                piece.y_mm += (TOUCH_MM - ahead) * uy
                self._board.place(piece)
                self._push_on(piece, dx, dy)


def _smooth(progress: float) -> float:
    """A motion that begins and ends at rest."""
    return progress * progress * (3 - 2 * progress)
