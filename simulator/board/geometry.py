"""Board geometry: names of squares such as "a1", and positions in millimetres.

The origin is the middle of a1; x grows along the files, y along the ranks.
"""

from __future__ import annotations

from dataclasses import dataclass

from simulator.board.reference_build import PITCH_MM

FILES = "abcdefghi"


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board of `files` x `ranks` squares, 9 x 9 at most; squares are numbered rank by rank,
    a1 = 0."""

    files: int
    ranks: int

    @property
    def cells(self) -> int:
        """Number of squares."""
        return self.files * self.ranks

    def name(self, square: int) -> str:
        """Return the name of a square: "a1" for 0."""
        rank, file = divmod(square, self.files)
        return f"{FILES[file]}{rank + 1}"

    def square(self, name: object) -> int:
        """Return the square of this name.

        Raises:
            ValueError: the board has no such square; the message quotes it.
        """
        if isinstance(name, str) and len(name) == 2:
            file, rank = FILES.find(name[0]), "123456789".find(name[1])
            if 0 <= file < self.files and 0 <= rank < self.ranks:
                return rank * self.files + file
        raise ValueError(f"there is no square {name!r} on a board of {self.files}x{self.ranks}")

    def middle(self, square: int) -> tuple[float, float]:
        """Return the middle of a square, x and y in mm."""
        rank, file = divmod(square, self.files)
        return file * PITCH_MM, rank * PITCH_MM

    def square_at(self, x_mm: float, y_mm: float) -> int:
        """Return the square nearest to a point."""
        file = min(self.files - 1, max(0, round(x_mm / PITCH_MM)))
        rank = min(self.ranks - 1, max(0, round(y_mm / PITCH_MM)))
        return rank * self.files + file

    def is_on_board(self, x_mm: float, y_mm: float) -> bool:
        """Return True if a point lies within the squares."""
        edge = PITCH_MM / 2
        return (
            -edge <= x_mm <= (self.files - 1) * PITCH_MM + edge
            and -edge <= y_mm <= (self.ranks - 1) * PITCH_MM + edge
        )
