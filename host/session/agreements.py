"""Agreements of the players beside their moves: resign, offer a draw or a new match, answer, pause.

Displays ask for them and hands tell them by gestures; both come here.
"""

from __future__ import annotations

from host.engine.game import DrawByAgreement, Side
from host.engine.termination import agreement, resignation
from host.guidance import phrases
from host.message import sentences
from host.session.match_state import MatchState
from host.session.negotiation import offered_words
from host.session.view import Action, Notice, Offer, Phase, Severity


def resign(state: MatchState, side: Side) -> list[Notice]:
    """Give the whole game up for one side."""
    if Action.RESIGN not in state.phase.actions:
        return [Notice(Severity.WARN, phrases.NOTHING_TO_RESIGN)]
    return state.terminate(resignation(side))


def offer(state: MatchState, action: Action, by: Side, now_ms: int) -> list[Notice]:
    """Offer a draw or a new match; the other side is asked."""
    if state.phase.capturing:
        return [Notice(Severity.WARN, state.phase.prompt())]
    if action not in state.phase.actions:
        game = state.settings.game
        can_be_drawn = isinstance(game, DrawByAgreement) and game.allows_agreement
        possible = action is not Action.DRAW or can_be_drawn
        return [Notice(Severity.WARN, phrases.NO_DRAW_NOW if possible else phrases.NO_DRAW)]
    state.negotiation.ask(Offer(action, by))
    state.dwell.begin(now_ms)
    return [Notice(Severity.INFO, state.phase.prompt())]


def answer(state: MatchState, agreed: bool) -> list[Notice]:
    """Agree to what was offered, or refuse it."""
    offered = state.negotiation.offer
    if offered is None:
        return [Notice(Severity.WARN, phrases.NOTHING_OFFERED)]
    state.negotiation.drop()
    game, position = state.settings.game, state.history.position
    if not agreed:
        refused = phrases.refused(offered.by, offered_words(game, position, offered.action))
        return [Notice(Severity.INFO, sentences(refused, state.phase.prompt()))]
    if offered.action is Action.NEW:
        return state.begin_again()
    return state.terminate(agreement(game, position))


def pause(state: MatchState) -> list[Notice]:
    """Interrupt the round."""
    if state.phase.capturing:
        return [Notice(Severity.WARN, state.phase.prompt())]
    if Action.PAUSE not in state.phase.actions:
        return [Notice(Severity.WARN, phrases.NOTHING_TO_PAUSE)]
    state.negotiation.pause()
    state.enter_phase(Phase.PAUSED)
    return [Notice(Severity.INFO, state.phase.prompt())]


def resume(state: MatchState) -> list[Notice]:
    """Go on with a round that was interrupted."""
    if not state.negotiation.paused:
        return [Notice(Severity.WARN, phrases.NOT_PAUSED)]
    state.negotiation.drop()
    state.enter()
    return [Notice(Severity.INFO, sentences(phrases.GOES_ON, state.phase.prompt()))]
