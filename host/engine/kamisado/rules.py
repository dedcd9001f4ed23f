"""Rules of a round: legal moves (T1-T2, M1-M6, sumos), their effect, and its end (M7, M8)."""

from __future__ import annotations

from functools import cache

from host.engine.game import Outcome, Side, Square
from host.engine.kamisado.board import (
    COLOUR_NAMES,
    FILES,
    HOME_ROWS,
    SQUARE_COLOURS,
    SQUARES,
    Tower,
    colour_of,
    name,
    side_of,
    tower_of,
)
from host.engine.kamisado.move_tables import LINES
from host.engine.kamisado.position import Move, Position
from host.message import message

_BYTE = tuple(bytes([square]) for square in range(SQUARES))
_WHITE, _BLACK = Side.WHITE, Side.BLACK


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves: steps, pushes, or the pass of a blocked tower.

    Empty if the round is over, by an arrival (M7) or by a deadlock (M8).
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


def movable_squares(position: Position) -> tuple[Square, ...]:
    """Return the square of the required tower (T2), or those of all eight (T1)."""
    if outcome(position) is not None:
        return ()
    if position.required_tower is not None:
        return (position.squares[position.required_tower],)
    own = slice(8) if position.turn is _WHITE else slice(8, 16)
    return tuple(sorted(position.squares[own]))


def tower_moves(position: Position, tower: Tower) -> tuple[Move, ...]:
    """Return the steps and the push of one tower of either side; empty if it is blocked."""
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
    """Return the squares of the enemy towers that a tower can push now, nearest first.

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


def arrival(position: Position) -> Tower | None:
    """Return the tower that has reached the opponent's home row (M7); None if none has."""
    if position.turn is _WHITE:
        square = min(position.squares[8:])
        return position.squares.index(square) if square in HOME_ROWS[Side.WHITE] else None
    square = max(position.squares[:8])
    return position.squares.index(square) if square in HOME_ROWS[Side.BLACK] else None


def deadlock(position: Position) -> tuple[Tower, ...]:
    """Return the towers whose passes would repeat for ever, in the order of passing (M8).

    Empty if a tower on the chain of 0-moves (M6) can move.
    """
    if position.required is None:
        return ()
    tower = position.required + (0 if position.turn is _WHITE else 8)
    chain: list[Tower] = []
    while tower not in chain:
        if tower_moves(position, tower):
            return ()
        chain.append(tower)
        tower = SQUARE_COLOURS[position.squares[tower]] + (0 if tower & 8 else 8)
    return tuple(chain[chain.index(tower) :])


def is_over(position: Position) -> bool:
    """Return True if the round is over, by an arrival (M7) or by a deadlock (M8)."""
    return arrival(position) is not None or bool(deadlock(position))


def successors(position: Position) -> list[tuple[Move, Position, bool]]:
    """Return the legal moves, each with the position after it, and True if that ends the round."""
    after = [(move, play_unchecked(position, move)) for move in legal_moves(position)]
    return [(move, following, is_over(following)) for move, following in after]


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a move, which must be legal: `KamisadoRound.play` checks."""
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
    """Move the pusher and the pushed towers one square; the pusher's side moves again (S3)."""
    squares, teeth, occupied, turn, _, _ = position
    ahead = move.target - move.origin
    row = (move.origin, *pushed(position, squares.index(move.origin)))
    for square in reversed(row):
        squares = squares.replace(_BYTE[square], _BYTE[square + ahead])
    landing = row[-1] + ahead
    occupied ^= (1 << move.origin) ^ (1 << landing)
    return Position(squares, teeth, occupied, turn, SQUARE_COLOURS[landing], turn)


@cache
def _won(tower: Tower, square: Square) -> Outcome:
    """Return the result of a tower's arrival, cached for searches."""
    winner = side_of(tower)
    reason = message(
        "engine.reached_home_row",
        side=winner.message,
        colour=COLOUR_NAMES[colour_of(tower)],
        other=winner.other.message,
        square=name(square),
    )
    row = sorted(HOME_ROWS[winner.other], key=lambda other: abs(other - square))
    return Outcome(winner, reason, tuple(row))


def outcome(position: Position) -> Outcome | None:
    """Return the result of the round, or None while it goes on.

    After an arrival `Outcome.squares` is the home row that was reached, nearest to the
    arrival first.  After a deadlock it is the square of the winner's tower that gets the
    tooth, and `Outcome.stuck` holds the squares of the blocked towers in the order in
    which their passes would repeat.
    """
    tower = arrival(position)
    if tower is not None:
        return _won(tower, position.squares[tower])
    blocked = deadlock(position)
    if not blocked:
        return None
    loser = position.last_mover
    reason = message("engine.deadlock", side=loser.message)
    # A deadlock is detected right after the last real move, so the required colour is still that
    # of the square on which the moved tower, or the farthest pushed one, ended.
    assert position.required is not None, "on the first move of a round every tower can move"
    rewarded = position.squares[tower_of(loser.other, position.required)]
    stuck = tuple(position.squares[tower] for tower in blocked)
    return Outcome(loser.other, reason, (rewarded,), stuck)
