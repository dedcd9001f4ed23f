"""Address of a broker: `mqtt://NAME:PASSWORD@HOST:PORT`, or `mqtts://` with TLS.

Over a WebSocket, which is all that a browser speaks, it is `ws://NAME:PASSWORD@HOST:PORT/PATH`, or
`wss://` with TLS.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import quote, unquote, urlsplit

from host.message import message, quoted

PORT = 1883
TLS_PORT = 8883
"""The ports that IANA has registered for MQTT, without and with TLS."""
OWN_PORT = 1884
"""Port of a broker that this program starts; not the usual one, where Debian starts a Mosquitto."""
OWN_BROKER = f"127.0.0.1:{OWN_PORT}"
"""Address of that broker, unless another one is given."""
WEBSOCKET_PATH = "/mqtt"
"""Path of MQTT over a WebSocket: the only one of NATS and EMQX; Mosquitto takes any."""
_PORTS = {"mqtt": PORT, "mqtts": TLS_PORT, "ws": 80, "wss": 443}
"""The usual port of each scheme."""


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
        path: of the WebSocket; None where MQTT is spoken without one.
    """

    host: str
    port: int
    has_tls: bool = False
    name: str | None = None
    password: str | None = field(default=None, repr=False)
    path: str | None = None

    @property
    def scheme(self) -> str:
        """The scheme of the address: "mqtt", "mqtts", "ws" or "wss"."""
        return self.tls_scheme if self.has_tls else self.plain_scheme

    @property
    def plain_scheme(self) -> str:
        """The scheme of such an address without TLS."""
        return "mqtt" if self.path is None else "ws"

    @property
    def tls_scheme(self) -> str:
        """The scheme of such an address with TLS."""
        return f"{self.plain_scheme}s"

    def __str__(self) -> str:
        return self._url("" if self.name is None else f"{quote(self.name, safe='')}@")

    def url(self) -> str:
        """Return the address with its password, to be read by `parse_address` again."""
        name = "" if self.name is None else quote(self.name, safe="")
        password = "" if self.password is None else f":{quote(self.password, safe='')}"
        return self._url(f"{name}{password}@" if name or password else "")

    @property
    def websocket_url(self) -> str:
        """The address as a browser opens it: with the path, and without the account."""
        shown = replace(self, name=None, password=None)
        return f"{shown}{WEBSOCKET_PATH if self.path == WEBSOCKET_PATH else ''}"

    def _url(self, account: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        path = "" if self.path in (None, WEBSOCKET_PATH) else self.path
        return f"{self.scheme}://{account}{host}{port}{path}"


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
    if parts.scheme not in _PORTS:
        raise ValueError(message("remote.address_of_other_kind", text=shown))
    if not host or re.search(r"\s", host):
        raise ValueError(message("remote.address_without_host", text=shown))
    try:
        host.encode("idna")  # as the look-up of its name does
    except UnicodeError:  # two dots in a row, a label of more than 63 letters
        raise ValueError(message("remote.address_without_host", text=shown)) from None
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(message("remote.address_with_bad_port", text=shown))
    has_path = parts.scheme in ("ws", "wss")
    if (parts.path.strip("/") and not has_path) or parts.query or parts.fragment:
        raise ValueError(message("remote.address_with_more", text=shown))
    return BrokerAddress(
        host=host,
        port=port or _PORTS[parts.scheme],
        has_tls=parts.scheme in ("mqtts", "wss"),
        name=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
        path=(parts.path or WEBSOCKET_PATH) if has_path else None,
    )
