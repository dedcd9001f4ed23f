"""Filling the home rows for the next round (F1-F4)."""

from __future__ import annotations

import enum
from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import FILES, HOME_ROWS, SQUARES, TOWERS, Tower, side_of
from host.engine.kamisado.position import Position, start


class Fill(enum.Enum):
    """What is done with the towers between two rounds; the value is its text.

    Left and right are each player's own.
    """

    LEFT = "fill left"
    RIGHT = "fill right"
    START = "set up"
    """Every tower back on its own colour: between the rounds of a series."""


class TowerRelocation(NamedTuple):
    """One tower carried to its place: take it from here, put it there."""

    tower: Tower
    origin: Square
    target: Square


def relocations(position: Position, fill: Fill, defender: Side) -> tuple[TowerRelocation, ...]:
    """The towers in the order in which they are put, the Defender's eight first (F3).

    In this order each finds its place empty.  A tower that is where it belongs is listed
    too, with `origin` equal to `target`: it is its turn.
    """
    return tuple(
        carry
        for side in (defender, defender.other)
        for carry in _carries_of(side, position.squares, fill)
    )


def squares_after_fill(position: Position, fill: Fill) -> bytes:
    """The squares of all towers, by tower number, once both home rows are filled."""
    squares = bytearray(TOWERS)
    for carry in relocations(position, fill, Side.WHITE):
        squares[carry.tower] = carry.target
    return bytes(squares)


def _carries_of(side: Side, squares: bytes, fill: Fill) -> list[TowerRelocation]:
    towers = [tower for tower in range(TOWERS) if side_of(tower) is side]
    if fill is Fill.START:
        places = start().squares
        return [TowerRelocation(tower, squares[tower], places[tower]) for tower in towers]
    from_right = fill is Fill.RIGHT

    def order(square: Square) -> tuple[int, int]:
        """Own home row first; inside a row, the player's left or right first (F3, F4)."""
        rank, file = divmod(_own_view(side, square), FILES)
        return rank, -file if from_right else file

    towers.sort(key=lambda tower: order(squares[tower]))
    row = sorted(HOME_ROWS[side], key=order)
    pairs = zip(towers, row, strict=True)
    return [TowerRelocation(tower, squares[tower], target) for tower, target in pairs]


def _own_view(side: Side, square: Square) -> Square:
    """The square as the player counts it, from the own left corner: Black's h8 is 0."""
    return square if side is Side.WHITE else SQUARES - 1 - square
