"""Actions of the players beside their moves: resign, offer a draw or a new match, answer, pause.

Displays ask for them and hands make them by gestures; both come here.  How long an offer waits, and
how hands answer it, is in `hand_negotiation.py`.
"""

from __future__ import annotations

from host.engine.game import InvalidMoveError, Side, Square
from host.engine.termination import can_be_agreed, resignation
from host.guidance import phrases
from host.message import Words, message, sentences
from host.session.match_state import MatchState
from host.session.player_actions.adoption import adjudicate
from host.session.player_actions.ended_game import EndedByHand
from host.session.player_actions.hand_negotiation import GestureResult, offered_words
from host.session.requests import Answer, Resume
from host.session.view import Action, Notice, Offer, Severity


def resign(state: MatchState, side: Side) -> list[Notice]:
    """Give the whole game up for one side."""
    if Action.RESIGN not in state.phase.actions:
        return [Notice(Severity.WARN, phrases.NOTHING_TO_RESIGN)]
    if state.settings.far_side is not None:
        return _of_this_board(state, side, Action.RESIGN)
    return state.settle(state.negotiation.status.ended(resignation(side), state.history))


def offer(
    state: MatchState, action: Action, by: Side, now_ms: int, square: Square | None = None
) -> list[Notice]:
    """Offer a draw, a new match, one's resignation or play from the standing board; the other side
    is asked.

    Args:
        square: where hands have chosen it in the menu; None for a request.
    """
    if state.phase.capturing:
        return [Notice(Severity.WARN, state.phase.prompt())]
    if action not in state.phase.actions and action is not Action.ADOPT:
        if action is Action.RESIGN:
            return [Notice(Severity.WARN, phrases.NOTHING_TO_RESIGN)]
        possible = action is not Action.DRAW or can_be_agreed(state.settings.game)
        return [Notice(Severity.WARN, phrases.NO_DRAW_NOW if possible else phrases.NO_DRAW)]
    far_side = state.settings.far_side
    if far_side is not None and (by is far_side or square is None or action is Action.DRAW):
        return _of_this_board(state, by, action)
    opponent = state.settings.opponent
    alone = opponent is not None and opponent.side is not by and action is not Action.DRAW
    # The computer would agree at once to what may have been an accident.
    asked = by if alone and square is not None else by.other
    return state.ask(Offer(action, by, asked, square), now_ms)


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


def pause(
    state: MatchState, by: Side | None, now_ms: int, square: Square | None = None
) -> list[Notice]:
    """Interrupt the round, in a serious game once the other side agrees.

    Args:
        by: the side that wants it; None for the side to move.
        square: as of `offer`.
    """
    if state.phase.capturing or state.negotiation.status.offer is not None:
        return [Notice(Severity.WARN, state.phase.prompt())]
    if Action.PAUSE not in state.phase.actions:
        return [Notice(Severity.WARN, phrases.NOTHING_TO_PAUSE)]
    if state.settings.far_side is not None:
        return state.ask_far_player(Action.PAUSE)
    if state.settings.pauses_by_agreement:
        by = state.history.expectation.turn if by is None else by
        return state.ask(Offer(Action.PAUSE, by, by.other, square), now_ms)
    return state.settle(state.negotiation.status.interrupted(state.history))


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
    elif gesture.action is None or gesture.side is None:
        return []
    elif gesture.action is Action.PAUSE:
        told = pause(state, gesture.side, now_ms, gesture.square)
    else:
        # A piece that fell on a lit square has said nothing: the other side is asked.
        told = offer(state, gesture.action, gesture.side, now_ms, gesture.square)
    return [*told, *state.tick(now_ms)]


def _of_this_board(state: MatchState, side: Side, wanted: Action) -> list[Notice]:
    """Ask the far player what the player of this board wants; refuse it to the other side."""
    if side is state.settings.far_side:
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
