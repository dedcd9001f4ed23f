"""What is known of who wins: two proof numbers in one integer.

The first says how much is still to be shown before White is proven to win, the second the same
for Black: how many positions at least, by an estimate.  0 is a proof, `NEVER` the certainty that
there is none; both come together, for one side wins every round (M7, M8).

They belong to sides and not to "the player to move and the other", as is usual, because a side
may move several times in a row (pushes and 0-moves).
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Side

ProofNumbers: TypeAlias = int
"""White's number plus Black's times 2**`BITS`: half the memory of a pair."""

BITS = 30
NEVER = (1 << BITS) - 1

WHITE_WINS: ProofNumbers = NEVER << BITS
BLACK_WINS: ProofNumbers = NEVER
WINS: tuple[ProofNumbers, ProofNumbers] = (WHITE_WINS, BLACK_WINS)
"""By the upper bit of a tower's number: `WINS[tower >> 3]`."""


def winner(effort: ProofNumbers) -> Side | None:
    """Return the proven winner; None if it is not known yet."""
    if effort == WHITE_WINS:
        return Side.WHITE
    return Side.BLACK if effort == BLACK_WINS else None
