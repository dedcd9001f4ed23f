"""TCP addresses: parsing and listening."""

from __future__ import annotations

import socket


def parse_address(text: str) -> tuple[str, int]:
    """Parse `HOST:PORT`.

    Raises:
        ValueError: it is not of that form; the message quotes it.
    """
    host, colon, digits = text.rpartition(":")
    if not (colon and host and digits.isascii() and digits.isdigit() and int(digits) < 65536):
        raise ValueError(f"{text!r} is not an address: say HOST:PORT, such as 127.0.0.1:7000")
    return host, int(digits)


def split_key(text: str) -> tuple[str | None, str]:
    """Split `KEY@HOST:PORT` into key and address; the key is None without one."""
    key, at, address = text.rpartition("@")
    return (key if at else None), address


def listen_on(host: str, port: int) -> socket.socket:
    """Return a non-blocking listening socket.

    Raises:
        ValueError: the address cannot be used; the message quotes it.
    """
    try:
        server = socket.create_server((host, port))
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host}:{port} ({error.strerror or error}); "
            "say port 0 for any that is free"
        ) from error
    server.setblocking(False)
    return server
