"""Material: pieces that are not on the board, in reserve or captured.

A piece that the game began with, and that is neither on the board nor in reserve, has been
captured.  That holds for every game whose pieces do not change their kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias, TypeVar

from host.engine.game import Game, HasReserve, Piece, Side

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

Kind: TypeAlias = tuple[Side, str]
"""The side and the name of a piece, without its teeth."""


def kind_of(piece: Piece) -> Kind:
    """Return the kind of a piece."""
    return piece.side, piece.name


def reserve(game: Game[PositionT, MoveT], position: PositionT) -> Mapping[Piece, int]:
    """Count the pieces that are still to be put on the board."""
    return game.reserve(position) if isinstance(game, HasReserve) else {}


def captured(game: Game[PositionT, MoveT], position: PositionT) -> Mapping[Piece, int]:
    """Count the pieces that have been captured since the game began."""
    first = game.start()
    looks = {kind_of(piece): piece for piece in _all(game, first)}
    gone = _kinds(game, first)
    gone.subtract(_kinds(game, position))
    return {looks[kind]: number for kind, number in gone.items() if number > 0}


def kinds(game: Game[PositionT, MoveT], position: PositionT) -> Mapping[Kind, int]:
    """Count the pieces of each kind that the game has, on the board or off it."""
    return _kinds(game, game.start()) | _kinds(game, position)


def _kinds(game: Game[PositionT, MoveT], position: PositionT) -> Counter[Kind]:
    return Counter(kind_of(piece) for piece in _all(game, position))


def _all(game: Game[PositionT, MoveT], position: PositionT) -> list[Piece]:
    waiting = [piece for piece, number in reserve(game, position).items() for _ in range(number)]
    return [*game.pieces(position).values(), *waiting]
