"""End of a game by its players: resigned, agreed on or begun anew, and all of that taken back."""

from __future__ import annotations

from host.engine.termination import Termination
from host.guidance import phrases
from host.message import sentences
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import DWELL_MS
from host.session.match_state import MatchState
from host.session.view import Notice, Severity

UNDO_MS = 10_000
"""Time for which the end of a game that hands have agreed on may be taken back on the board."""


def terminate(state: MatchState, termination: Termination) -> list[Notice]:
    """End the game by its players."""
    state.negotiation.drop()
    state.negotiation.end(termination)
    state.end_acknowledgement()
    state.enter()
    return [Notice(Severity.GOOD, termination.outcome.reason)]


def take_back(state: MatchState) -> list[Notice]:
    """Go on with a game that its players had ended."""
    state.negotiation.go_on()
    state.enter()
    return [Notice(Severity.INFO, sentences(phrases.GOES_ON, state.phase.prompt()))]


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
    told = take_back(state)
    state.left.leave(seen)  # the piece that was put there has made no move
    return told
