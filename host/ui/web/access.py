"""Access to the page: secrets, invitations, and the role of each open page.

Whoever opens the page without a secret is a spectator.  The owner's key and the secrets of
invitations are the fragment of an address (`http://127.0.0.1:8765/#SECRET`): browsers send
fragments to nobody, so they are in no log and no Referer.  The page keeps the secret in its local
storage and sends it with the handshake of the WebSocket.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from host.message import message
from host.session.access.permissions import may_ever
from host.session.access.role import Role
from host.session.request_codec import TYPES
from host.session.requests import Invite, Revoke
from host.session.view import Notice, Severity
from host.ui.messages.access import AccessMessage, QrData, SharingData
from host.ui.messages.notice import notice_message
from host.ui.web.qr_code import qr_code

Post: TypeAlias = Callable[[Mapping[str, object]], None]
"""Queues a message for one page alone."""

SECRET_BYTES = 16
MAX_INVITATIONS = 32
"""Invitations at a time: more than a board has players and owners."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address with a secret that an owner gives to others.

    Attributes:
        id: from 1; never used again.
    """

    id: int
    role: Role
    secret: str


@dataclass(frozen=True, slots=True, eq=False)
class Visitor:
    """One open page.

    Attributes:
        is_owner: True if it came with the owner's key or a ticket for it.
        invitation: id of the one by which it came, None without one; it may be revoked.
        key: the owner's key, to be kept by a page that came with a ticket.
        expired: True if it came with a secret that was not valid.
    """

    access: Access
    is_owner: bool
    invitation: int | None
    key: str | None
    expired: bool

    @property
    def role(self) -> Role:
        """Role that it has now: a revoked invitation gives none."""
        return Role.OWNER if self.is_owner else self.access.role_of(self.invitation)

    def message(self) -> AccessMessage:
        """Return the message that tells the page its role."""
        role = self.role
        return {
            "t": "access",
            "role": role.value,
            "requests": [name for name, kind in TYPES.items() if may_ever(role, kind)],
            "key": self.key,
            "expired": self.expired or (self.invitation is not None and role is Role.SPECTATOR),
            "sharing": self.access.sharing() if role is Role.OWNER else None,
        }


class Access:
    """Secrets and visitors of the page.

    Args:
        owner_key: secret of the owner; None for a new one.
        url: where others open the page.
        reachable: True if other computers reach it there.
        tickets: secrets that admit an owner once, also those of other tables; None for own ones.

    Attributes:
        spectators: lock of the requests of all pages that only look on.
    """

    def __init__(
        self,
        owner_key: str | None = None,
        url: str = "http://127.0.0.1/",
        reachable: bool = False,
        tickets: set[str] | None = None,
    ) -> None:
        self.owner_key = new_secret() if owner_key is None else owner_key
        self._url = url
        self._reachable = reachable
        self._invitations: dict[int, Invitation] = {}
        self._made = 0
        self._tickets = set() if tickets is None else tickets
        self._visitors: dict[Visitor, Post] = {}
        self.spectators = asyncio.Lock()

    def move_to(self, url: str, reachable: bool) -> None:
        """Change where others open the page, as the computer has another address."""
        if (url, reachable) != (self._url, self._reachable):
            self._url, self._reachable = url, reachable
            self._tell_owners()

    def ticket(self) -> str:
        """Make a secret that admits an owner once.

        For what other users of the computer may read, such as the command line of a browser.
        """
        ticket = new_secret()
        self._tickets.add(ticket)
        return ticket

    def admit(self, secret: str | None, post: Post) -> Visitor:
        """Let a page in; with a secret that is not valid as a spectator.

        Args:
            post: for this page.
        """
        given = secret or ""
        tickets = [ticket for ticket in self._tickets if _is_equal(given, ticket)]
        invited = [
            invitation.id
            for invitation in self._invitations.values()
            if _is_equal(given, invitation.secret)
        ]
        is_owner = bool(tickets) or _is_equal(given, self.owner_key)
        self._tickets.difference_update(tickets)
        visitor = Visitor(
            self,
            is_owner=is_owner,
            invitation=invited[0] if invited else None,
            key=self.owner_key if tickets else None,
            expired=secret is not None and not is_owner and not invited,
        )
        self._visitors[visitor] = post
        if invited:
            self._tell_owners()
        return visitor

    def knows(self, secret: str) -> bool:
        """Return True if a page that came with this secret would be more than a spectator's."""
        invited = (invitation.secret for invitation in self._invitations.values())
        valid = [self.owner_key, *self._tickets, *invited]
        return sum(_is_equal(secret, each) for each in valid) > 0

    def dismiss(self, visitor: Visitor) -> None:
        """Forget a page that is gone."""
        self._visitors.pop(visitor, None)
        if visitor.invitation is not None:
            self._tell_owners()

    def role_of(self, invitation: int | None) -> Role:
        """Return the role of an invitation; that of a spectator if there is no such."""
        found = None if invitation is None else self._invitations.get(invitation)
        return Role.SPECTATOR if found is None else found.role

    def handle(self, request: Invite | Revoke) -> None:
        """Carry a request of an owner out.

        Raises:
            ValueError: there are too many invitations, or there is no such one.
        """
        match request:
            case Invite(role):
                self.invite(role)
            case Revoke(invitation):
                self.revoke(invitation)

    @property
    def invites_player(self) -> bool:
        """True if somebody may play a side by an invitation; its page need not be open."""
        return any(invitation.role.side is not None for invitation in self._invitations.values())

    def invite(self, role: Role) -> Invitation:
        """Make an invitation.

        Raises:
            ValueError: there are too many.
        """
        if len(self._invitations) >= MAX_INVITATIONS:
            raise ValueError(message("ui.too_many_invitations", count=MAX_INVITATIONS))
        self._made += 1
        made = self._invitations[self._made] = Invitation(self._made, role, new_secret())
        self._tell_owners()
        return made

    def revoke(self, id: int) -> None:
        """End an invitation; its pages are spectators at once, and are told so.

        Raises:
            ValueError: there is no such invitation.
        """
        if self._invitations.pop(id, None) is None:
            raise ValueError(message("ui.no_invitation", number=id))
        told = notice_message(Notice(Severity.WARN, message("ui.invitation_revoked")))
        for visitor, post in self._visitors.items():
            if visitor.invitation == id:
                post(visitor.message())
                post(told)
        self._tell_owners()

    def sharing(self) -> SharingData:
        """Return the invitations that there are, and the address for spectators."""
        came = [visitor.invitation for visitor in self._visitors]
        return {
            "url": self._url,
            "qr": self._code(self._url),
            "reachable": self._reachable,
            "invitations": [
                {
                    "id": invitation.id,
                    "role": invitation.role.value,
                    "url": url,
                    "qr": self._code(url),
                    "pages": came.count(invitation.id),
                }
                for invitation in self._invitations.values()
                for url in (f"{self._url}#{invitation.secret}",)
            ],
        }

    def _code(self, url: str) -> QrData | None:
        """Return the QR code of an address; None if no phone reaches it."""
        return qr_code(url) if self._reachable else None

    def _tell_owners(self) -> None:
        for visitor, post in self._visitors.items():
            if visitor.role is Role.OWNER:
                post(visitor.message())


def new_secret() -> str:
    """Return 128 random bits that may stand in an address and in a header."""
    return secrets.token_urlsafe(SECRET_BYTES)


def _is_equal(given: str, secret: str) -> bool:
    """Compare in a time that does not tell how much of a secret was guessed."""
    return hmac.compare_digest(given.encode(), secret.encode())
