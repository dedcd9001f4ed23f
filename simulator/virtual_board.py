"""The board that is being simulated: pieces with magnets, and the field they make at every sensor."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from simulator.field import PITCH_MM, SENSOR_MM, field_mt, level

FILES = "abcdefghijklmnopqrstuvwxyz"
REACH_MM = 90.0
"""Beyond this a magnet's field is below 0.03 mT, less than the noise."""
TOUCH_MM = 26.0
"""Two bases of 24 to 27 mm across flats touch at this distance."""


@dataclass
class Piece:
    """One piece.

    Attributes:
        where: `board`, `hand` or `box`.
        x_mm, y_mm: from the middle of a1, files to the right, ranks up.
        height_mm: of its base above the board.
    """

    id: str
    pole: str
    where: str = "box"
    x_mm: float = 0.0
    y_mm: float = 0.0
    height_mm: float = 0.0
    effect: dict[int, float] = field(default_factory=dict)


class VirtualBoard:
    """Pieces over a grid of sensors.

    Attributes:
        files, ranks: of the board.
        pieces: by id.
        changed: whether a piece was lifted, put or displaced since `take_changed`.
    """

    def __init__(self, files: int, ranks: int) -> None:
        self.files = files
        self.ranks = ranks
        self.pieces: dict[str, Piece] = {}
        self.forced: dict[int, float] = {}
        self._field = [0.0] * (files * ranks)
        self._news = True

    # Names and places

    def cell(self, square: object) -> int:
        """The cell of a square's name.

        Raises:
            ValueError: there is no such square.
        """
        if isinstance(square, str) and len(square) >= 2:
            file, digits = FILES.find(square[0]), square[1:]
            if 0 <= file < self.files and digits.isascii() and digits.isdigit():
                rank = int(digits) - 1
                if 0 <= rank < self.ranks and digits == str(rank + 1):
                    return rank * self.files + file
        raise ValueError(f"there is no square {square!r} on a board of {self.files}x{self.ranks}")

    def name(self, cell: int) -> str:
        """The name of a cell's square."""
        return f"{FILES[cell % self.files]}{cell // self.files + 1}"

    def middle(self, cell: int) -> tuple[float, float]:
        """Where the middle of a cell is, in mm."""
        return cell % self.files * PITCH_MM, cell // self.files * PITCH_MM

    def cell_under(self, piece: Piece) -> int | None:
        """The cell on which a piece stands; None if it is beside the board."""
        file, rank = round(piece.x_mm / PITCH_MM), round(piece.y_mm / PITCH_MM)
        if 0 <= file < self.files and 0 <= rank < self.ranks:
            return rank * self.files + file
        return None

    def standing_on(self, cell: int) -> Piece | None:
        """The piece that stands on a cell."""
        for piece in self.pieces.values():
            if piece.where == "board" and self.cell_under(piece) == cell:
                return piece
        return None

    # Changes

    def clear(self) -> None:
        """Take everything off."""
        self.pieces.clear()
        self._field = [0.0] * (self.files * self.ranks)
        self._news = True

    def add(self, piece: Piece) -> None:
        """Add a piece where it says it is."""
        self.pieces[piece.id] = piece
        self.place(piece)

    def place(self, piece: Piece) -> None:
        """A piece has moved: work out anew what its magnet does to the sensors."""
        for cell, amount in piece.effect.items():
            self._field[cell] -= amount
        piece.effect = {}
        if piece.where == "board":
            sign = 1.0 if piece.pole == "n" else -1.0
            for cell, distance in self._near(piece):
                amount = sign * field_mt(distance, piece.height_mm + SENSOR_MM)
                piece.effect[cell] = amount
                self._field[cell] += amount
        self._news = True

    def _near(self, piece: Piece) -> list[tuple[int, float]]:
        near = []
        span = int(REACH_MM / PITCH_MM) + 1
        at_file, at_rank = round(piece.x_mm / PITCH_MM), round(piece.y_mm / PITCH_MM)
        for rank in range(max(0, at_rank - span), min(self.ranks, at_rank + span + 1)):
            for file in range(max(0, at_file - span), min(self.files, at_file + span + 1)):
                distance = math.hypot(file * PITCH_MM - piece.x_mm, rank * PITCH_MM - piece.y_mm)
                if distance <= REACH_MM:
                    near.append((rank * self.files + file, distance))
        return near

    def take_changed(self) -> bool:
        """Whether anything has moved since the last call."""
        news, self._news = self._news, False
        return news

    def touch(self) -> None:
        """Count as changed: a sensor has been forced or freed."""
        self._news = True

    def levels(self) -> list[int]:
        """What every sensor reads without noise, a1 first, as the 16-bit input."""
        return [level(self.forced.get(cell, field)) for cell, field in enumerate(self._field)]

    def described(self) -> list[dict[str, object]]:
        """All pieces, as the control channel tells them."""
        result: list[dict[str, object]] = []
        for piece in self.pieces.values():
            cell = self.cell_under(piece) if piece.where == "board" else None
            x, y = self.middle(cell) if cell is not None else (piece.x_mm, piece.y_mm)
            on_board = piece.where == "board"
            result.append(
                {
                    "id": piece.id,
                    "pole": piece.pole,
                    "where": piece.where,
                    "square": None if cell is None else self.name(cell),
                    "dx_mm": round(piece.x_mm - x, 1) if on_board else 0.0,
                    "dy_mm": round(piece.y_mm - y, 1) if on_board else 0.0,
                }
            )
        return result
