"""Speed of hands: durations of a person's motions in seconds, where a request tells none."""

from __future__ import annotations

LIFT_S = 0.30
CARRY_S, CARRY_S_PER_MM = 0.25, 0.0012
LOWER_S = 0.30
SLIDE_S, SLIDE_S_PER_MM = 0.25, 0.004
NUDGE_S = 0.20
BUMP_S = 0.12
SPREAD = 0.25
"""Share by which each duration varies at most."""
