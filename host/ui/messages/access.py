"""`access`: the role of one page, and for owners the invitations that they have given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class QrData(TypedDict):
    """A QR code.

    Attributes:
        size: modules on each edge, the quiet zone included.
        path: its dark modules as the `d` of an SVG path, one unit each.
    """

    size: int
    path: str


class InvitationData(TypedDict):
    """An address by which others come to a role.

    Attributes:
        id: number for `revoke`.
        url: with the secret.
        qr: of the same; None if other computers do not reach it.
        pages: open pages that came by it.
    """

    id: int
    role: str
    url: str
    qr: QrData | None
    pages: int


class SharingData(TypedDict):
    """All that an owner may give.

    Attributes:
        url, qr: where spectators open the page; no QR code if other computers do not reach it.
        reachable: True if other computers reach that address.
    """

    url: str
    qr: QrData | None
    reachable: bool
    invitations: Sequence[InvitationData]


class AccessMessage(TypedDict):
    """The role of the page that gets it.

    Attributes:
        role: "spectator", "white", "black" or "owner".
        requests: names of the requests that the role may make, some of them not at any time.
        key: secret for the next connection, if it is another one than was used.
        expired: True if the page came with a secret that is not valid, or not any more.
        sharing: None unless the page is an owner's.
    """

    t: Literal["access"]
    role: str
    requests: Sequence[str]
    key: str | None
    expired: bool
    sharing: SharingData | None
