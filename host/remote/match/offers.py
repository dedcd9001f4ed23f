"""Requests to a player at another board: what is written of them, and the words for offers."""

from __future__ import annotations

from host.engine.game import Side
from host.message import Message, message
from host.remote.record import events as e
from host.remote.record.replay import Merged
from host.remote.record.terms import Terms
from host.session.player_actions.hand_negotiation import offered_words
from host.session.requests import Answer, FarRequest, Resume
from host.session.view import Action


def event_of(wanted: FarRequest, merged: Merged, side: Side, terms: Terms) -> e.Event | None:
    """Return the event that a request puts into the own log.

    Args:
        wanted: by the player here.
        merged: the match.
        side: the own one.
        terms: of the match, by which a pause may need an answer.

    Returns:
        None for a takeback of a side that has made no move, and for what is so already: it is
        paused, or goes on.
    """
    match wanted:
        case Answer(agree):
            return e.Answer(agree)
        case Resume():
            return e.Resume() if merged.negotiation.paused else None
        case Action.RESIGN:
            return e.Resign()
        case Action.DRAW:
            return e.OfferDraw()
        case Action.NEW:
            return e.OfferNewGame()
        case Action.PAUSE if terms.pauses_by_agreement:
            return e.OfferPause()
        case Action.PAUSE:
            return None if merged.negotiation.paused else e.Pause()
        case Action.TAKEBACK:
            return _takeback(merged, side)
        case Action.ADOPT:
            raise AssertionError("no far player is asked for that")


def _takeback(merged: Merged, side: Side) -> e.OfferTakeback | None:
    """Return the offer to take the own last move back, or the end that players have made; None if
    that side has made no move."""
    if merged.negotiation.termination is not None:
        return e.OfferTakeback(len(merged.plies))
    own = (at for at, ply in enumerate(merged.plies) if ply.side is side and not ply.forced)
    last = max(own, default=None)
    return None if last is None else e.OfferTakeback(last)


def waiting_words(merged: Merged, side: Side) -> Message | None:
    """Return the sentence about the own offer that waits; None if there is none.

    Args:
        merged: the match.
        side: the own one.
    """
    offer = merged.offer_of(side)
    if offer is None:
        return None
    game, position = merged.settings.game, merged.position
    what = offered_words(game, position, offer.action, offer.moves, merged.plies)
    return message("remote.is_withdrawn" if offer.withdrawn else "remote.waits", offer=what)
