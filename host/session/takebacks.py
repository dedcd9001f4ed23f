"""Takebacks by request: a move is undone, or made again, and the board is guided to that."""

from __future__ import annotations

from host.guidance import phrases
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.view import Notice, Phase, Severity


def take_back(state: MatchState) -> list[Notice]:
    """Undo the last move, with the passes that it forced; the board is then guided back.

    Where the players have ended the game themselves, that is taken back instead.  Against the
    computer, its move is taken back with the player's own before it.
    """
    if state.history.last_real is None:
        return [Notice(Severity.WARN, phrases.NO_MOVE_TO_TAKE_BACK)]
    if state.settings.touch_move:
        return [Notice(Severity.WARN, phrases.TOUCH_MOVE)]
    state.undone_by_hand = 0
    strewn = state.phase.name is not Phase.PLAY and not state.stands
    if state.negotiation.termination is not None:
        notices = state.take_back_termination()
    elif state.settings.opponent is None:
        snapshot = state.history.expectation.snapshot
        captured = state.history.last_real.captured
        notices = state.undo()
        state.in_transit = (snapshot,) if captured else ()
    elif not state.has_own_moves:
        return [Notice(Severity.WARN, phrases.NO_MOVE_OF_YOURS)]
    else:
        notices = []
        snapshots: list[Snapshot] = []
        computer = state.settings.opponent.side
        while not snapshots or state.history.expectation.turn is computer:
            snapshots.append(state.history.expectation.snapshot)
            notices += state.undo()
        state.in_transit = tuple(snapshots)
    if strewn and state.phase.name is Phase.PLAY:
        state.enter_phase(Phase.SETUP)
    elif not state.stands:
        state.stale = state.board.seen
    return notices


def redo(state: MatchState, now_ms: int) -> list[Notice]:
    """Make the move again that was taken back last; the board is then guided to it."""
    undone = state.history.undone
    if undone is None or state.outcome is not None:
        return [Notice(Severity.WARN, phrases.NO_REDO)]
    # Where the computer is to move, no move is expected yet.
    option = next(option for option in undone.before.options if option.move == undone.move)
    state.negotiation.drop()
    if undone.between:
        notices = state.choose(option)
    else:
        notices = state.make(option, now_ms, undone.times)
        state.stale = None if state.stands else state.board.seen
        if undone.captured and not state.stands:
            state.in_transit = (undone.before.snapshot,)
    return notices
