"""Filling the home rows for the next round (F1-F4)."""

from __future__ import annotations

import enum
from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import FILES, HOME_ROWS, SQUARES, TOWERS, Tower, side_of
from host.engine.kamisado.position import Position, start


class Fill(enum.Enum):
    """A choice of how the home rows are filled; the value is its text.

    Left and right are each player's own.
    """

    LEFT = "fill left"
    RIGHT = "fill right"
    START = "set up"
    """Every tower returns to its own colour: between the rounds of a series."""


class TowerRelocation(NamedTuple):
    """One tower moved from its square to its place in the next round."""

    tower: Tower
    origin: Square
    target: Square


def relocations(position: Position, fill: Fill, defender: Side) -> tuple[TowerRelocation, ...]:
    """Return the relocations of all towers in order, the Defender's eight first (F3).

    In this order each target is empty when its turn comes.  A tower that stays where it is
    has `origin` equal to `target`.
    """
    return tuple(
        relocation
        for side in (defender, defender.other)
        for relocation in _relocations_of(side, position.squares, fill)
    )


def squares_after_fill(position: Position, fill: Fill) -> bytes:
    """Return the squares of all towers, by tower number, after both home rows are filled."""
    squares = bytearray(TOWERS)
    for relocation in relocations(position, fill, Side.WHITE):
        squares[relocation.tower] = relocation.target
    return bytes(squares)


def _relocations_of(side: Side, squares: bytes, fill: Fill) -> list[TowerRelocation]:
    towers = [tower for tower in range(TOWERS) if side_of(tower) is side]
    if fill is Fill.START:
        places = start().squares
        return [TowerRelocation(tower, squares[tower], places[tower]) for tower in towers]
    from_right = fill is Fill.RIGHT

    def order(square: Square) -> tuple[int, int]:
        """Sort by rank from the own home row, then from the player's left or right (F3, F4)."""
        rank, file = divmod(_own_view(side, square), FILES)
        return rank, -file if from_right else file

    towers.sort(key=lambda tower: order(squares[tower]))
    row = sorted(HOME_ROWS[side], key=order)
    pairs = zip(towers, row, strict=True)
    return [TowerRelocation(tower, squares[tower], target) for tower, target in pairs]


def _own_view(side: Side, square: Square) -> Square:
    """Return the number of the square counted from the player's left corner: Black's h8 is 0."""
    return square if side is Side.WHITE else SQUARES - 1 - square
