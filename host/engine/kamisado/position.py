"""Positions and moves of a round: the values that the rules work on."""

from __future__ import annotations

from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import (
    COLOUR_NAMES,
    HOME_ROWS,
    MAX_TEETH,
    SQUARE_COLOURS,
    SQUARES,
    TOWERS,
    Colour,
    Tower,
    colour_of,
    side_of,
    tower_name,
    tower_of,
)
from host.message import Message, message


class Move(NamedTuple):
    """One ply: a step, a sumo push, or the 0-move of a blocked tower (a pass).

    Attributes:
        origin: square of the moving tower.
        target: its square after the move; `origin` for a pass.
        push: True if it pushes the enemy towers in front of it one square.
    """

    origin: Square
    target: Square
    push: bool = False

    @property
    def is_pass(self) -> bool:
        """True if the tower is blocked and stays where it is (M6)."""
        return self.origin == self.target


class Position(NamedTuple):
    """The towers, the side to move and the tower that must move: immutable, cheap to hash.

    `Position.of` validates its arguments; the constructor does not.  A round that is over is a
    position too.

    Attributes:
        squares: 16 bytes, the square of each tower in the order of the tower numbers.
        teeth: 16 bytes, the teeth on each tower, 0 to 3.
        occupied: bit set of `squares`, stored because every move needs it.
        turn: the side to move.
        required: the colour of the tower that must move; None on the first move of a
            round, when any tower may (T1).
        last_mover: the side that made the last move other than a pass: it loses a deadlock
            (M8).  Before the first move, the opponent of the side to move.
    """

    squares: bytes
    teeth: bytes
    occupied: int
    turn: Side
    required: Colour | None
    last_mover: Side

    @classmethod
    def of(
        cls,
        squares: bytes,
        teeth: bytes = bytes(TOWERS),
        *,
        turn: Side = Side.BLACK,
        required: Colour | None = None,
        last_mover: Side | None = None,
    ) -> Position:
        """Return the position with these towers, after checking that it can occur in a round.

        Args:
            squares: 16 bytes, by tower number.
            teeth: 16 bytes, by tower number.
            turn: the side to move.
            required: the colour of the tower that must move, None on the first move.
            last_mover: None for the opponent of `turn`.

        Raises:
            ValueError: it cannot occur; the message says which rule it breaks.
        """
        if len(squares) != TOWERS or len(teeth) != TOWERS:
            raise ValueError(message("engine.number_of_towers", towers=TOWERS))
        if len(set(squares)) != TOWERS or max(squares) >= SQUARES:
            raise ValueError(message("engine.towers_share_square"))
        if max(teeth) > MAX_TEETH:
            raise ValueError(message("engine.most_teeth", teeth=MAX_TEETH))
        occupied = sum(1 << square for square in squares)
        position = cls(squares, teeth, occupied, turn, required, last_mover or turn.other)
        if required is None:
            _check_first_move(position)
        _check_arrivals(position)
        return position

    def tower_at(self, square: Square) -> Tower | None:
        """Return the tower on a square; None if it is empty."""
        tower = self.squares.find(square)
        return None if tower < 0 else tower

    @property
    def required_tower(self) -> Tower | None:
        """The tower that must move; None when the player may choose (T1)."""
        return None if self.required is None else tower_of(self.turn, self.required)

    def describe(self, tower: Tower) -> Message:
        """Return the name of a tower with its square: "pink tower on d8"."""
        return tower_name(tower, self.squares[tower])


def start() -> Position:
    """Return the start of the first round: every tower on its own colour, Black to move."""
    squares = bytes(
        next(
            square
            for square in HOME_ROWS[side_of(tower)]
            if SQUARE_COLOURS[square] == colour_of(tower)
        )
        for tower in range(TOWERS)
    )
    return Position.of(squares)


def _check_first_move(position: Position) -> None:
    """Check that all towers are at home and nobody has moved, as on the first move (T1)."""
    for tower, square in enumerate(position.squares):
        if square not in HOME_ROWS[side_of(tower)]:
            raise ValueError(message("engine.name_the_tower", tower=position.describe(tower)))
    if position.last_mover is position.turn:
        raise ValueError(message("engine.nobody_has_moved"))


def _check_arrivals(position: Position) -> None:
    """Check that a tower on the opponent's home row has just ended the round (M7)."""
    arrived = [
        tower
        for tower, square in enumerate(position.squares)
        if square in HOME_ROWS[side_of(tower).other]
    ]
    if not arrived:
        return
    if len(arrived) > 1:
        raise ValueError(two_arrivals(*map(position.describe, arrived)))
    tower = arrived[0]
    ended_by = side_of(tower)
    if position.turn is ended_by or position.last_mover is not ended_by:
        raise ValueError(
            message(
                "engine.arrival_turn",
                tower=position.describe(tower),
                side=ended_by.message,
                turn=ended_by.other.message,
            )
        )
    if position.required != SQUARE_COLOURS[position.squares[tower]]:
        raise ValueError(arrival_colour(position.describe(tower), position.squares[tower]))


def two_arrivals(first: Message, *others: Message) -> Message:
    """Return the problem that several towers have reached a home row."""
    towers = first
    for other in others:
        towers = message("engine.and_the", head=towers, last=other)
    return message("engine.two_arrivals", towers=towers)


def arrival_colour(tower: Message, square: Square) -> Message:
    """Return the problem that the required colour is not that of the square of the arrival."""
    colour = COLOUR_NAMES[SQUARE_COLOURS[square]]
    return message("engine.arrival_colour", tower=tower, colour=colour)
