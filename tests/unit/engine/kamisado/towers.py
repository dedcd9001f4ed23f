"""Positions for tests, written as the few towers that matter."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.kamisado.board import COLOURS, HOME_ROWS, LETTERS, side_of
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position
from host.engine.kamisado.round import KamisadoRound
from host.engine.kamisado.rules import legal_moves
from host.engine.squares import parse_square

GAME = KamisadoRound()
DEADLOCK_OF_TWO = "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g"
"""White's one move but two, b1c2, blocks everybody; c2 is yellow."""
TOWER_LETTERS = LETTERS + LETTERS.lower()


def place(towers: str, to_move: str, last_mover: Side | None = None) -> Position:
    """The position with `towers` on the given squares and all others at home.

    >>> place("Kd4 r++d5", "w k").tower_at(27)
    4

    Args:
        towers: letter, teeth and square of each, e.g. "Kd4 r++d5"; upper case is White's.
        to_move: the last fields of position text, e.g. "w k" or "b -".
        last_mover: None for the opponent of the side to move.

    The others fill their home rows in the order of their colours, from the h-file
    to the a-file, so that the last squares stay empty where a tower has left.
    """
    squares: dict[int, int] = {}
    teeth = bytearray(16)
    for word in towers.split():
        tower = TOWER_LETTERS.index(word[0])
        teeth[tower] = word.count("+")
        squares[tower] = parse_square(word[-2:], (8, 8))
    for tower in range(16):
        if tower not in squares:
            taken = squares.values()
            home = reversed(HOME_ROWS[side_of(tower)])
            squares[tower] = next(square for square in home if square not in taken)
    side, required = to_move.split()
    return Position.of(
        bytes(squares[tower] for tower in range(16)),
        bytes(teeth),
        turn=Side(side),
        required=None if required == "-" else LETTERS.lower().index(required),
        last_mover=last_mover,
    )


def moves(position: Position) -> set[str]:
    """The legal moves as text."""
    return {move_text(move) for move in legal_moves(position)}


def play(position: Position, *texts: str) -> Position:
    """Return the position of a round after some moves."""
    for text in texts:
        position = GAME.play(position, GAME.parse_move(position, text))
    return position


def required(position: Position) -> tuple[Side, str]:
    """Return the side to move, and the colour of the tower that must."""
    assert position.required is not None
    return position.turn, COLOURS[position.required]
