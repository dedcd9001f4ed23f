"""Moves made on a display: the board follows them, as it does moves that are made again.

A display knows which piece was meant and where it was to go, so nothing has to rest on the board
before it is believed, and a move that the rules forbid has not happened: it is refused with the
rule, and no piece has been put anywhere.
"""

from __future__ import annotations

from host.engine.game import HasReserve, InvalidMoveError, Square
from host.engine.squares import parse_square
from host.guidance import phrases
from host.message import Words, message
from host.recognition.history import Ply
from host.recognition.matching import Candidate, Expectation
from host.session.match_state import MatchState
from host.session.player_actions import takebacks
from host.session.requests import PlayMove
from host.session.view import Notice, Phase


def play(state: MatchState, move: PlayMove, now_ms: int) -> list[Notice]:
    """Make a move; what the board shows means none until hands have led it to the position.

    Where two players play at this board, a piece that goes on from where its move has led moves
    there instead, and back to where it came from takes its move back.

    Raises:
        InvalidMoveError: it is not legal, or nobody is to move by hand now; the message says why.
    """
    history, size = state.history, state.settings.game.size
    origin = None if move.origin is None else parse_square(move.origin, size)
    target = parse_square(move.target, size)
    if state.phase.name is not Phase.PLAY or state.computers_turn or state.negotiation.waits:
        raise InvalidMoveError(state.phase.prompt())
    last = history.last_of_round
    if last is not None and origin == last.target and _goes_on(state, last, target):
        taken_back = takebacks.take_back(state, now_ms)
        if target == last.origin or history.last_of_round is last:
            return taken_back
        origin = last.origin
    expectation = history.expectation
    candidate = _candidate(expectation, origin, target)
    if candidate is None:
        raise InvalidMoveError(_refusal(state, origin, target, move.target))
    state.leave_to_hand(now_ms)
    notices = state.make(candidate, now_ms)
    # The sensors may lag behind the hand: what they show on its way is no takeback.
    state.left.leave(None if state.stands else state.board.seen)
    state.left.lead_back(expectation.snapshot)
    return notices


def _candidate(expectation: Expectation, origin: Square | None, target: Square) -> Candidate | None:
    meant = (c for c in expectation.candidates if (c.origin, c.target) == (origin, target))
    return next(meant, None)


def _goes_on(state: MatchState, last: Ply, target: Square) -> bool:
    """Return True if a piece that has just moved may go to `target` instead, or back."""
    if last.origin is None or state.settings.opponent is not None:
        return False
    return target == last.origin or _candidate(last.before, last.origin, target) is not None


def _refusal(state: MatchState, origin: Square | None, target: Square, name: str) -> Words:
    """Return why no piece may go from `origin`, or out of the reserve, to `target`."""
    game, position = state.settings.game, state.history.position
    if origin is not None:
        reason = game.explain_illegal(position, origin, target)
    elif isinstance(game, HasReserve):
        reason = game.explain_illegal_drop(position, target)
    else:
        reason = None
    if reason is None:
        return message("session.no_move_there", square=name)
    return phrases.forbidden(reason)
