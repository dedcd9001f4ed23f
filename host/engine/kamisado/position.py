"""A position within a round of Kamisado, and a move: the two values that the rules work on."""

from __future__ import annotations

from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import (
    COLOURS,
    HOME_ROWS,
    MAX_TEETH,
    SQUARE_COLOURS,
    SQUARES,
    TOWERS,
    Colour,
    Tower,
    colour_of,
    name,
    side_of,
    tower_of,
)


class Move(NamedTuple):
    """One ply: a step, a sumo push, or the 0-move of a blocked tower (a pass).

    Attributes:
        origin: where the tower that acts stands.
        target: where it stands afterwards; `origin` itself for a pass.
        push: whether it pushes the enemy towers in front of it one square back.
    """

    origin: Square
    target: Square
    push: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether the tower is blocked and stays where it is (M6)."""
        return self.origin == self.target


class Position(NamedTuple):
    """Where the sixteen towers stand and who must move which: immutable, cheap to hash.

    Make one with `Position.of`, which checks it, or by a move; the bare constructor
    trusts its caller.  A round that is over is a position as well.

    Attributes:
        squares: 16 bytes, the square of each tower in the order of the tower numbers.
        teeth: 16 bytes, the teeth on each tower, 0 to 3.
        occupied: bit set of `squares`, kept because every move needs it.
        turn: whose turn it is.
        required: the colour of the tower that must move; None on the first move of a
            round, when any may (T1).
        last_mover: who made the last real move, which a pass is not: a deadlock is their
            fault (M8).  Before the first move, the opponent of the side to move.
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
        """The position with these towers, once it is certain that a round can hold it.

        Args:
            squares: 16 bytes, by tower number.
            teeth: 16 bytes, by tower number.
            turn: whose turn it is.
            required: the colour of the tower that must move, None on the first move.
            last_mover: None for the opponent of `turn`.

        Raises:
            ValueError: with a sentence that says which rule of the game it breaks.
        """
        if len(squares) != TOWERS or len(teeth) != TOWERS:
            raise ValueError(f"a round is played with {TOWERS} towers")
        if len(set(squares)) != TOWERS or max(squares) >= SQUARES:
            raise ValueError("each tower must stand on a square of its own")
        if max(teeth) > MAX_TEETH:
            raise ValueError(f"a tower carries at most {MAX_TEETH} teeth while playing")
        occupied = sum(1 << square for square in squares)
        position = cls(squares, teeth, occupied, turn, required, last_mover or turn.other)
        if required is None:
            _check_first_move(position)
        _check_arrivals(position)
        return position

    def tower_at(self, square: Square) -> Tower | None:
        """The tower on a square; None if it is empty."""
        tower = self.squares.find(square)
        return None if tower < 0 else tower

    @property
    def required_tower(self) -> Tower | None:
        """The tower that must move; None when the player may choose (T1)."""
        return None if self.required is None else tower_of(self.turn, self.required)

    def describe(self, tower: Tower) -> str:
        """A tower in words with its square, e.g. "pink tower on d8"."""
        return f"{COLOURS[colour_of(tower)]} tower on {name(self.squares[tower])}"


def start() -> Position:
    """The first round: every tower on its own colour, Black to move any of them."""
    squares = bytes(
        next(
            square
            for square in HOME_ROWS[side_of(tower)]
            if SQUARE_COLOURS[square] == colour_of(tower)
        )
        for tower in range(TOWERS)
    )
    return Position.of(squares)


def arrival(position: Position) -> Tower | None:
    """The tower that has reached the opponent's home row and won (M7); None if none has."""
    if position.turn is Side.WHITE:
        square = min(position.squares[8:])
        return position.squares.index(square) if square in HOME_ROWS[Side.WHITE] else None
    square = max(position.squares[:8])
    return position.squares.index(square) if square in HOME_ROWS[Side.BLACK] else None


def _check_first_move(position: Position) -> None:
    """Only the first move of a round is free, and then every tower is still at home."""
    for tower, square in enumerate(position.squares):
        if square not in HOME_ROWS[side_of(tower)]:
            raise ValueError(
                f"the {position.describe(tower)} has left its home row, so the tower that must "
                "move has to be named (T2): only the first move of a round is free (T1)"
            )
    if position.last_mover is position.turn:
        raise ValueError("nobody has moved yet, so the last mover cannot be the side to move")


def _check_arrivals(position: Position) -> None:
    """A tower on the opponent's home row has just moved there and ended the round (M7)."""
    arrived = [
        tower
        for tower, square in enumerate(position.squares)
        if square in HOME_ROWS[side_of(tower).other]
    ]
    if not arrived:
        return
    if len(arrived) > 1:
        both = " and the ".join(position.describe(tower) for tower in arrived)
        raise ValueError(f"the {both} have both reached a home row: the first ends the round (M7)")
    tower = arrived[0]
    ended_by = side_of(tower)
    if position.turn is ended_by or position.last_mover is not ended_by:
        raise ValueError(
            f"the {position.describe(tower)} has ended the round (M7), so {ended_by.label} made "
            f"the last move and the side to move must be {ended_by.other.value!r}"
        )
    if position.required != SQUARE_COLOURS[position.squares[tower]]:
        raise ValueError(
            f"the {position.describe(tower)} has ended the round (M7), so the colour of that "
            f"square, {COLOURS[SQUARE_COLOURS[position.squares[tower]]]}, must be the one to move"
        )
