"""How a game lies on a board: squares of the game against cells of the board.

A game smaller than the board lies in its middle (5x5 on 9x9; Kamisado's 8x8 on 9x9
keeps the a1 corner, as it cannot be centred).  Cells outside the game are dark and
are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.engine.game import Side
from host.tracking import Picture, Sight


def fits(game: tuple[int, int], board: tuple[int, int]) -> bool:
    """Whether a game of that size (files, ranks) can be played on that board."""
    return game[0] <= board[0] and game[1] <= board[1]


@dataclass(frozen=True, slots=True)
class Mount:
    """The place of a game on a board, and which pole of a magnet means which side.

    Attributes:
        game: files and ranks of the game.
        board: files and ranks of the board, each at least the game's.
        north: the side whose pieces have their north pole down.
    """

    game: tuple[int, int]
    board: tuple[int, int]
    north: Side = Side.WHITE

    def __post_init__(self) -> None:
        if not fits(self.game, self.board):
            raise ValueError(f"a game of {self.game} does not fit a board of {self.board}")

    def cell(self, square: int) -> int:
        """The cell under a square of the game."""
        rank, file = divmod(square, self.game[0])
        left = (self.board[0] - self.game[0]) // 2
        below = (self.board[1] - self.game[1]) // 2
        return (rank + below) * self.board[0] + file + left

    def picture(self, cells: str) -> Picture:
        """What the squares of the game show.

        Args:
            cells: a character a cell as in PROTOCOL.md: `.`, `n`, `s`, `o`, `?`.

        Raises:
            ValueError: if the number of cells is not the board's.
        """
        if len(cells) != self.board[0] * self.board[1]:
            raise ValueError(f"{len(cells)} cells on a board of {self.board[0]}x{self.board[1]}")
        north, south = (
            (Sight.WHITE, Sight.BLACK) if self.north is Side.WHITE else (Sight.BLACK, Sight.WHITE)
        )
        sights = {".": Sight.EMPTY, "n": north, "s": south, "o": Sight.OCCUPIED, "?": Sight.UNSURE}
        return tuple(
            sights[cells[self.cell(square)]] for square in range(self.game[0] * self.game[1])
        )

    def spread(self, squares: Sequence[str], blank: str) -> str:
        """Text for the squares of the game laid out over all cells of the board.

        Args:
            squares: one text a square, all of the length of `blank`.
            blank: the text for cells outside the game.
        """
        cells = [blank] * (self.board[0] * self.board[1])
        for square, text in enumerate(squares):
            cells[self.cell(square)] = text
        return "".join(cells)
