"""Find boards among the serial ports of this machine."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce

from host import VERSION
from host.link.connection import Connection
from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.events import BoardReady
from host.link.serial_port import SerialPort, listed_ports
from host.link.usb_ids import CIRCUITPYTHON_VENDORS
from host.link.wire import BoardHello
from host.message import Message, message, sentences

PROBE_S = 1.2
"""Time for two hellos: a board that has just been opened may miss the first."""
_READ_S = 0.05
"""Time for which a line is waited for before the hello that is due is written."""

_UID = re.compile(r"[0-9A-Fa-f]{4,}")
"""The number of a board's chip in hex, or its beginning."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine.

    Attributes:
        device: name or path to open.
        vendor: USB vendor id; None if it is not a USB port.
        serial: the chip's number, shared by the ports of one board, or else its place in the USB
            tree with the number of the interface, as the system writes it.
        interface: name of this port of the board; "" if the system gives none.
    """

    device: str
    vendor: int | None
    serial: str
    interface: str


def select_port(
    ports: Iterable[FoundPort], wanted: str | None, answers: Callable[[str], bool]
) -> str | None:
    """Return the data port of the wanted board; None if none is named and none plugged in.

    Args:
        ports: of this machine.
        wanted: a port's name or URL, returned as it is; or a chip's number as in the board's
            hello and from `kamisado flash`, or its beginning; None for the only board.
        answers: returns True if a Kamisado board answers on a port; called only if there are
            several and `wanted` is None.

    Raises:
        BoardNotFoundError: no board or more than one matches; the message lists them.
    """
    if wanted is not None and not _UID.fullmatch(wanted):
        return wanted
    boards = data_ports(ports)
    if wanted is not None:
        meant = [port for port in boards if port.serial.upper().startswith(wanted.upper())]
        if len(meant) == 1:
            return meant[0].device
        id = "link.several_boards_with_number" if meant else "link.no_board_with_number"
        raise BoardNotFoundError(
            sentences(message(id, number=repr(wanted)), _plugged_in(boards)), wanted
        )
    if len(boards) > 1:
        boards = [port for port in boards if answers(port.device)] or boards
    if len(boards) > 1:
        several = message("link.several_boards", count=len(boards))
        raise BoardNotFoundError(sentences(several, _plugged_in(boards)))
    return boards[0].device if boards else None


def explain_absence(ports: Iterable[FoundPort]) -> Message:
    """Explain that `data_ports` finds no board among these ports, with the remedy."""
    consoles = [offered[0].device for offered in _boards(ports) if len(offered) == 1]
    if consoles:
        return message("link.no_data_port", port=consoles[0])
    return message("link.no_board")


def find_board(wanted: str | None) -> str | None:
    """Return the data port of the wanted board of this machine, or None; see `select_port`."""
    return select_port(_ports(), wanted, lambda url: probe_port(url) is not None)


def find_port_by_uid(uid: str) -> str | None:
    """Return the data port of the board with this chip's number; None if there is none."""
    return next((p.device for p in data_ports(_ports()) if p.serial.upper() == uid.upper()), None)


def find_any_port(uid: str) -> str | None:
    """Return the data port of the board with this chip's number, or else of the only board.

    Args:
        uid: "" if none is known yet.

    Returns:
        None if there is no board, or if it is not clear which one is meant.
    """
    known = find_port_by_uid(uid) if uid else None
    if known is not None:
        return known
    try:
        return find_board(None)
    except BoardNotFoundError:
        return None


def explain_no_board() -> Message:
    """Explain that `find_board` finds no board, with the remedy."""
    return explain_absence(_ports())


def probe_port(url: str, timeout_s: float = PROBE_S) -> BoardHello | None:
    """Greet the board at a port and return its hello.

    Returns:
        None if no Kamisado board answers in time, or if the port cannot be opened, which may mean
        that another program is playing on that board.
    """
    try:
        port = SerialPort(url, lambda: None)
    except BoardNotFoundError:
        return None
    try:
        return _wait_for_hello(port, timeout_s)
    except LinkLostError:
        return None
    finally:
        port.close()


def _wait_for_hello(port: SerialPort, timeout_s: float) -> BoardHello | None:
    begun_s = time.monotonic()
    connection = Connection(VERSION, 0)
    while (passed_s := time.monotonic() - begun_s) < timeout_s:
        now_ms = int(passed_s * 1000)
        connection.tick(now_ms)
        port.write(connection.data_to_send())
        port.wait_received(port.received + 1, _READ_S)
        for event in connection.receive(port.read_available(), now_ms):
            if isinstance(event, BoardReady):
                return event.hello
    return None


def _ports() -> list[FoundPort]:
    return [FoundPort(*port) for port in listed_ports()]


def _boards(ports: Iterable[FoundPort]) -> list[list[FoundPort]]:
    """Group the ports with a vendor of CircuitPython boards by board."""
    boards: dict[str, list[FoundPort]] = {}
    for port in ports:
        if port.vendor in CIRCUITPYTHON_VENDORS:
            boards.setdefault(_without_interface(port.serial), []).append(port)
    return [offered for _, offered in sorted(boards.items())]


def data_ports(ports: Iterable[FoundPort]) -> list[FoundPort]:
    """Return the data port of each board, sorted by the chips' numbers.

    CircuitPython offers the console first and the data port (enabled by boot.py) second; a board
    with one port has no data port, and is left out.
    """
    return [
        max(offered, key=lambda port: (port.interface, _natural(port.device)))
        for offered in _boards(ports)
        if len(offered) > 1
    ]


def _plugged_in(boards: Iterable[FoundPort]) -> Message:
    listed = [message("link.port_of_chip", port=p.device, number=p.serial) for p in boards]
    if not listed:
        return message("link.nothing_plugged_in")
    ports = reduce(lambda ports, port: message("link.next_port", ports=ports, port=port), listed)
    return message("link.plugged_in", ports=ports)


def _without_interface(place: str) -> str:
    """Strip the interface's number off a place in the USB tree (`1-2:1.0`, Windows: `1-2:x.0`)."""
    return re.sub(r":[0-9x]+\.\d+$", "", place)


def _natural(device: str) -> tuple[int, str]:
    """Sort key that puts COM10 after COM9."""
    return len(device), device
