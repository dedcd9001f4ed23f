"""Proof numbers of a node for White and for Black, packed into one integer.

The proof number of a side is a lower estimate of the number of positions that must still be proven
before the side is proven to win.  0 is a proof, `INFINITY` a disproof; one comes with the other,
because every round has a winner (M7, M8): the proof number of one side is the disproof number of
the other.

df-pn usually keeps the numbers by player to move.  Here they are kept by colour, because a side
may move several times in a row (pushes and 0-moves).
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Side

ProofNumbers: TypeAlias = int
"""White's number plus Black's times 2**`NUMBER_BITS`: one array element instead of two."""

NUMBER_BITS = 30
INFINITY = (1 << NUMBER_BITS) - 1
EPSILON_DIVISOR = 2
"""1/ε of the 1+ε trick (Pawlewicz and Lew, 2007): a child is searched until its proof number is
half above the second smallest among its siblings, so that the search switches less often."""
SLACK_DIVISOR = 8
"""The sum of the children's numbers may exceed a threshold by an eighth, for the same end."""

WHITE_WINS: ProofNumbers = INFINITY << NUMBER_BITS
BLACK_WINS: ProofNumbers = INFINITY
WINS: tuple[ProofNumbers, ProofNumbers] = (WHITE_WINS, BLACK_WINS)
"""Proof numbers of a won node by the upper bit of a tower's number: `WINS[tower >> 3]`."""


def winner(proof: ProofNumbers) -> Side | None:
    """Return the proven winner; None if nothing is proven."""
    if proof == WHITE_WINS:
        return Side.WHITE
    return Side.BLACK if proof == BLACK_WINS else None
