"""Match of which this host has its own log: made by an invitation, or read from the store."""

from __future__ import annotations

import json
import secrets
from collections.abc import Hashable
from dataclasses import dataclass, replace

from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.guidance.marks import Help
from host.message import message
from host.remote.address import BrokerAddress
from host.remote.match.invitation import KEY_BYTES, Invitation, invitation_of
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.canonical import canonical
from host.remote.record.log import Log, log_of
from host.remote.record.terms import Terms
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.saved_match import SavedMatch, SavedRemoteMatch
from host.storage.saved_session import saved_session


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A match with a player at another board, as this host has it.

    Attributes:
        match: both logs; it changes as it is played.
        game_number: of the game that the board plays, from 1.
        number: id of the stored match with that game; None before it is stored.
    """

    invitation: Invitation
    match: RemoteMatch
    game_number: int = 1
    number: int | None = None

    @property
    def settings(self) -> MatchSettings:
        """Settings of the present game, with the far player as the opponent."""
        merged = self.match.merged
        return replace(merged.settings, opponent=FarPlayer(self.match.side.other))

    @property
    def first(self) -> Hashable:
        """Position in which the present game begins."""
        return self.match.merged.first

    def row(self) -> SavedRemoteMatch:
        """Return what is stored of it, as it is now."""
        match, invitation = self.match, self.invitation
        far = None if match.far_log is None else _text(match.far_log)
        return SavedRemoteMatch(
            invitation.match,
            invitation.link,
            _text(match.own_log),
            far,
            self.game_number,
            self.number,
        )


def new_invitation(broker: BrokerAddress) -> Invitation:
    """Return the invitation to a new match on a broker."""
    return Invitation(broker, new_id(), secrets.token_bytes(KEY_BYTES))


def new_id() -> str:
    """Return a random id for a match or a device."""
    return secrets.token_hex(16)


def invited(
    broker: BrokerAddress,
    settings: MatchSettings,
    own_side: Side,
    position: str | None,
    absence_s: int | None = None,
) -> KnownMatch:
    """Return a new match to which somebody is invited.

    Args:
        broker: that both sides reach.
        settings: of the match.
        own_side: played here.
        position: text of the first position; None for that of the game.
        absence_s: as of `Terms`.

    Raises:
        ValueError: the text describes no position; it is quoted. Or the absence is out of its
            limits.
    """
    if position is not None:
        settings.game.parse_position(position)
    invitation = new_invitation(broker)
    terms = Terms(replace(settings, opponent=None), own_side, position, absence_s)
    match = RemoteMatch.invite(invitation.match, new_id(), terms, invitation.key)
    return KnownMatch(invitation, match)


def stored_match(saved: SavedRemoteMatch) -> KnownMatch:
    """Return a match from both logs as they were stored.

    Raises:
        ValueError: they are damaged; the message says what to do.
    """
    try:
        invitation = invitation_of(saved.link)
        own = log_of(json.loads(saved.own_log))
        far = None if saved.far_log is None else log_of(json.loads(saved.far_log))
        (terms,) = [
            log.terms for log in (own, far) if log is not None and isinstance(log.terms, Terms)
        ]
        match = RemoteMatch(own.side, terms, invitation.key, own, far)
    except (ValueError, RecursionError) as error:
        raise ValueError(message("app.far_match_is_damaged")) from error
    return KnownMatch(invitation, match, saved.game_number, saved.match)


def restored_match(known: KnownMatch, saved: SavedMatch | None) -> tuple[Session, int | None]:
    """Return the session of a match, as far as both logs have it and this board has shown it.

    Args:
        known: the match.
        saved: the stored match with the present game; None if there is none.

    Returns:
        It, to be taken over, and the id of the stored match, which it replaces if the logs have
        something else; None for a game that is not stored.

    Raises:
        SaveFileError: the stored match cannot be resumed; the message says why.
    """
    merged = known.match.merged
    own = [n for n, ply in enumerate(merged.plies, 1) if ply.side is known.match.side]
    settings, number = known.settings, None
    if saved is not None and known.game_number == merged.game_number:
        again, number = saved_session(saved, Help.LEGAL), saved.id
        if known.match.continues(again.plies):
            return again, number
        settings = settings.with_names(again.settings.names)
    session = Session(settings, known.first)
    session.restore(ply.stored() for ply in merged.plies[: max(own, default=0)])
    return session, number


def _text(log: Log) -> str:
    return canonical(log.data()).decode("ascii")
