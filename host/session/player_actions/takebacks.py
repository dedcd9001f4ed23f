"""Takebacks by hand or by request; after a request the board is guided to the new position."""

from __future__ import annotations

from host.engine.game import MultiRound
from host.guidance import phrases
from host.message import Message, sentences
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.player_actions.adoption import adjudicate
from host.session.view import Action, Notice, Phase, Severity


def take_back(state: MatchState, now_ms: int) -> list[Notice]:
    """Undo the last move, with the passes that it forced; the board is then guided back.

    Where the players have ended the game themselves, that is taken back instead.  Against the
    computer, its move is taken back with the player's own before it.
    """
    if state.history.last_real is None:
        return [Notice(Severity.WARN, phrases.NO_MOVE_TO_TAKE_BACK)]
    if state.settings.touch_move:
        return [Notice(Severity.WARN, phrases.TOUCH_MOVE)]
    if state.settings.far_side is not None:
        return state.ask_far_player(Action.TAKEBACK)
    state.left.moves_asked_for()
    state.leave_to_hand(now_ms)
    strewn = state.phase.name is not Phase.PLAY and not state.stands
    status = state.negotiation.status
    if status.termination is not None:
        notices = state.settle(status.reopened())
    elif state.settings.opponent is None:
        # Before the board stands again, it may pass through positions taken back before.
        earlier, stood = state.left.passed, state.stands
        snapshot = state.history.expectation.snapshot
        captured = state.history.last_real.captured
        notices = undo(state)
        if captured or not stood:
            state.left.lead_back(*earlier, snapshot)
    elif not state.has_own_moves:
        return [Notice(Severity.WARN, phrases.NO_MOVE_OF_YOURS)]
    else:
        notices = []
        snapshots: list[Snapshot] = []
        computer = state.settings.opponent.side
        while not snapshots or state.history.expectation.turn is computer:
            snapshots.append(state.history.expectation.snapshot)
            notices += undo(state)
        state.left.lead_back(*snapshots)
    undone = state.history.undone
    if undone is not None and undone.origin is None and undone.target is not None:
        # What was put on the board still stands there, which makes no move.
        state.memory.forget(state.history.position, [undone.move])
    lead_back(state, strewn)
    return notices


def lead_back(state: MatchState, strewn: bool) -> None:
    """Have the board guided back after moves were taken back.

    Args:
        strewn: True if the pieces stood otherwise than the game had them, and no round was played.
    """
    if strewn and state.phase.name is Phase.PLAY:
        state.enter_phase(Phase.SETUP)
    elif not state.stands:
        state.left.leave(state.board.seen)


def undo(state: MatchState) -> list[Notice]:
    """Undo the last move, with the passes that it forced."""
    tooth = _tooth_to_take_off(state)
    ply = state.history.undo()
    state.left.move_undone()
    state.negotiation.drop()
    plies = state.history.plies
    state.clock.set_to(plies[-1].times if plies else None)
    state.memory.move_undone()
    state.end_acknowledgement()
    state.enter()
    words = sentences(phrases.taken_back(ply), *tooth, state.phase.prompt())
    return [Notice(Severity.INFO, words)]


def _tooth_to_take_off(state: MatchState) -> list[Message]:
    """Return the instruction to take the tooth off that the last move has won, where players have
    put it on."""
    game = state.settings.game
    if state.virtual_hand or state.phase.reward is not None or not isinstance(game, MultiRound):
        return []
    reward = game.reward(state.history.position)
    return [] if reward is None else [phrases.take_tooth_off(game, reward.piece)]


def restore_undone(state: MatchState) -> None:
    """Make the moves again that hands seem to have taken back: they have set up the board."""
    history = state.history
    for _ in range(state.left.undone):
        undone = history.undone
        assert undone is not None, "what was taken back by hand can be made again"
        history.record(undone.move, times=undone.times)
        history.pass_on(undone.times)
        state.clock.set_to(undone.times)
    state.left.moves_asked_for()


def redo(state: MatchState, now_ms: int) -> list[Notice]:
    """Make the move again that was taken back last; the board is then guided to it."""
    undone = state.history.undone
    if undone is None or state.outcome is not None or state.settings.far_side is not None:
        return [Notice(Severity.WARN, phrases.NO_REDO)]
    if undone.adjudicated:
        return adjudicate(state, undone.move)
    state.leave_to_hand(now_ms)
    state.negotiation.drop()
    if undone.between:
        notices = state.choose(undone.move)
    else:
        notices = state.make(undone.candidate, now_ms, undone.times)
        state.left.leave(None if state.stands else state.board.seen)
        if undone.captured and not state.stands:
            state.left.lead_back(undone.before.snapshot)
    return notices
