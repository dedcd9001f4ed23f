"""Permissions: which requests the role of a visitor of the page allows.

Spectators may analyse, share what they see and have the board described, owners ask for everything.
A player may act for the own side: `_RULES` has an entry for each type of request, and
docs/protocols/page.md the same as a table.  Nobody gets values that would be unfair:
`fair_play.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.message import Message, message
from host.session import remote_requests as remote
from host.session import requests as r
from host.session.access.fair_play import Aid, Conditions, may_have, values_refused
from host.session.access.hand_permissions import Situation, hand_refusal
from host.session.access.role import Role
from host.session.phases.restart import NEW
from host.session.view import Phase, View

_ANYBODYS = (r.Analyse, r.Describe, r.Share)
"""Requests that tell a page something, and change nothing."""

Rule: TypeAlias = Callable[[Side, Any, Situation], Message | None]
"""Returns the reason why a player of a side may not ask for something now, or None."""


def refusal(role: Role, request: r.Request, situation: Callable[[], Situation]) -> Message | None:
    """Return the reason why a role may not ask for something now; None if it may.

    Args:
        situation: called only if the answer depends on it.
    """
    if role is Role.SPECTATOR and not isinstance(request, _ANYBODYS):
        return message("session.spectators_only_watch")
    if role is Role.SPECTATOR and situation().conditions is Conditions.SERIOUS:
        return message("session.spectators_see_later")
    if isinstance(request, r.Analyse):
        return _no_values(Aid.VALUES, role, situation().conditions) if request.values else None
    if isinstance(request, r.Describe | r.Share):
        return None
    if isinstance(request, r.Review):
        no_review = _no_values(Aid.REVIEW, role, situation().conditions)
        if no_review is not None:
            return no_review
    if role.side is None:
        return None
    rule = _RULES[type(request)]
    if rule is None:
        return message("session.for_owner_only", side=role.side.message)
    now = situation()
    return _no_seat(role.side, now.view) or rule(role.side, request, now)


def may_ever(role: Role, kind: type[r.Request]) -> bool:
    """Return True if there are situations in which a role may ask for this type of request."""
    if role is Role.OWNER or kind in _ANYBODYS:
        return True
    return role.side is not None and _RULES[kind] is not None


def _no_values(aid: Aid, role: Role, conditions: Conditions) -> Message | None:
    """Return the reason why a role is told no values; None if it is."""
    return None if may_have(aid, conditions, role) else values_refused(conditions)


def _no_seat(side: Side, view: View) -> Message | None:
    """Return the reason why a side has nothing to do for a person; None if it has."""
    if view.puzzle is not None or view.phase is Phase.REPLAY:
        return message("session.no_game_on_board")
    if any(choice.text == NEW for choice in view.choices):
        return message("session.owner_says_which_game")
    if view.opponent is not None and view.opponent.side is side:
        if isinstance(view.opponent, FarPlayer):
            return message("session.far_player_plays", side=side.message)
        return message("session.computer_plays_side", side=side.message)
    return None


def _anytime(_side: Side, _request: r.Request, _now: Situation) -> None:
    return None


def _on_own_turn(side: Side, _request: r.Request, now: Situation) -> Message | None:
    return None if now.view.turn is side else message("session.not_your_turn", side=side.message)


def _own_choice(side: Side, request: r.Choose, now: Situation) -> Message | None:
    if any(choice.text == request.text and choice.for_owner for choice in now.view.choices):
        return message("session.for_owner_only", side=side.message)
    return _on_own_turn(side, request, now)


def _own_last_move(side: Side, _request: r.Request, now: Situation) -> Message | None:
    last = next((ply for ply in reversed(now.view.plies) if not ply.forced), None)
    if last is not None and last.adjudicated:
        return message("session.for_owner_only", side=side.message)
    if last is None or last.side is side:
        return None
    return message("session.take_back_own_move")


def _own_name(side: Side, request: r.NamePlayers, now: Situation) -> Message | None:
    theirs = side.other
    if request.names.of(theirs) == now.view.names.of(theirs):
        return None
    return message("session.name_own_side", side=side.message)


def _own_resignation(side: Side, request: r.Resign, _now: Situation) -> Message | None:
    return None if request.side is side else message("session.resign_own_side", side=side.message)


def _own_offer(side: Side, request: r.OfferDraw, _now: Situation) -> Message | None:
    return None if request.by is side else message("session.offer_for_own_side", side=side.message)


def _own_pause(side: Side, request: r.Pause, now: Situation) -> Message | None:
    """Refuse what the other side might answer that has not offered it."""
    if request.by is side or now.view.conditions is not Conditions.SERIOUS:
        return None
    return message("session.offer_for_own_side", side=side.message)


def _asked(side: Side, _request: r.Answer, now: Situation) -> Message | None:
    offer = now.view.offer
    if offer is None or offer.asked is side:
        return None
    return message("session.other_side_answers", other=side.other.message)


def _in_setup_or_own_turn(side: Side, request: r.Arrange, now: Situation) -> Message | None:
    return None if now.view.phase is Phase.SETUP else _on_own_turn(side, request, now)


_RULES: Mapping[type[r.Request], Rule | None] = {
    r.TakeBack: _own_last_move,
    r.Redo: _on_own_turn,
    r.PlayMove: _on_own_turn,
    r.Choose: _own_choice,
    r.ConfirmReward: _anytime,
    r.Resign: _own_resignation,
    r.NamePlayers: _own_name,
    r.OfferDraw: _own_offer,
    r.Answer: _asked,
    r.Pause: _own_pause,
    r.Resume: _anytime,
    r.AskHint: _on_own_turn,
    r.Review: _anytime,
    r.Analyse: _anytime,
    r.Describe: _anytime,
    r.Share: _anytime,
    remote.Say: _anytime,
    remote.WithdrawRequest: _anytime,
    remote.ClaimGame: _anytime,
    r.MoveHand: hand_refusal,
    r.Arrange: _in_setup_or_own_turn,
    # None: the owner's alone.  They concern both sides, the device, or the visitors.
    r.NewGame: None,
    r.AnnounceMove: None,
    r.FollowRecord: None,
    r.AdoptBoard: None,
    r.SetHelp: None,
    r.Step: None,
    r.GoToPly: None,
    r.ShowPuzzle: None,
    r.LeavePuzzles: None,
    r.Examine: None,
    r.Calibrate: None,
    r.SetByHand: None,
    r.Invite: None,
    r.Revoke: None,
    r.ShowTutorial: None,
    r.ShowRecord: None,
    remote.AskInvitation: None,
    remote.InviteFarPlayer: None,
    remote.JoinFarPlayer: None,
    remote.LeaveFarPlayer: None,
    r.ListMatches: None,
    r.OpenMatch: None,
    r.ExportMatch: None,
    r.DrawMatch: None,
    r.DeleteMatch: None,
    r.ImportRecord: None,
}
"""Rules for players by type of request."""
