"""Address of a broker: `mqtt://NAME:PASSWORD@HOST:PORT`, or `mqtts://` with TLS."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

from host.message import message, quoted

PORT = 1883
TLS_PORT = 8883
"""The ports that IANA has registered for MQTT, without and with TLS."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Address of a broker, with an account or without.

    `str` gives it without the password, as people are shown it.

    Attributes:
        host: name or IP address; an IPv6 address without brackets.
        port: TCP port.
        has_tls: the connection is encrypted, and the broker's certificate checked.
        name: of the account; None to connect without one.
        password: of the account; None without one.
    """

    host: str
    port: int
    has_tls: bool = False
    name: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return self._url("" if self.name is None else f"{quote(self.name, safe='')}@")

    def url(self) -> str:
        """Return the address with its password, to be read by `parse_address` again."""
        name = "" if self.name is None else quote(self.name, safe="")
        password = "" if self.password is None else f":{quote(self.password, safe='')}"
        return self._url(f"{name}{password}@" if name or password else "")

    def _url(self, account: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = TLS_PORT if self.has_tls else PORT
        port = "" if self.port == usual else f":{self.port}"
        return f"{'mqtts' if self.has_tls else 'mqtt'}://{account}{host}{port}"


def parse_address(text: str) -> BrokerAddress:
    """Read an address; without a scheme it is an `mqtt://` one.

    Raises:
        ValueError: it is none; the first argument is a message, and quotes it without its password.
    """
    text = text.strip()
    shown = quoted(re.sub(r"^((?:[^/@:]*://)?[^/@:]*):.*@", r"\1:…@", text))
    try:
        parts = urlsplit(text if "://" in text else f"mqtt://{text}")
        host = parts.hostname
    except ValueError:  # brackets that do not match
        raise ValueError(message("remote.address_without_host", text=shown)) from None
    if parts.scheme not in ("mqtt", "mqtts"):
        raise ValueError(message("remote.address_of_other_kind", text=shown))
    if not host or re.search(r"\s", host):
        raise ValueError(message("remote.address_without_host", text=shown))
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(message("remote.address_with_bad_port", text=shown))
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(message("remote.address_with_more", text=shown))
    has_tls = parts.scheme == "mqtts"
    return BrokerAddress(
        host=host,
        port=port or (TLS_PORT if has_tls else PORT),
        has_tls=has_tls,
        name=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
    )
