"""Successors of a position: its legal moves with the positions that they lead to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, runtime_checkable

from host.engine.game import (
    AnyGame,
    Game,
    MoveT,
    MultiRound,
    Outcome,
    Piece,
    PositionT,
    Square,
    UncheckedPlay,
)


class Successor(NamedTuple, Generic[PositionT, MoveT]):
    """A legal move and the position after it.

    Attributes:
        move: the move.
        position: the position after it.
        pieces: the pieces of that position, by square.
        outcome: the result of the game, or else of the round, that the move ends; None if none.
    """

    move: MoveT
    position: PositionT
    pieces: Mapping[Square, Piece]
    outcome: Outcome | None


@runtime_checkable
class HasSuccessors(Protocol[PositionT, MoveT]):
    """A game that lists its successors faster than move by move."""

    def successors(self, position: PositionT) -> Sequence[Successor[PositionT, MoveT]]:
        """Return the successors by all legal moves, in the order of `legal_moves`."""


def successors_of(
    game: AnyGame, position: Hashable, only: Iterable[Hashable] | None = None
) -> Sequence[Successor[Hashable, Hashable]]:
    """Return the successors of a position.

    Args:
        only: the legal moves to look at; None for all.

    Raises:
        IllegalMoveError: one of `only` is not legal.
    """
    if only is not None:
        return [_successor(game, move, game.play(position, move)) for move in only]
    if isinstance(game, HasSuccessors):
        return game.successors(position)
    play = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play
    return [_successor(game, move, play(position, move)) for move in game.legal_moves(position)]


def outcome_of(game: AnyGame, position: Hashable) -> Outcome | None:
    """Return the outcome of the game, or else of the last round; None while it is played."""
    rounds = rounds_of(game)
    if rounds is not None:
        # A game of several rounds ends with one of them.
        ended = rounds.round_outcome(position)
        return ended and (game.outcome(position) or ended)
    return game.outcome(position)


@lru_cache(maxsize=64)
def rounds_of(game: AnyGame) -> MultiRound[Hashable, Hashable] | None:
    """Return the game if it has several rounds; to ask for a protocol takes longer than that."""
    return game if isinstance(game, MultiRound) else None


def _successor(game: AnyGame, move: Hashable, position: Hashable) -> Successor[Hashable, Hashable]:
    return Successor(move, position, game.pieces(position), outcome_of(game, position))


def perft(game: Game[PositionT, MoveT], position: PositionT, depth: int) -> int:
    """Count the leaves at exactly `depth` plies; a finished game has none, and a pass is a ply."""
    after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play

    def leaves(position: PositionT, depth: int) -> int:
        moves = game.legal_moves(position)
        if depth == 1:
            return len(moves)
        return sum(leaves(after(position, move), depth - 1) for move in moves)

    return leaves(position, depth) if depth > 0 else 1
