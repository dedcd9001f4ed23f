"""What the rules allow in a round, and what a move does: T1-T2, M1-M6, M8 and the sumo rules."""

from __future__ import annotations

from host.engine.game import Side, Square
from host.engine.kamisado.board import FILES, SQUARE_COLOURS, SQUARES, Tower
from host.engine.kamisado.move_tables import LINES
from host.engine.kamisado.position import Move, Position, arrival

_BYTE = tuple(bytes([square]) for square in range(SQUARES))
_WHITE, _BLACK = Side.WHITE, Side.BLACK


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every legal move: steps, pushes, or the one pass of a blocked tower.

    Empty when the round is over, by an arrival (M7) or by a deadlock (M8).
    """
    if arrival(position) is not None:
        return ()
    if position.required is None:
        first = 0 if position.turn is _WHITE else 8
        return tuple(move for i in range(first, first + 8) for move in tower_moves(position, i))
    tower = position.required + (0 if position.turn is _WHITE else 8)
    moves = tower_moves(position, tower)
    if moves or deadlock(position):
        return moves
    square = position.squares[tower]
    return (Move(square, square),)


def tower_moves(position: Position, tower: Tower) -> tuple[Move, ...]:
    """The steps and the push of one tower, whoever is to move; empty if it is blocked."""
    squares, teeth, occupied = position[:3]
    strength = teeth[tower]
    origin = squares[tower]
    moves: tuple[Move, ...] = ()
    for mask, steps in LINES[tower >> 3][strength][origin]:
        moves += steps[occupied & mask]
    if strength and pushed(position, tower):
        moves += (Move(origin, origin + (-FILES if tower & 8 else FILES), push=True),)
    return moves


def pushed(position: Position, tower: Tower) -> tuple[Square, ...]:
    """The squares of the enemy towers that a tower can push now, nearest first.

    Empty if it can push nothing: it needs teeth, enemies straight ahead that touch it and
    one another, no more of them than it has teeth, each with fewer teeth than it has, and
    an empty square behind the last (S2-S11, DS2-DS8, TS2-TS8).
    """
    squares, teeth, occupied = position[:3]
    ahead = -FILES if tower & 8 else FILES
    strength = teeth[tower]
    row: list[Square] = []
    square = squares[tower] + ahead
    while 0 <= square < SQUARES and occupied >> square & 1:
        other = squares.index(square)
        if (other ^ tower) & 8 == 0 or teeth[other] >= strength or len(row) == strength:
            return ()
        row.append(square)
        square += ahead
    return tuple(row) if 0 <= square < SQUARES else ()


def deadlock(position: Position) -> tuple[Tower, ...]:
    """The towers whose passes would repeat for ever, in the order in which they pass (M8).

    Empty if some tower on the chain of 0-moves (M6) can move.
    """
    tower = position.required_tower
    if tower is None:
        return ()
    chain: list[Tower] = []
    while tower not in chain:
        if tower_moves(position, tower):
            return ()
        chain.append(tower)
        tower = SQUARE_COLOURS[position.squares[tower]] + (0 if tower & 8 else 8)
    return tuple(chain[chain.index(tower) :])


def play_unchecked(position: Position, move: Move) -> Position:
    """The position after a move, which is taken to be legal: `KamisadoRound.play` checks."""
    squares, teeth, occupied, turn, _, last_mover = position
    origin, target, push = move
    opponent = _BLACK if turn is _WHITE else _WHITE
    if push:
        return _after_push(position, move)
    if origin == target:
        return Position(squares, teeth, occupied, opponent, SQUARE_COLOURS[origin], last_mover)
    return Position(
        squares.replace(_BYTE[origin], _BYTE[target]),  # squares differ, so one byte changes
        teeth,
        occupied ^ (1 << origin) ^ (1 << target),
        opponent,
        SQUARE_COLOURS[target],
        turn,
    )


def _after_push(position: Position, move: Move) -> Position:
    """Pushed and pusher stand one square on, and the pusher's side moves again (S3, DS3, TS3)."""
    squares, teeth, occupied, turn, _, _ = position
    ahead = move.target - move.origin
    row = (move.origin, *pushed(position, squares.index(move.origin)))
    for square in reversed(row):
        squares = squares.replace(_BYTE[square], _BYTE[square + ahead])
    landing = row[-1] + ahead
    occupied ^= (1 << move.origin) ^ (1 << landing)
    return Position(squares, teeth, occupied, turn, SQUARE_COLOURS[landing], turn)
