"""Adjudications: positions that players put in the place of the one that a round has reached.

An adjudication is written `adjudicate POSITION`, with the position of a round.  The teeth, and so
the score, stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import InvalidMoveError, Piece, Square, not_legal
from host.engine.kamisado import notation
from host.engine.kamisado.board import (
    COLOURS,
    SQUARE_COLOURS,
    TOWERS,
    colour_of,
    side_of,
)
from host.engine.kamisado.position import Position
from host.message import message, message_of

PREFIX = "adjudicate "
"""First word of the text of an adjudication."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """An adjudication: the position of the round from which play goes on."""

    position: Position

    def __str__(self) -> str:
        return PREFIX + notation.position_text(self.position)


def parse(before: Position, text: str) -> Adjudication:
    """Return the adjudication that the text of a position describes.

    Args:
        before: the position that it replaces.
        text: without the prefix.

    Raises:
        InvalidMoveError: the text describes no position, or one that cannot follow; it is quoted.
    """
    try:
        position = notation.parse_position(text)
    except ValueError as error:
        raise InvalidMoveError(message_of(error)) from None
    if position.required is None:
        reason = message("engine.adjudication_without_required")
        raise not_legal(text, reason)
    for tower, (teeth, were) in enumerate(zip(position.teeth, before.teeth, strict=True)):
        if teeth != were:
            tower_words = position.describe(tower)
            reason = message("engine.adjudication_changes_teeth", tower=tower_words, count=were)
            raise not_legal(text, reason)
    return Adjudication(position)


def propose(before: Position, pieces: Mapping[Square, Piece]) -> str:
    """Return the text of the position with these towers, for players to confirm or correct.

    Where one tower of the side to move stands elsewhere than before, it is taken to have moved:
    the other side is to move, with the tower of the colour of its square.  Otherwise the side to
    move and its tower stay.

    Args:
        pieces: all sixteen towers; their teeth do not count.
    """
    numbers = {(side_of(tower), COLOURS[colour_of(tower)]): tower for tower in range(TOWERS)}
    squares = bytearray(TOWERS)
    for square, piece in pieces.items():
        squares[numbers[piece.side, piece.name]] = square
    turn, required = before.turn, before.required
    own = [
        tower
        for tower in range(TOWERS)
        if side_of(tower) is turn and squares[tower] != before.squares[tower]
    ]
    if len(own) == 1:
        turn, required = turn.other, SQUARE_COLOURS[squares[own[0]]]
    occupied = sum(1 << square for square in squares)
    last_mover = before.last_mover if turn is before.turn else before.turn
    # Unchecked: what is wrong with it is said when it is confirmed.
    position = Position(bytes(squares), before.teeth, occupied, turn, required, last_mover)
    return notation.position_text(position)
