"""Requests to a player at another board.

What two players at one board do by themselves, such as to end the game, here becomes true only once
it is in the record of the match on both sides: the session notes the request, and then follows the
record.
"""

from __future__ import annotations

import enum


class FarRequest(enum.Enum):
    """Request of the player of this board."""

    RESIGN = "resign"
    DRAW = "draw"
    TAKEBACK = "takeback"
    NEW_GAME = "new"
    AGREE = "agree"
    REFUSE = "refuse"
    PAUSE = "pause"
    RESUME = "resume"
