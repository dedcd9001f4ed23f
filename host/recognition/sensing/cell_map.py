"""Map of a game on a board: squares of the game against cells of the board.

A game smaller than the board lies in the corner at a1, so that its squares have the names that are
printed on the board.  Cells outside the game are dark and are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.engine.game import Side
from host.message import Message, Words, message
from host.recognition.snapshot import Snapshot, SquareState

BUILDS = ((8, 8), (9, 9))
"""Files and ranks of the boards that are built, the smallest first."""


def size_text(size: tuple[int, int]) -> str:
    """Return files and ranks as they are written: "9x9"."""
    return "{}x{}".format(*size)


def smallest_build(game: tuple[int, int]) -> tuple[int, int]:
    """Return the smallest build on which a game of that size can be played.

    Raises:
        ValueError: there is none.
    """
    for board in BUILDS:
        if fits(game, board):
            return board
    largest = size_text(BUILDS[-1])
    raise ValueError(
        f"a game of {size_text(game)} squares fits no board: the largest has {largest}"
    )


def refusal(title: Words, game: tuple[int, int], board: tuple[int, int]) -> Message:
    """Return the reason why a game cannot be played on a board that is too small for it.

    Args:
        title: of the game.
        game: its files and ranks.
        board: files and ranks of the board.
    """
    return message(
        "recognition.board_too_small",
        game=title,
        needs=size_text(game),
        has=size_text(board),
        size=size_text(smallest_build(game)),
    )


def fits(game: tuple[int, int], board: tuple[int, int]) -> bool:
    """Return True if a game of that size (files, ranks) can be played on that board."""
    return game[0] <= board[0] and game[1] <= board[1]


@dataclass(frozen=True, slots=True)
class CellMap:
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
        """Return the cell under a square of the game."""
        rank, file = divmod(square, self.game[0])
        return rank * self.board[0] + file

    def square(self, cell: int) -> int | None:
        """Return the square of the game above a cell; None outside the game."""
        rank, file = divmod(cell, self.board[0])
        if file < self.game[0] and rank < self.game[1]:
            return rank * self.game[0] + file
        return None

    def snapshot(self, cells: str) -> Snapshot:
        """Return the snapshot of the game's squares.

        Args:
            cells: a character a cell as in docs/protocols/board.md: `.`, `n`, `s`, `o`, `?`.

        Raises:
            ValueError: if the number of cells is not the board's.
        """
        if len(cells) != self.board[0] * self.board[1]:
            raise ValueError(f"{len(cells)} cells on a board of {self.board[0]}x{self.board[1]}")
        north, south = (
            (SquareState.WHITE, SquareState.BLACK)
            if self.north is Side.WHITE
            else (SquareState.BLACK, SquareState.WHITE)
        )
        states = {
            ".": SquareState.EMPTY,
            "n": north,
            "s": south,
            "o": SquareState.OCCUPIED,
            "?": SquareState.UNSURE,
        }
        return tuple(
            states[cells[self.cell(square)]] for square in range(self.game[0] * self.game[1])
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
