"""Speed of the simulated hand: durations in seconds.

Those of a person, for requests without a duration, are in `simulator/hand/hand_speed.py`.
"""

from __future__ import annotations

HAND_S = 0.12
"""A lift or put from the page, where the user's own movement takes time as well."""
SLIDE_S = 0.5
"""A slide from the page."""
PUSH_S = 0.1
"""The move of each piece of a row that is pushed."""
CARRY_S = 0.8
"""A computer's move: slow enough to follow by eye."""
TIDY_S = 0.2
"""Each action of `VirtualHand.restore_position`: slow enough to follow by eye."""
CLEAR_S = 0.15
"""Time of the board in which a square that changes its side is empty: several debounce times."""
