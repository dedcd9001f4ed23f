"""The virtual board: pieces with a place and a height, and what every sensor sees of them."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simulator.board.geometry import Geometry
from simulator.board.magnetic_field import PITCH_MM, SENSOR_MM, field_mt

_REACH_SQUARES = 3
"""Beyond so many squares a magnet is not seen: below 0.02 mT, less than the sensors' noise."""


class Where(enum.Enum):
    """Where a piece is."""

    BOARD = "board"
    HAND = "hand"
    BOX = "box"


@dataclass(slots=True)
class Piece:
    """A piece with a magnet in its base.

    Attributes:
        pole: "n" or "s", the pole that faces down.
        where: a piece in the hand is above the board, at its place and height.
        x_mm, y_mm: place of its axis.
        lift_mm: how far its base is above the board.
        seen: the squares whose sensors it is near enough to.
    """

    id: str
    pole: str
    where: Where = Where.BOX
    x_mm: float = 0.0
    y_mm: float = 0.0
    lift_mm: float = 0.0
    seen: frozenset[int] = frozenset()


class VirtualBoard:
    """Pieces on, above and beside a board.

    Attributes:
        pieces: by id, in the order in which they were set up.
        fields_mt: at each square's sensor, a1 first; positive for a north pole that faces down.
        version: counts every change of `fields_mt`.
        moves: counts everything that a person looking on would tell: lifted, put, displaced.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.pieces: dict[str, Piece] = {}
        self.fields_mt = [0.0] * geometry.cells
        # What each piece adds to a square's sensor, by its id: positive for a north pole that
        # faces down.
        self._parts_mt: list[dict[str, float]] = [{} for _ in range(geometry.cells)]
        self.version = 0
        self.moves = 0

    def set_up(self, pieces: Iterable[Piece]) -> None:
        """Take everything away and put these down."""
        self.pieces = {piece.id: piece for piece in pieces}
        self.fields_mt = [0.0] * self.geometry.cells
        self._parts_mt = [{} for _ in range(self.geometry.cells)]
        self.version += 1
        for piece in self.pieces.values():
            piece.seen = frozenset()
            self._see(piece)
        self.moves += 1

    def place(self, piece: Piece, x_mm: float, y_mm: float, lift_mm: float) -> None:
        """Move a piece to a place and height."""
        if (piece.x_mm, piece.y_mm, piece.lift_mm) != (x_mm, y_mm, lift_mm):
            before = self.geometry.square_at(piece.x_mm, piece.y_mm)
            piece.x_mm, piece.y_mm, piece.lift_mm = x_mm, y_mm, lift_mm
            self._see(piece)
            if piece.where is Where.BOARD and self.geometry.square_at(x_mm, y_mm) != before:
                self.moves += 1

    def change(self, piece: Piece, where: Where) -> None:
        """Say that a piece is now on the board, in the hand or in the box."""
        if piece.where is not where:
            piece.where = where
            self._see(piece)
        self.moves += 1

    def standing(self) -> list[Piece]:
        """The pieces on the board."""
        return [piece for piece in self.pieces.values() if piece.where is Where.BOARD]

    def report(self) -> list[dict[str, object]]:
        """All pieces as docs/protocols/simulator.md tells them."""
        return [self._report(piece) for piece in self.pieces.values()]

    def _report(self, piece: Piece) -> dict[str, object]:
        square: str | None = None
        dx_mm = dy_mm = 0.0
        if piece.where is Where.BOARD:
            at = self.geometry.square_at(piece.x_mm, piece.y_mm)
            x_mm, y_mm = self.geometry.middle(at)
            square = self.geometry.name(at)
            dx_mm = round(piece.x_mm - x_mm, 2) + 0.0  # no -0.0
            dy_mm = round(piece.y_mm - y_mm, 2) + 0.0
        return {
            "id": piece.id,
            "pole": piece.pole,
            "where": piece.where.value,
            "square": square,
            "dx_mm": dx_mm,
            "dy_mm": dy_mm,
        }

    def _see(self, piece: Piece) -> None:
        """Bring the levels up to date with a piece that has moved."""
        adds: Mapping[int, float] = {} if piece.where is Where.BOX else self._field_of(piece)
        for square in piece.seen.difference(adds):
            del self._parts_mt[square][piece.id]
            self._sum(square)
        for square, field in adds.items():
            self._parts_mt[square][piece.id] = field
            self._sum(square)
        piece.seen = frozenset(adds)
        self.version += 1

    def _sum(self, square: int) -> None:
        # Summed anew instead of corrected: no rounding is left behind by a piece that has gone, and
        # `fsum` does not mind in which order they came.
        self.fields_mt[square] = math.fsum(self._parts_mt[square].values())

    def _field_of(self, piece: Piece) -> dict[int, float]:
        """What it adds to each sensor near it."""
        sign = 1.0 if piece.pole == "n" else -1.0
        height_mm = SENSOR_MM + piece.lift_mm
        middle_file = round(piece.x_mm / PITCH_MM)
        middle_rank = round(piece.y_mm / PITCH_MM)
        files, ranks = self.geometry.files, self.geometry.ranks
        seen = {}
        for rank in range(
            max(0, middle_rank - _REACH_SQUARES), min(ranks, middle_rank + _REACH_SQUARES + 1)
        ):
            dy_mm = piece.y_mm - rank * PITCH_MM
            for file in range(
                max(0, middle_file - _REACH_SQUARES), min(files, middle_file + _REACH_SQUARES + 1)
            ):
                offset_mm = math.hypot(piece.x_mm - file * PITCH_MM, dy_mm)
                seen[rank * files + file] = sign * field_mt(offset_mm, height_mm)
        return seen
