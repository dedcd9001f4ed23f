"""Actions of the players beside their moves: resign, offer a draw or a new match, answer, pause.

Displays ask for them and hands make them by gestures; both come here.  What they lead to is in
`host/session/negotiation.py`; how long an offer waits, and how hands answer it, in
`hand_negotiation.py`.
"""

from __future__ import annotations

from host.engine.game import InvalidMoveError, Side, Square
from host.engine.termination import can_be_agreed
from host.guidance import phrases
from host.message import Words, message, sentences
from host.session.match_settings import MatchSettings
from host.session.match_state import MatchState
from host.session.player_actions.adoption import adjudicate
from host.session.player_actions.ended_game import EndedByHand
from host.session.player_actions.hand_negotiation import GestureResult, offered_words
from host.session.requests import Answer, Resume
from host.session.view import Action, Notice, Offer, Severity


def act(
    state: MatchState, action: Action, by: Side | None, now_ms: int, square: Square | None = None
) -> list[Notice]:
    """Take an action for one side: at once, or as soon as the side that is asked agrees.

    Args:
        by: None for the side to move.
        square: where hands have chosen it in the menu; None for a request.
    """
    adopts = action is Action.ADOPT and not state.phase.capturing
    if action not in state.phase.actions and not adopts:
        return [Notice(Severity.WARN, _refusal(state, action))]
    far_side = state.settings.far_side
    confirms = square is not None and by is not far_side and action in (Action.RESIGN, Action.NEW)
    if far_side is not None and not confirms:
        return _of_this_board(state, by, action)
    by = state.history.expectation.turn if by is None else by
    asked = _asked(state.settings, action, by, square)
    offered = Offer(action, by, by if asked is None else asked, square)
    if asked is not None:
        return state.ask(offered, now_ms)
    agreed = state.negotiation.status.lapsed().offered(offered).agreed(state.history)
    return state.settle(agreed)


def _refusal(state: MatchState, action: Action) -> Words:
    """Return what is to be done or said instead of an action that cannot be taken now."""
    if state.phase.capturing:
        return state.phase.prompt()
    match action:
        case Action.RESIGN:
            return phrases.NOTHING_TO_RESIGN
        case Action.PAUSE if state.negotiation.status.offer is not None:
            return state.phase.prompt()
        case Action.PAUSE:
            return phrases.NOTHING_TO_PAUSE
        case Action.DRAW if not can_be_agreed(state.settings.game):
            return phrases.NO_DRAW
    return phrases.NO_DRAW_NOW


def _asked(settings: MatchSettings, action: Action, by: Side, square: Square | None) -> Side | None:
    """Return the side that must agree to an action; None if it is taken at once.

    What hands have chosen is asked in any case: a piece that fell on a lit square has said nothing.
    """
    if action is Action.PAUSE:
        return by.other if settings.pauses_by_agreement else None
    if action is Action.RESIGN and square is None:
        return None
    opponent = settings.opponent
    alone = opponent is not None and opponent.side is not by and action is not Action.DRAW
    # The computer would agree at once to what may have been an accident.
    return by if alone and square is not None else by.other


def answer(state: MatchState, agreed: bool, now_ms: int) -> list[Notice]:
    """Agree to what was offered, or refuse it."""
    status = state.negotiation.status
    offered = status.offer
    if offered is None:
        return [Notice(Severity.WARN, phrases.NOTHING_OFFERED)]
    far_side = state.settings.far_side
    if far_side is offered.asked:
        return [Notice(Severity.WARN, message("session.far_player_answers"))]
    state.negotiation.take(status.lapsed())
    if far_side is offered.by:
        return state.ask_far_player(Answer(agreed))
    if not agreed:
        refused: Words = phrases.GOES_ON
        if offered.asked is not offered.by:
            history = state.history
            words = offered_words(history.game, history.position, offered.action)
            refused = phrases.refused(offered.by, words)
        return [Notice(Severity.INFO, sentences(refused, state.phase.prompt()))]
    if far_side is not None:
        return _of_this_board(state, offered.by, offered.action)
    if offered.action is Action.ADOPT:
        assert state.negotiation.standing is not None, "it was offered from there"
        return adjudicate(state, state.negotiation.standing.move)
    ended = None
    if offered.square is not None and offered.action is not Action.PAUSE:
        ended = EndedByHand(state.game_now(), offered.square, now_ms)
    if offered.action is Action.NEW:
        notices = state.begin_again()
    else:
        notices = state.settle(status.agreed(state.history))
    state.may_take_back(ended)
    return notices


def resume(state: MatchState) -> list[Notice]:
    """Go on with a round that was interrupted."""
    if not state.negotiation.status.paused:
        return [Notice(Severity.WARN, phrases.NOT_PAUSED)]
    if state.settings.far_side is not None:
        return state.ask_far_player(Resume())
    return state.settle(state.negotiation.status.resumed())


def follow_gesture(state: MatchState, gesture: GestureResult, now_ms: int) -> list[Notice]:
    """Do what hands have told by a gesture."""
    if gesture.goes_on:
        told = resume(state)
    elif gesture.answer is not None:
        told = answer(state, gesture.answer, now_ms)
    elif gesture.action is not None:
        told = act(state, gesture.action, gesture.side, now_ms, gesture.square)
    else:
        return []
    return [*told, *state.tick(now_ms)]


def _of_this_board(state: MatchState, side: Side | None, wanted: Action) -> list[Notice]:
    """Ask the far player what the player of this board wants; refuse it to the other side, but for
    a pause, which either may ask for."""
    if side is state.settings.far_side and side is not None and wanted is not Action.PAUSE:
        return [Notice(Severity.WARN, message("session.far_player_plays", side=side.message))]
    return state.ask_far_player(wanted)


def announce(state: MatchState, text: str, now_ms: int) -> list[Notice]:
    """Ask for the computer's move to be carried out by hand.

    Raises:
        InvalidMoveError: it is not the computer's turn, or no legal move; it is quoted.
    """
    if not state.computers_turn:
        alone = state.settings.opponent is None
        why = phrases.NO_COMPUTER if alone else phrases.NOT_COMPUTERS_TURN
        raise InvalidMoveError(message("session.cannot_be_announced", move=repr(text), reason=why))
    move = state.settings.game.parse_move(state.history.position, text)
    return state.announce(move, now_ms)
