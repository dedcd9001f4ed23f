"""`far` and `invitation`: a match with a player at another board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from host.message import Words
from host.message.schema import OneOf
from host.ui.messages.access import QrData


class FarMessage(TypedDict):
    """State of the far match, for every page; the link is not in it.

    Attributes:
        stage: `none` while none is played, `inviting` until somebody has joined, then `playing`;
            for the one who has joined `playing` at once.
        connected: True while the broker is reached.
        presence: of the far player; `executing` carries the own move out, `away` is also an inviter
            who has not been seen yet; None if nothing is known.
        since: UTC time from which on it is so; None if it began before this program looked.
        ahead_ms: how much more the far player's own clock shows than the one here; None if that is
            not known, or within a second.
        waiting: the sentence about what was asked here and waits for the far player's answer; None
            if nothing does.
        can_withdraw: True if that is not withdrawn yet.
        said: what the far player has said since the last move; None if nothing.
        said_count: how many sentences the far player has said.
        absence_s: seconds for which a side may be away, as agreed; None if nothing was.
        absence_until: UTC time until which who is away now is to be back: the far player, or this
            host while it is not connected; None while nobody is.
        can_claim: True if the far player has been away for longer than agreed.
    """

    t: Literal["far"]
    stage: Annotated[str, OneOf("none", "inviting", "playing")]
    connected: bool
    presence: (
        Annotated[str, OneOf("thinking", "waiting", "executing", "setup", "paused", "away")] | None
    )
    since: str | None
    ahead_ms: int | None
    waiting: Words | None
    can_withdraw: bool
    said: Words | None
    said_count: int
    absence_s: int | None
    absence_until: str | None
    can_claim: bool


class InvitationMessage(TypedDict):
    """Invitation of a player at another board, for the page that has asked.

    Attributes:
        broker: address that was used last, with its password; `""` if there was none.
        link: of the invitation that is open; None if there is none.
        qr: its QR code; None where there is no link, or no encoder.
        agreed: sentences about what is not so in every match.
    """

    t: Literal["invitation"]
    broker: str
    link: str | None
    qr: QrData | None
    agreed: list[Words]


def far_message(
    stage: str = "none",
    connected: bool = False,
    presence: str | None = None,
    since: str | None = None,
    ahead_ms: int | None = None,
    waiting: Words | None = None,
    can_withdraw: bool = False,
    said: Words | None = None,
    said_count: int = 0,
    absence_s: int | None = None,
    absence_until: str | None = None,
    can_claim: bool = False,
) -> FarMessage:
    """Build the message about the far match; arguments as of `FarMessage`."""
    return {
        "t": "far",
        "stage": stage,
        "connected": connected,
        "presence": presence,
        "since": since,
        "ahead_ms": ahead_ms,
        "waiting": waiting,
        "can_withdraw": can_withdraw,
        "said": said,
        "said_count": said_count,
        "absence_s": absence_s,
        "absence_until": absence_until,
        "can_claim": can_claim,
    }


def invitation_message(
    broker: str, link: str | None, qr: QrData | None, agreed: Sequence[Words] = ()
) -> InvitationMessage:
    """Build the message about an invitation; arguments as of `InvitationMessage`."""
    return {"t": "invitation", "broker": broker, "link": link, "qr": qr, "agreed": [*agreed]}
