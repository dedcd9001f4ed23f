"""Adaptive level: the strength of the opponent `even` from round to round.

It rises after a loss and falls after a win, by two steps after two of the same in a row.  So it
approaches the strength at which the player wins about half of the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.ai.players.levels import PERFECT

START_STRENGTH = 4.0
"""Strength of `even` in its first match."""
STEP = 0.5
"""Change of the strength after a round: about 40 Elo."""
WEAKEST, STRONGEST = 1.0, PERFECT - 1.0
"""Limits of `even`: nobody wins half of the rounds against the perfect level."""


def adapted(strength: float, lost: Sequence[bool]) -> float:
    """Return the strength of an adaptive opponent after rounds that it lost (True) or won.

    >>> adapted(4.0, [True]), adapted(4.0, [True, True]), adapted(4.0, [True, False])
    (4.5, 5.5, 4.0)
    """
    before: bool | None = None
    for beaten in lost:
        step = 2 * STEP if beaten is before else STEP
        strength = min(STRONGEST, max(WEAKEST, strength + (step if beaten else -step)))
        before = beaten
    return strength
