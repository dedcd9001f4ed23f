"""Blunder model: the moves that a player overlooks, as people do.

A move is overlooked more easily the farther its piece goes, and the more plies ahead it has to be
imagined.  In Kamisado, diagonals are harder to see than files; in other games, moves that end on
the far side of the board, and paths that turn.  Overlooked moves follow from the player's seed and
the position on the board, not from the search: while one position is thought about, a move that
was overlooked stays overlooked.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf

from host.ai.players.seeded_random import position_seed, random_unit
from host.engine.game import AnyGame, HasPath, Side, UncheckedPlay
from host.engine.kamisado.board import FILES
from host.engine.kamisado.position import Move

DISTANCE, FAR_SIDE, TURN = 0.7, 0.3, 0.3
"""Difficulty of a move over the whole board, of one that ends at the opponent's edge, and of a path
with a turn; the sum is limited to 1."""
FILE, PUSH = 0.6, 0.5
"""Kamisado: difficulty of a file beside a diagonal of the same length, and of a push."""
IMAGINED = 0.25
"""Increase of the difficulty for each ply ahead."""
MAX_PROBABILITY = 0.95
"""Nothing is overlooked more often than that."""


class BlunderModel:
    """Move filter of a search (`host.ai.search.alphabeta.MoveFilter`) that overlooks moves.

    Args:
        position: the one on the board, the root of the search.
        blindness: probability, up to 1, that the most difficult move on the board is overlooked.
    """

    def __init__(self, game: AnyGame, position: Hashable, blindness: float, seed: int) -> None:
        self._game = game
        self._after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play
        self._blindness = blindness
        self._seed = position_seed(seed, game.position_text(position))
        self._horizon: dict[tuple[Side, Hashable], float] = {}

    def __call__(
        self, position: Hashable, moves: Sequence[Hashable], ply: int
    ) -> Sequence[Hashable]:
        """Return the moves that are seen at a ply, all of them if it would be none."""
        if not self._blindness or len(moves) < 2:
            return moves
        turn, horizon = self._game.turn(position), self._horizon
        seen = []
        for move in moves:
            last_ply = horizon.get((turn, move))
            if last_ply is None:
                last_ply = horizon[turn, move] = self._last_ply(position, turn, move)
            if last_ply >= ply:
                seen.append(move)
        return seen or moves

    def _last_ply(self, position: Hashable, turn: Side, move: Hashable) -> float:
        """Return the last ply at which a move is seen; below 0 if it is not even on the board.

        Computed where the move is met first: its squares are the same wherever it is legal.
        """
        if isinstance(move, Move):
            path, difficulty = _tower_difficulty(move)
        else:
            path, difficulty = self._difficulty(position, turn, move)
        luck = random_unit(self._seed, path)
        if not difficulty or luck >= MAX_PROBABILITY:
            return inf
        return (luck / (self._blindness * difficulty) - 1) / IMAGINED

    def _difficulty(self, position: Hashable, turn: Side, move: Hashable) -> tuple[int, float]:
        """Return a number for the path of a move, and its difficulty up to 1."""
        game = self._game
        (files, ranks), before = game.size, game.pieces(position)
        after = game.pieces(self._after(position, move))
        left = [s for s, p in before.items() if p.side is turn and after.get(s) != p]
        reached = [s for s, p in after.items() if p.side is turn and before.get(s) != p]
        if not reached:
            return 0, 0.0  # a pass
        target, origin = min(reached), min(left, default=min(reached))
        (to_rank, to_file), (rank, file) = divmod(target, files), divmod(origin, files)
        steps = max(abs(to_rank - rank), abs(to_file - file))
        home = 0 if turn is Side.WHITE else ranks - 1
        difficulty = DISTANCE * max(0, steps - 1) / (max(files, ranks) - 2)
        difficulty += FAR_SIDE * abs(to_rank - home) / (ranks - 1)
        if isinstance(game, HasPath) and len(game.path(position, move)) > 2:
            difficulty += TURN
        return 1 + origin * files * ranks + target, min(1.0, difficulty)


def _tower_difficulty(move: Move) -> tuple[int, float]:
    """Return a number for the line of a Kamisado move, and the difficulty of the move up to 1."""
    if move.push:
        return 4 * move.origin + 3, PUSH
    ranks = abs(move.target // FILES - move.origin // FILES)
    sideways = move.target % FILES - move.origin % FILES
    difficulty = max(0, ranks - 1) / (FILES - 2) * (1.0 if sideways else FILE)
    return 4 * move.origin + 1 + (sideways > 0) - (sideways < 0), difficulty
