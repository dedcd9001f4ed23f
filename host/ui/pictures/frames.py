"""Positions of a record that are drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

from host.engine.game import AnyGame, MultiRound, Square
from host.engine.records.game_record import GameRecord
from host.recognition.matching import expect_from

Frame: TypeAlias = tuple[Hashable, tuple[Square | None, Square | None]]
"""A position, and the origin and target of the move that has led to it."""


def frames_of(
    record: GameRecord, ply: int | None = None, round_number: int | None = None
) -> list[Frame]:
    """Return the positions to draw, at least one.

    Args:
        ply: the number of moves after which to end; None for all.
        round_number: the round to draw, from 1; None for all.

    Raises:
        ValueError: the record has fewer moves or rounds.
    """
    if ply is not None and not 0 <= ply <= len(record.moves):
        raise ValueError(f"the record has {len(record.moves)} moves, and no position after {ply}")
    moves = record.moves if ply is None else record.moves[:ply]
    frames = [
        frame
        for number, frame in _frames(record.game, record.start, moves)
        if round_number in (None, number)
    ]
    if not frames:
        raise ValueError(f"the record has no round {round_number}")
    return frames


def _frames(
    game: AnyGame, start: Hashable, moves: Sequence[Hashable]
) -> Iterator[tuple[int, Frame]]:
    """Yield each position with the number of its round; passes change nothing and are left out."""
    position = start
    yield _round(game, position), (position, (None, None))
    for move in moves:
        candidate = expect_from(game, position, (move,)).candidates[0]
        position = game.play(position, move)
        if candidate.touched:
            yield _round(game, position), (position, (candidate.origin, candidate.target))


def _round(game: AnyGame, position: Hashable) -> int:
    """Return the number of the round that is played, or has just ended."""
    return game.match_score(position).round if isinstance(game, MultiRound) else 1
