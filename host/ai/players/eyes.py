"""What a person sees of a position: near squares always, the far ends of diagonals not always.

Whoever looks at a board overlooks something, and not at random: a long way is overlooked more
easily than a short one, a diagonal more easily than a file, a push more easily than a step, and
all of it more easily on a board that is only imagined than on the one in front of the eyes.
"""

from __future__ import annotations

from host.ai.players.seeded_random import random_unit, seed_of
from host.engine.kamisado import rules
from host.engine.kamisado.board import FILES
from host.engine.kamisado.position import Move, Position

FAR = FILES - 2
"""How many squares farther than the nearest one the farthest is."""
FILE_EASE = 0.6
"""How hard it is to see along a file, beside a diagonal of the same length."""
PUSH = 0.5
"""How hard a push is to see, as a part of the longest diagonal."""
IMAGINED = 0.25
"""How much harder everything is to see for each ply that is only imagined."""
MOST = 0.95
"""Nothing is overlooked more often than that: it can always be seen by luck."""


class Eyes:
    """The eyes of one player in one game.

    Args:
        blindness: 0 for eyes that see everything, up to 1: how often the end of the longest
            diagonal is overlooked on the board in front of them; above `MOST`, it is overlooked
            as often as that.
        seed: of what is overlooked when.
    """

    def __init__(self, blindness: float, seed: int) -> None:
        self._blindness = blindness
        self._seed = seed

    def seen(self, position: Position, imagined: int) -> tuple[Move, ...]:
        """The legal moves that are seen; one at least if there is one.

        What is overlooked is the far part of a line: of two squares on it, the nearer is seen
        if the farther is.

        Args:
            position: of a round.
            imagined: how many plies lie between it and the board in front of the eyes.
        """
        moves = rules.legal_moves(position)
        if not self._blindness or len(moves) < 2:
            return moves
        seed = seed_of(self._seed, position)
        dim = self._blindness * (1 + IMAGINED * imagined)
        seen = []
        for move in moves:
            rank, file = divmod(move.target, FILES)
            ranks = abs(rank - move.origin // FILES)
            sideways = file - move.origin % FILES
            hard = (ranks - 1) / FAR
            if move.push:
                hard = PUSH
            elif not sideways:
                hard *= FILE_EASE
            way = 4 * move.origin + (3 if move.push else 1 + (sideways > 0) - (sideways < 0))
            if random_unit(seed, way) >= min(MOST, dim * hard):
                seen.append(move)
        return tuple(seen) or moves
