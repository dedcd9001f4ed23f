"""Choice of the kind of serial port."""

from __future__ import annotations

import os
import selectors

from simulator.serial_port.address import parse_address
from simulator.serial_port.port import Port
from simulator.serial_port.pty_port import PtyPort
from simulator.serial_port.tcp_port import TcpPort


def open_port(selector: selectors.BaseSelector, listen: str | None) -> Port:
    """Create a port, not yet plugged in.

    Args:
        selector: reports events to the port by calling a key's data.
        listen: `socket://HOST:PORT` for a TCP address (port 0: any that is free); None for a
            pseudo-terminal, or on Windows, which has none, for any free TCP address.

    Raises:
        ValueError: `listen` is not such an address, or it cannot be used.
    """
    if listen is None:
        if os.name == "posix":
            return PtyPort(selector)
        listen = "socket://127.0.0.1:0"
    scheme, _, rest = listen.partition("://")
    if scheme != "socket":
        raise ValueError(f"cannot listen on {listen!r}: say socket://HOST:PORT")
    host, port = parse_address(rest)
    return TcpPort(selector, host, port)
