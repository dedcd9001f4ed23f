"""Pieces on, above and beside the board, and the magnetic field that they make at each sensor."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simulator.board.geometry import Geometry
from simulator.board.magnetic_field import field_mt
from simulator.board.reference_build import PITCH_MM, SENSOR_MM

_REACH_SQUARES = 3
"""Beyond this a magnet adds less than 0.02 mT, which is below the sensors' noise."""


class Location(enum.Enum):
    """Location of a piece."""

    BOARD = "board"
    HAND = "hand"
    BOX = "box"


@dataclass(slots=True)
class Piece:
    """A piece with a magnet in its base.

    Attributes:
        pole: "n" or "s", the pole that faces down.
        location: a piece in the hand is above the board, at its position and height.
        x_mm, y_mm: position of its axis.
        lift_mm: height of its base above the board.
        sensed: the squares whose sensors are within its reach.
    """

    id: str
    pole: str
    location: Location = Location.BOX
    x_mm: float = 0.0
    y_mm: float = 0.0
    lift_mm: float = 0.0
    sensed: frozenset[int] = frozenset()


class PieceSet:
    """All pieces of a board, with the field at each sensor.

    Attributes:
        by_id: the pieces, in the order in which they were set up.
        fields_mt: at each square's sensor, a1 first; positive for a north pole that faces down.
        version: counts every change of `fields_mt`.
        moves: counts all visible changes: lifted, put, displaced.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.by_id: dict[str, Piece] = {}
        self.fields_mt = [0.0] * geometry.cells
        # Contribution of each piece to a square's sensor, by the piece's id.
        self._parts_mt: list[dict[str, float]] = [{} for _ in range(geometry.cells)]
        self.version = 0
        self.moves = 0

    def set_up(self, pieces: Iterable[Piece]) -> None:
        """Replace all pieces by these."""
        self.by_id = {piece.id: piece for piece in pieces}
        self.fields_mt = [0.0] * self.geometry.cells
        self._parts_mt = [{} for _ in range(self.geometry.cells)]
        self.version += 1
        for piece in self.by_id.values():
            piece.sensed = frozenset()
            self._update_field(piece)
        self.moves += 1

    def place(self, piece: Piece, x_mm: float, y_mm: float, lift_mm: float) -> None:
        """Move a piece to a position and height."""
        if (piece.x_mm, piece.y_mm, piece.lift_mm) != (x_mm, y_mm, lift_mm):
            before = self.geometry.square_at(piece.x_mm, piece.y_mm)
            piece.x_mm, piece.y_mm, piece.lift_mm = x_mm, y_mm, lift_mm
            self._update_field(piece)
            if piece.location is Location.BOARD and self.geometry.square_at(x_mm, y_mm) != before:
                self.moves += 1

    def relocate(self, piece: Piece, location: Location) -> None:
        """Move a piece to the board, the hand or the box."""
        if piece.location is not location:
            piece.location = location
            self._update_field(piece)
        self.moves += 1

    def standing(self) -> list[Piece]:
        """Return the pieces on the board."""
        return [piece for piece in self.by_id.values() if piece.location is Location.BOARD]

    def report(self) -> list[dict[str, object]]:
        """Return all pieces in the format of docs/protocols/simulator.md."""
        return [self._report(piece) for piece in self.by_id.values()]

    def _report(self, piece: Piece) -> dict[str, object]:
        square: str | None = None
        dx_mm = dy_mm = 0.0
        if piece.location is Location.BOARD:
            at = self.geometry.square_at(piece.x_mm, piece.y_mm)
            x_mm, y_mm = self.geometry.middle(at)
            square = self.geometry.name(at)
            dx_mm = round(piece.x_mm - x_mm, 2) + 0.0  # no -0.0
            dy_mm = round(piece.y_mm - y_mm, 2) + 0.0
        return {
            "id": piece.id,
            "pole": piece.pole,
            "where": piece.location.value,
            "square": square,
            "dx_mm": dx_mm,
            "dy_mm": dy_mm,
        }

    def _update_field(self, piece: Piece) -> None:
        """Update the fields after a piece has moved."""
        adds: Mapping[int, float] = {} if piece.location is Location.BOX else self._field_of(piece)
        for square in piece.sensed.difference(adds):
            del self._parts_mt[square][piece.id]
            self._sum(square)
        for square, field in adds.items():
            self._parts_mt[square][piece.id] = field
            self._sum(square)
        piece.sensed = frozenset(adds)
        self.version += 1

    def _sum(self, square: int) -> None:
        # Summed again instead of corrected, so that a removed piece leaves no rounding error;
        # `fsum` does not depend on the order.
        self.fields_mt[square] = math.fsum(self._parts_mt[square].values())

    def _field_of(self, piece: Piece) -> dict[int, float]:
        """Return the contribution of a piece to each sensor near it."""
        sign = 1.0 if piece.pole == "n" else -1.0
        height_mm = SENSOR_MM + piece.lift_mm
        middle_file = round(piece.x_mm / PITCH_MM)
        middle_rank = round(piece.y_mm / PITCH_MM)
        files, ranks = self.geometry.files, self.geometry.ranks
        fields = {}
        for rank in range(
            max(0, middle_rank - _REACH_SQUARES), min(ranks, middle_rank + _REACH_SQUARES + 1)
        ):
            dy_mm = piece.y_mm - rank * PITCH_MM
            for file in range(
                max(0, middle_file - _REACH_SQUARES), min(files, middle_file + _REACH_SQUARES + 1)
            ):
                offset_mm = math.hypot(piece.x_mm - file * PITCH_MM, dy_mm)
                fields[rank * files + file] = sign * field_mt(offset_mm, height_mm)
        return fields
