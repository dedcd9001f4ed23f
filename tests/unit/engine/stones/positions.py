"""Stone games for tests, with squares and moves by their names."""

from __future__ import annotations

from typing import Generic

from host.engine.game import Game, MoveT, PositionT, Side
from host.engine.squares import parse_square, square_name


def board(size: tuple[int, int], white: str, black: str) -> str:
    """The ranks of position text.

    Args:
        size: number of files and of ranks, at most 9.
        white: where the light stones stand: "a1 c3".
        black: the same for the dark ones.
    """
    files, ranks = size
    cells = ["."] * (files * ranks)
    for letter, names in (("S", white), ("s", black)):
        for name in names.split():
            square = parse_square(name, size)
            assert cells[square] == ".", f"{name} is given twice"
            cells[square] = letter
    rows = ["".join(cells[rank * files : (rank + 1) * files]) for rank in reversed(range(ranks))]
    text = "/".join(rows)
    for count in reversed(range(1, files + 1)):
        text = text.replace("." * count, str(count))
    return text


class GameByName(Generic[PositionT, MoveT]):
    """A game whose moves and stones are told by the names of squares."""

    def __init__(self, game: Game[PositionT, MoveT]) -> None:
        self._game = game

    def texts(self, at: PositionT, origin: str = "") -> set[str]:
        """Return the legal moves, or those of one stone."""
        every = {self._game.move_text(at, move) for move in self._game.legal_moves(at)}
        return {text for text in every if text.startswith(origin)}

    def after(self, at: PositionT, *moves: str) -> PositionT:
        """Return the position after some moves."""
        for text in moves:
            at = self._game.play(at, self._game.parse_move(at, text))
        return at

    def stones(self, at: PositionT, side: Side) -> set[str]:
        """Return the squares of a side's stones."""
        pieces, files = self._game.pieces(at).items(), self._game.size[0]
        return {square_name(square, files) for square, piece in pieces if piece.side is side}

    def black(self, at: PositionT) -> set[str]:
        """Return the squares of the dark stones."""
        return self.stones(at, Side.BLACK)
