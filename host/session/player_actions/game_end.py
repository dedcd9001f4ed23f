"""The end of a game by its players, taken back by hand: resigned, agreed on or begun anew."""

from __future__ import annotations

from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import DWELL_MS
from host.session.match_state import MatchState
from host.session.view import Notice

UNDO_MS = 10_000
"""Time for which the end of a game that hands have agreed on may be taken back on the board."""


def take_back_by_hand(state: MatchState, seen: Snapshot | None, now_ms: int) -> list[Notice]:
    """Go on with a game whose end hands take back by a piece on the square that blinks.

    Args:
        seen: what the board shows; None before anything was seen.
    """
    ended = state.ended_by_hand
    if ended is None:
        return []
    if state.dwell.until(ended.since_ms, UNDO_MS, now_ms) is None:
        state.may_take_back(None)
        return []
    if seen is None or seen[ended.square] is SquareState.EMPTY:
        return []
    if not state.dwell.elapsed(DWELL_MS, now_ms):
        return []
    state.may_take_back(None)
    state.go_back(ended.game)
    state.negotiation.take(state.negotiation.status.reopened())
    told = state.go_on()
    state.left.leave(seen)  # the piece that was put there has made no move
    return told
