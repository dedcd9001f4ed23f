"""Follow the record of a match with a player at another board.

The record that both sides have agreed on is the truth: whatever it says is brought about here, as
often as it is said, and nothing of it is measured or decided at this board.
"""

from __future__ import annotations

from dataclasses import replace

from host.engine.termination import parse_termination
from host.recognition.history import Times
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.negotiation import Negotiation
from host.session.player_actions.takebacks import lead_back, undo
from host.session.requests import FollowRecord, offer_name
from host.session.view import Action, Notice, Offer, Phase


def follow(state: MatchState, record: FollowRecord, now_ms: int) -> list[Notice]:
    """Bring the session to what the record says.

    Raises:
        ValueError: it says what the rules of this game do not allow; it is quoted.
    """
    if record.new_game:
        return state.begin_again()
    notices = _take_back(state, record.plies, now_ms)
    before, status = state.negotiation.status, _status(state, record)
    if before.termination is not None and status.termination is None:
        _give_time(state)
    notices += state.settle(status)
    if record.move and not record.termination:
        notices += _announce(state, record, now_ms)
    elif state.announced is not None:
        state.enter()  # it was taken back before it was carried out
    return [*notices, *_offer(state, status.offer, now_ms)]


def followed(state: MatchState) -> FollowRecord:
    """Return the record as the session shows it, to which it is brought by `follow`."""
    status = state.negotiation.status
    if status.offer is not None and status.offer.by is not state.settings.far_side:
        status = status.lapsed()
    announced = state.announced if state.computers_turn else None
    move, times = "", None
    if announced is not None:
        move = state.settings.game.move_text(state.history.position, announced)
        times = state.announced_times
    is_paused = state.phase.name is Phase.PAUSED
    return record_of(len(state.history.plies), move, times, replace(status, paused=is_paused))


def record_of(plies: int, move: str, times: Times | None, status: Negotiation) -> FollowRecord:
    """Return the record with these moves, and what the players have come to."""
    termination, offer = status.termination, status.offer
    return FollowRecord(
        plies,
        move,
        times,
        "" if termination is None else str(termination),
        status.paused,
        offer_name(None if offer is None else offer.action),
        () if offer is None else offer.moves,
    )


def _status(state: MatchState, record: FollowRecord) -> Negotiation:
    """Return what the players have come to by the record; a pause begins in play alone."""
    history, far_side = state.history, state.settings.far_side
    termination = offer = None
    if record.termination:
        termination = parse_termination(record.termination, history.game, history.position)
    if record.offer and far_side is not None:
        action, moves = Action(record.offer), record.taken_back
        offer = Offer(action, far_side, far_side.other, moves=moves, from_afar=True)
    may_pause = state.negotiation.status.paused or Action.PAUSE in state.phase.actions
    return Negotiation(termination, offer, record.paused and may_pause)


def _take_back(state: MatchState, plies: int, now_ms: int) -> list[Notice]:
    """Take moves back until so many are left; the board is then guided back."""
    notices: list[Notice] = []
    snapshots: list[Snapshot] = []
    strewn = state.phase.name is not Phase.PLAY and not state.stands
    while len(state.history.plies) > plies:
        snapshots.append(state.history.expectation.snapshot)
        notices += undo(state)
    if snapshots:
        state.left.moves_asked_for()
        state.leave_to_hand(now_ms)
        state.left.lead_back(*snapshots)
        lead_back(state, strewn)
    return notices


def _give_time(state: MatchState) -> None:
    """Set the clock as the last move left it if a time is over: it would end the game again."""
    if 0 in (state.clock.times or ()):
        plies = state.history.plies
        state.clock.set_to(plies[-1].times if plies else None)


def _announce(state: MatchState, record: FollowRecord, now_ms: int) -> list[Notice]:
    """Have the far player's next move carried out by hand, or choose as it says."""
    game, history = state.settings.game, state.history
    move = game.parse_move(history.position, record.move)
    if state.phase.name is Phase.ROUND_BREAK:
        return state.choose(move)
    known = state.announced, state.announced_times
    if not state.computers_turn or known == (move, record.times):
        return []
    notices = state.announce(move, now_ms, record.times)
    if state.announced == move:
        # Taken back and made again at once, it may be shown before its piece has been led back.
        (candidate,) = history.expectation.candidates
        state.left.allow(candidate.after)
    return notices


def _offer(state: MatchState, offer: Offer | None, now_ms: int) -> list[Notice]:
    """Have an offer of the far player answered, or none; one that hands here confirm goes first."""
    status = state.negotiation.status
    own = status.offer is not None and status.offer.by is not state.settings.far_side
    if own or status.offer == offer:
        return []
    if offer is not None:
        return state.ask(offer, now_ms)
    state.negotiation.take(status.lapsed())
    return []
