"""State of a session that the record of a far match asks for, as far as it can be now."""

from __future__ import annotations

from dataclasses import replace

from host.engine.game import Side
from host.remote.record.replay import Merged
from host.session.following import record_of
from host.session.requests import FollowRecord
from host.session.session import Session
from host.session.view import Phase, View


def wanted_record(merged: Merged, session: Session, view: View, far_side: Side) -> FollowRecord:
    """Return what the session shall be, as far as it can be now.

    Args:
        merged: the match.
        session, view: that follows it, and its view.
        far_side: the side of the far player.
    """
    common = merged.common_plies(session.plies)
    left = merged.plies[common:]
    move, times = "", None
    can_choose = view.phase is Phase.ROUND_BREAK and view.reward is None
    can_move = view.phase is Phase.PLAY and view.turn is far_side
    is_next = bool(left) and left[0].side is far_side and not left[0].forced
    if is_next and (can_choose or can_move):
        move, times = left[0].text, left[0].times
    status = replace(merged.negotiation, offer=merged.offer_of(far_side))
    if left:
        status = status.reopened()
        # A virtual hand that still carries a move out would refuse the offer, as another motion.
        status = status.lapsed() if session.has_virtual_hand else status
    return record_of(common, move, times, status)
