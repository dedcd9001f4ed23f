"""Diagrams of positions in plain text."""

from __future__ import annotations

from host.engine.game import Game, MoveT, Piece, PositionT, Side, Square
from host.engine.kamisado.board import COLOURS, LETTERS
from host.engine.squares import FILES


def board_diagram(game: Game[PositionT, MoveT], position: PositionT) -> str:
    """Draw the board with letters, White at the bottom.

    In Kamisado `K+` is White's pink sumo, `k` Black's pink tower and `.n` an empty brown square.
    In other games `S` is a stone of White and `s` one of Black, `.` an empty square and `:` one
    that is painted.
    """
    pieces = game.pieces(position)
    files, ranks = game.size
    heading = "    " + "".join(f"{file:<5}" for file in FILES[:files]).rstrip()
    lines = [heading]
    for rank in reversed(range(ranks)):
        row = range(rank * files, (rank + 1) * files)
        cells = [_cell(game, pieces.get(square), square) for square in row]
        lines.append(f"{rank + 1:>2}  " + "".join(f"{cell:<5}" for cell in cells) + f"{rank + 1}")
    return "\n".join([*lines, heading])


def _cell(game: Game[PositionT, MoveT], piece: Piece | None, square: Square) -> str:
    if piece is None:
        colour = game.square_colour(square)
        if colour in COLOURS:
            return f".{_letter(colour).lower()}"
        return ":" if colour else "."
    letter = _letter(piece.name)
    return (letter if piece.side is Side.WHITE else letter.lower()) + "+" * piece.teeth


def _letter(name: str) -> str:
    """Return the capital letter of a tower's colour, or the initial of a piece's name."""
    return LETTERS[COLOURS.index(name)] if name in COLOURS else name[0].upper()
