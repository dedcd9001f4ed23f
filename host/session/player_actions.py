"""What players do beside moving: resign, offer a draw or a new match, answer, pause, go on.

Displays wish it and hands tell it by gestures; both come here.
"""

from __future__ import annotations

from host.engine.game import DrawByAgreement, Side
from host.engine.termination import agreement, resignation
from host.guidance import phrases
from host.session.match_state import Sitting
from host.session.negotiation import offered_words
from host.session.view import Action, Notice, Offer, Phase, Severity


def allowed(sitting: Sitting) -> tuple[Action, ...]:
    """What players may do now beside moving; nothing before the first move of a game.

    A move of which captured pieces are still to be taken off is finished first: else it would be
    lost, though the board shows it.
    """
    if sitting.outcome is not None or not sitting.history.plies:
        return ()
    elsewhere = sitting.phase is not Phase.PLAY or sitting.negotiation.offer is not None
    if elsewhere or sitting.capturing:
        return (Action.RESIGN,)
    return tuple(a for a in Action if a is not Action.DRAW or _is_drawable(sitting))


def resign(sitting: Sitting, side: Side) -> list[Notice]:
    """One side gives the whole game up."""
    if Action.RESIGN not in allowed(sitting):
        return [Notice(Severity.WARN, phrases.NOTHING_TO_RESIGN)]
    return sitting.settle(resignation(side))


def offer(sitting: Sitting, action: Action, by: Side, now_ms: int) -> list[Notice]:
    """One side offers a draw or a new match; the other is asked."""
    if sitting.capturing:
        return [Notice(Severity.WARN, sitting.prompt())]
    if action not in allowed(sitting):
        drawable = action is not Action.DRAW or _is_drawable(sitting)
        return [Notice(Severity.WARN, phrases.NO_DRAW_NOW if drawable else phrases.NO_DRAW)]
    sitting.negotiation.ask(Offer(action, by))
    sitting.dwell.begin(now_ms)
    return [Notice(Severity.INFO, sitting.prompt())]


def answer(sitting: Sitting, agreed: bool) -> list[Notice]:
    """What was offered is agreed to, or not."""
    offered = sitting.negotiation.offer
    if offered is None:
        return [Notice(Severity.WARN, phrases.NOTHING_OFFERED)]
    sitting.negotiation.drop()
    if not agreed:
        what = offered_words(sitting.game, sitting.history.position, offered.action)
        text = phrases.refused(offered.by, what)
        return [Notice(Severity.INFO, f"{text} {sitting.prompt()}")]
    if offered.action is Action.NEW:
        return sitting.begin_again()
    return sitting.settle(agreement(sitting.game, sitting.history.position))


def pause(sitting: Sitting) -> list[Notice]:
    """Interrupt the round."""
    if sitting.capturing:
        return [Notice(Severity.WARN, sitting.prompt())]
    if Action.PAUSE not in allowed(sitting):
        return [Notice(Severity.WARN, phrases.NOTHING_TO_PAUSE)]
    sitting.negotiation.pause()
    sitting.phase = Phase.PAUSED
    sitting.hints = ()
    return [Notice(Severity.INFO, sitting.prompt())]


def go_on(sitting: Sitting) -> list[Notice]:
    """Go on with a round that was interrupted."""
    if not sitting.negotiation.paused:
        return [Notice(Severity.WARN, phrases.NOT_PAUSED)]
    sitting.negotiation.drop()
    sitting.enter()
    return [Notice(Severity.INFO, phrases.GOES_ON + sitting.prompt())]


def _is_drawable(sitting: Sitting) -> bool:
    return isinstance(sitting.game, DrawByAgreement) and sitting.game.allows_agreement
