"""What a person sees of any game's board: what is near and straight, what is far not always.

It is `eyes.py` for games of which nothing is known but the pieces before and after a move.  A move
is overlooked more easily the farther the piece goes, the farther from the own edge of the board
it ends, and where its way turns; and more easily on a board that is only imagined.  A person who
overlooks a way overlooks it as long as the same position is thought about: so what is overlooked
follows from the player's seed and the position on the board, and not from the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf

from host.ai.players.seeded_random import random_unit, seed_of_text
from host.engine.game import AnyGame, HasPath, Side, UncheckedPlay

DISTANCE, FAR_SIDE, TURN = 0.7, 0.3, 0.3
"""How hard it is to see a piece that goes all the way over the board; one that ends at the
opponent's edge; and a way that is not straight.  Together at most 1."""
IMAGINED = 0.25
"""How much harder everything is to see for each ply that is only imagined."""
MOST = 0.95
"""Nothing is overlooked more often than that: it can always be seen by luck."""


class Vision:
    """What one player sees while a position is thought about; a
    `host.ai.search.alphabeta.SquareState`.

    Args:
        game: any.
        position: the one on the board.
        blindness: 0 to see everything, up to 1: how often what is hardest to see is overlooked on
            the board in front of the eyes; above `MOST`, it is overlooked as often as that.
        seed: of what is overlooked.
    """

    def __init__(self, game: AnyGame, position: Hashable, blindness: float, seed: int) -> None:
        self._game = game
        self._after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play
        self._blindness = blindness
        self._seed = seed_of_text(seed, game.position_text(position))
        self._reach: dict[tuple[Side, Hashable], float] = {}

    def __call__(
        self, position: Hashable, moves: Sequence[Hashable], ply: int
    ) -> Sequence[Hashable]:
        """The moves that are seen, so many plies ahead; one at least, if there is one."""
        if not self._blindness or len(moves) < 2:
            return moves
        turn, reach = self._game.turn(position), self._reach
        seen = []
        for move in moves:
            far = reach.get((turn, move))
            if far is None:
                far = reach[turn, move] = self._plies(position, turn, move)
            if far >= ply:
                seen.append(move)
        return seen or moves

    def _plies(self, position: Hashable, turn: Side, move: Hashable) -> float:
        """How many plies ahead a move is seen; below 0 if it is not even on the board.

        Taken where it is first met: it goes from and to the same squares wherever it is legal.
        """
        number, hard = self._hardness(position, turn, move)
        luck = random_unit(self._seed, number)
        if not hard or luck >= MOST:
            return inf
        return (luck / (self._blindness * hard) - 1) / IMAGINED

    def _hardness(self, position: Hashable, turn: Side, move: Hashable) -> tuple[int, float]:
        """A number for the way of a move, and how hard that is to see, up to 1."""
        game = self._game
        (files, ranks), before = game.size, game.pieces(position)
        after = game.pieces(self._after(position, move))
        left = [s for s, p in before.items() if p.side is turn and after.get(s) != p]
        come = [s for s, p in after.items() if p.side is turn and before.get(s) != p]
        if not come:
            return 0, 0.0  # a turn that is let go
        target, origin = min(come), min(left, default=min(come))
        (to_rank, to_file), (rank, file) = divmod(target, files), divmod(origin, files)
        steps = max(abs(to_rank - rank), abs(to_file - file))
        home = 0 if turn is Side.WHITE else ranks - 1
        hard = DISTANCE * max(0, steps - 1) / (max(files, ranks) - 2)
        hard += FAR_SIDE * abs(to_rank - home) / (ranks - 1)
        if isinstance(game, HasPath) and len(game.path(position, move)) > 2:
            hard += TURN
        return 1 + origin * files * ranks + target, min(1.0, hard)
