"""Go on with a game that was played before."""

from __future__ import annotations

from collections.abc import Iterable

from host.engine.termination import parse_termination
from host.recognition.history import StoredPly, Times
from host.session.match_state import MatchState
from host.session.negotiation import Negotiation
from host.session.view import Phase


def restore(
    state: MatchState,
    plies: Iterable[StoredPly],
    times: Times | None = None,
    end: str | None = None,
) -> None:
    """Bring a game that has just begun to where it was; the board is guided to its position.

    A game with a clock is paused until somebody says that it goes on.

    Args:
        plies: from the first position on.
        times: None for those of the last ply.
        end: the text of how its players have ended it; None if they have not.

    Raises:
        InvalidMoveError: a text is no legal move where it stands; it is quoted.
        ValueError: the text names no end of this game; it is quoted.
    """
    history = state.history
    for ply in plies:
        history.record_text(ply.text, ply.times).work_out()
    last = history.plies[-1] if history.plies else None
    if times is None and last is not None:
        times = last.times
    if times is not None:
        state.clock.set_to(times)
    termination = None
    if end is not None:
        termination = parse_termination(end, history.game, history.position)
    status = Negotiation(termination)
    if state.clock.clock is not None:
        # Whoever sets the board up may still be alone.
        status = status.interrupted(history)
    state.negotiation.take(status)
    _set_up(state)


def take_over(state: MatchState, restored: MatchState) -> None:
    """Bring a game that has just begun to where the same one is in another state, which is not
    played on."""
    state.take_over(restored.game_now())
    _set_up(state)


def _set_up(state: MatchState) -> None:
    """Have the board set up as the position has it."""
    last = state.history.plies[-1] if state.history.plies else None
    if last is not None and last.between:
        # Perhaps half of the pieces stand where they stood when the round ended.
        state.board.recognise(last.before.pieces)
    state.enter_phase(Phase.SETUP)
