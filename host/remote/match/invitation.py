"""Invitation: the link that holds the broker, the match and its key."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from host.message import message, quoted
from host.remote.address import BrokerAddress, parse_address

KEY_BYTES = 16
"""The least length of a key, and that of a new one: 128 bits, more than anybody can try."""

_SCHEME = "kamisado"
_IN_A_TEXT = re.compile(
    r"kamisado:join\?(?:[\w%&=.~+:/@-]|\s+(?=\S*[&=%])|[\u200b\ufeff])*[\w%=~-]"
)
"""A link in a text: a blank is a part of it where something of a query follows."""
_BLANK = re.compile(r"[\s\u200b\ufeff]+")
_MATCH = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True, slots=True)
class Invitation:
    """All that somebody needs to join a match.

    Attributes:
        broker: its address, with a password if one was given.
        match: random id of the match.
        key: the secret with which both sides sign.
    """

    broker: BrokerAddress
    match: str
    key: bytes

    @property
    def link(self) -> str:
        """The link: "kamisado:join?broker=...&match=...&key=..."."""
        key = base64.urlsafe_b64encode(self.key).decode("ascii").rstrip("=")
        return f"{_SCHEME}:join?" + urlencode(
            {"broker": self.broker.url(), "match": self.match, "key": key}
        )


def invitation_of(link: str) -> Invitation:
    """Return the invitation that a link holds.

    What mails and chats put around and into a link does no harm: words, quotes, brackets, a full
    stop, blanks where a line was broken, and `&amp;`.

    Raises:
        ValueError: it is no such link, or a part of it is missing; the message quotes it.
    """
    try:
        found = _IN_A_TEXT.search(link.replace("&amp;", "&"))
        parts = urlsplit(_BLANK.sub("", found[0] if found else link).strip())
        fields = parse_qs(parts.query, strict_parsing=True)
        broker, match, key = (fields[name][0] for name in ("broker", "match", "key"))
        secret = base64.b64decode(key + "=" * (-len(key) % 4), b"-_", validate=True)
    except (ValueError, KeyError, binascii.Error):
        raise ValueError(message("remote.no_link", text=quoted(link))) from None
    valid = _MATCH.fullmatch(match) is not None and len(secret) >= KEY_BYTES
    if (parts.scheme, parts.path) != (_SCHEME, "join") or not valid:
        raise ValueError(message("remote.no_link", text=quoted(link)))
    return Invitation(parse_address(broker), match, secret)
