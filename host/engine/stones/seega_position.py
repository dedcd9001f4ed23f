"""Positions of seega: values, the steps that stones have, and checks of phase one."""

from __future__ import annotations

import enum
from typing import NamedTuple

from host.engine.game import Side
from host.engine.stones.game import own_and_enemy
from host.engine.stones.lines import Bits, Move, bits_of, lines, squares_of
from host.message import message

SIZE = (5, 5)
STONES = 12
CENTRE = 12
SQUARES = range(25)
ALL = bits_of(SQUARES)
_LINES = lines(SIZE, 1)
BESIDE = tuple(
    bits_of(square for mask, _ in beside for square in squares_of(mask)) for beside in _LINES
)
"""The squares beside each square."""
_NOT_FIRST = bits_of(square for square in SQUARES if square % SIZE[0])
_NOT_LAST = bits_of(square for square in SQUARES if (square + 1) % SIZE[0])


class Obligation(enum.Enum):
    """Restriction of the moves of the side to move; the value is its word in position text."""

    NOTHING = "-"
    CAPTURE = "on"
    """It has just captured, and may only capture again or end its turn."""
    OPEN = "open"
    """The opponent has just passed: the move must open a way for it."""


class Position(NamedTuple):
    """A position; see `host.engine.stones.ending.Stones`.

    Attributes:
        reserve: number of stones still to be put on the board; 0 in phase two.
        obligation: restriction of the side to move.
        turns: number of turns that both sides have had in phase two, if the game has a fixed
            length; else 0.
    """

    white: Bits
    black: Bits
    turn: Side
    halfmove_clock: int
    reserve: int
    obligation: Obligation
    turns: int = 0


def check_reserve(position: Position) -> None:
    """Check that the position can occur in phase one.

    Raises:
        ValueError: it cannot.
    """
    white, black, turn, halfmove_clock, reserve, obligation, turns = position
    if (white | black) >> CENTRE & 1:
        raise ValueError(message("engine.seega_centre_taken"))
    counts = white.bit_count(), black.bit_count()
    due = STONES - reserve // 2, STONES - (reserve + 1) // 2
    if counts != due:
        raise ValueError(
            message(
                "engine.seega_counts",
                reserve=reserve,
                white=due[0],
                black=due[1],
                white_found=counts[0],
                black_found=counts[1],
            )
        )
    putting = Side.BLACK if reserve % 2 else Side.WHITE
    if turn is not putting:
        raise ValueError(message("engine.seega_turn", reserve=reserve, side=putting.message))
    if halfmove_clock or turns or obligation is not Obligation.NOTHING:
        raise ValueError(message("engine.seega_phase_one"))


def room(stones: Bits, empty: Bits) -> int:
    """Count the steps of the stones of a side, whichever is to move."""
    return (
        (stones << SIZE[0] & empty).bit_count()
        + (stones >> SIZE[0] & empty).bit_count()
        + ((stones & _NOT_LAST) << 1 & empty).bit_count()
        + ((stones & _NOT_FIRST) >> 1 & empty).bit_count()
    )


def steps(position: Position) -> tuple[Move, ...]:
    """Return all steps of the side to move, regardless of its obligation."""
    occupied = position.white | position.black
    moves: tuple[Move, ...] = ()
    for square in squares_of(own_and_enemy(position)[0]):
        if BESIDE[square] & ~occupied:
            for mask, table in _LINES[square]:
                moves += table[occupied & mask]
    return moves


def can_step(stones: Bits, occupied: Bits) -> bool:
    """Return True if one of these stones has an empty square beside it."""
    return any(BESIDE[square] & ~occupied for square in squares_of(stones))
