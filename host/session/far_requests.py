"""Requests to a player at another board.

What two players at one board do by themselves, such as to end the game, here becomes true only once
it is in the record of the match on both sides: the session notes the request, and then follows the
record.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from host.message import message
from host.session.view import Notice, Severity

if TYPE_CHECKING:
    from host.session.match_state import MatchState


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


QUESTIONS = frozenset({FarRequest.DRAW, FarRequest.TAKEBACK, FarRequest.NEW_GAME})
"""Requests that the far player answers; all others show at once what comes of them."""


def ask_far_player(state: MatchState, wanted: FarRequest) -> list[Notice]:
    """Note a request, to be written into the record."""
    state.far_requests.append(wanted)
    if wanted not in QUESTIONS:
        return []
    return [Notice(Severity.INFO, message("session.far_player_is_told"))]
