"""Address of a simulator's control channel, with the key that opens it."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChannelAddress:
    """Address of a control channel.

    Attributes:
        key: opens a connection; None if no key is needed.
    """

    host: str
    port: int
    key: str | None

    @classmethod
    def parse(cls, text: str) -> ChannelAddress:
        """Parse `KEY@HOST:PORT`, or `HOST:PORT`.

        Raises:
            ValueError: it is not of that form; the message quotes it without the key.
        """
        key, at, address = text.rpartition("@")
        host, colon, digits = address.rpartition(":")
        if not (colon and host and digits.isascii() and digits.isdigit() and int(digits) < 65536):
            raise ValueError(
                f"{address!r} is not the address of a control channel: say KEY@HOST:PORT"
            )
        return cls(host, int(digits), key if at else None)

    @property
    def opening(self) -> bytes:
        """The first line of a connection; empty if no key is needed."""
        return b"" if self.key is None else json.dumps({"key": self.key}).encode() + b"\n"
