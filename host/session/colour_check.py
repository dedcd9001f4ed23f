"""Check of colours by eye, where pieces may have been exchanged; see `recognition/identity.py`.

A virtual hand confuses no pieces.
"""

from __future__ import annotations

from host.guidance import phrases
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.view import Notice, Phase, Severity


def check_all(state: MatchState, now_ms: int) -> bool:
    """Have the colours of all pieces checked, as they have just been set up; return True if the
    players are to be told of it.

    Between two rounds they are set up anew soon."""
    if state.virtual_hand or state.phase.name is Phase.ROUND_BREAK:
        return False
    state.identity.doubt(state.history.expectation.pieces.values())
    state.identity.begin(now_ms, state.dwell)
    return state.identity.is_lit


def check_doubtful(state: MatchState, seen: Snapshot | None, now_ms: int) -> list[Notice]:
    """Have the colours checked of pieces that may have been exchanged in play, once all stand.

    Args:
        seen: what the board shows; None before anything was seen.
    """
    if seen is None or state.virtual_hand or state.phase.name is not Phase.PLAY:
        return []
    pieces = state.history.expectation.pieces
    state.identity.look(pieces, seen, now_ms - state.dwell.since_ms)
    if not state.stands or state.negotiation.waits:
        state.identity.interrupt()
        return []
    if not state.identity.begin(now_ms, state.dwell):
        return []
    lit = state.identity.lit(pieces)
    told = (
        phrases.check_few(state.settings.game, lit) if state.identity.is_glance else phrases.CHECK
    )
    return [Notice(Severity.INFO, told)]
