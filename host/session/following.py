"""Follow the record of a match with a player at another board.

The record that both sides have agreed on is the truth: whatever it says is brought about here, as
often as it is said, and nothing of it is measured or decided at this board.
"""

from __future__ import annotations

from host.engine.termination import parse_termination
from host.recognition.snapshot import Snapshot
from host.session.match_state import MatchState
from host.session.player_actions import game_end
from host.session.player_actions.actions import pause_now, resume_now
from host.session.player_actions.hand_negotiation import FAR_ANSWER_MS
from host.session.player_actions.takebacks import lead_back, undo
from host.session.requests import FollowRecord, offer_name
from host.session.view import Action, Notice, Offer, Phase, Severity


def follow(state: MatchState, record: FollowRecord, now_ms: int) -> list[Notice]:
    """Bring the session to what the record says.

    Raises:
        ValueError: it says what the rules of this game do not allow; it is quoted.
    """
    if record.new_game:
        return state.begin_again()
    notices = _take_back(state, record.plies, now_ms)
    notices += _end(state, record.termination)
    if record.paused and Action.PAUSE in state.phase.actions:
        notices += pause_now(state)
    elif not record.paused and state.negotiation.paused:
        notices += resume_now(state)
    if record.move and not record.termination:
        notices += _announce(state, record, now_ms)
    elif state.announced is not None:
        state.enter()  # it was taken back before it was carried out
    notices += _offer(state, record, now_ms)
    return notices


def followed(state: MatchState) -> FollowRecord:
    """Return the record as the session shows it, to which it is brought by `follow`."""
    negotiation, offer = state.negotiation, state.negotiation.offer
    if offer is None or offer.by is not state.settings.far_side:
        offer = None
    announced = state.announced if state.computers_turn else None
    move = ""
    if announced is not None:
        move = state.settings.game.move_text(state.history.position, announced)
    return FollowRecord(
        len(state.history.plies),
        move,
        state.announced_times if move else None,
        "" if negotiation.termination is None else str(negotiation.termination),
        state.phase.name is Phase.PAUSED,
        offer_name(None if offer is None else offer.action),
        () if offer is None else offer.moves,
    )


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


def _end(state: MatchState, text: str) -> list[Notice]:
    """Have the game ended as the text says, or go on if it is empty."""
    ended = state.negotiation.termination
    if text == ("" if ended is None else str(ended)):
        return []
    state.clock.go_on()
    if not text:
        return game_end.take_back(state)
    game = state.settings.game
    return game_end.terminate(state, parse_termination(text, game, state.history.position))


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


def _offer(state: MatchState, record: FollowRecord, now_ms: int) -> list[Notice]:
    """Have an offer of the far player answered, or none."""
    far_side, negotiation = state.settings.far_side, state.negotiation
    known = negotiation.offer
    if far_side is None or (known is not None and known.by is not far_side):
        return []
    if not record.offer:
        if known is not None:
            negotiation.drop()
        return []
    action, moves = Action(record.offer), record.taken_back
    offer = Offer(action, far_side, far_side.other, moves=moves, from_afar=True)
    if known == offer:
        return []
    negotiation.ask(offer, FAR_ANSWER_MS)
    state.dwell.begin(now_ms)
    return [Notice(Severity.INFO, negotiation.prompt(state.history))]
