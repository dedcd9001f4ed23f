"""`access`: the role of one page, and for owners the invitations that they have given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from host.message.schema import OneOf
from host.session.access.role import Role
from host.session.request_codec import TYPES


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
        pages: number of open pages that came by it.
    """

    id: int
    role: Annotated[str, OneOf(Role.WHITE, Role.BLACK, Role.OWNER)]
    url: str
    qr: QrData | None
    pages: int


class SharingData(TypedDict):
    """All that an owner may give.

    Attributes:
        url: where spectators open the page.
        qr: of the same; None if other computers do not reach it.
        reachable: False if the program listens on this computer only.
        invitations: those that there are.
    """

    url: str
    qr: QrData | None
    reachable: bool
    invitations: Sequence[InvitationData]


class AccessMessage(TypedDict):
    """The role of the page that gets it.

    Attributes:
        requests: names of the requests that the role may make, some of them not at any time.
        key: secret for the next connection, if the one that was sent was valid once; else None.
        expired: True if the page came with a secret that is not valid, or not any more.
        sharing: None unless the page is an owner's.
    """

    t: Literal["access"]
    role: Annotated[str, OneOf(*Role)]
    requests: Sequence[Annotated[str, OneOf(*TYPES)]]
    key: str | None
    expired: bool
    sharing: SharingData | None
