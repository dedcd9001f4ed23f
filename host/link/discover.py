"""Finding boards among the serial ports of this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from host.errors import BoardNotFoundError
from host.link.probe import probe
from host.link.serial_port import CIRCUITPYTHON_VENDORS, listed_ports

_UID = re.compile(r"[0-9A-Fa-f]{4,}")
"""What names a board by its chip: the whole number in hex, or its beginning."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine.

    Attributes:
        device: what to open.
        vendor: USB vendor id; None if it is not a USB port.
        serial: the chip's number, which the ports of one board share, or else where it is plugged
            in, with the number of the interface as the system writes it.
        interface: which of the board's ports it is; "" if the system does not tell.
    """

    device: str
    vendor: int | None
    serial: str
    interface: str


def data_ports(ports: Iterable[FoundPort]) -> list[str]:
    """The data port of each board, in the order of the boards' numbers.

    CircuitPython offers the console first and the data port (enabled by boot.py) second; a board
    with one port has no data port, and is left out.
    """
    return [port.device for port in _data_ports(ports)]


def choose(
    ports: Iterable[FoundPort], wanted: str | None, answers: Callable[[str], bool]
) -> str | None:
    """The data port of the board that is meant; None if no board is named and none is there.

    Args:
        ports: of this machine.
        wanted: a port's name or URL, which is taken as it is; or a chip's number as the board's
            hello and `kamisado flash` tell it, or its beginning; None for the only board.
        answers: whether a board of ours answers on a port; asked only if there are several, and
            nobody has said which.

    Raises:
        BoardNotFoundError: no board or more than one is meant; the message lists them.
    """
    if wanted is not None and not _UID.fullmatch(wanted):
        return wanted
    boards = _data_ports(ports)
    if wanted is not None:
        meant = [port for port in boards if port.serial.upper().startswith(wanted.upper())]
        if len(meant) == 1:
            return meant[0].device
        raise BoardNotFoundError(
            f"{'No board has' if not meant else 'Several boards have'} a chip number that begins "
            f"{wanted!r}. {_listed(boards)}",
            wanted,
        )
    if len(boards) > 1:
        boards = [port for port in boards if answers(port.device)] or boards
    if len(boards) > 1:
        raise BoardNotFoundError(
            f"There are {len(boards)} boards: choose one with --board, by its port or the "
            f"beginning of its chip's number. {_listed(boards)}"
        )
    return boards[0].device if boards else None


def explain_absence(ports: Iterable[FoundPort]) -> str:
    """Why `data_ports` finds no board among these ports, and what helps."""
    consoles = [offered[0].device for offered in _boards(ports) if len(offered) == 1]
    if consoles:
        return (
            f"The board on {consoles[0]} has a console but no data port. Press its reset button "
            "once: it may be in safe mode. If that does not help, install the firmware "
            "(./kamisado flash) and press reset again; if it is a board of another kind, name the "
            "port with --board."
        )
    return (
        "No board is plugged in. If there is one, try another cable (some only charge), or name "
        "its port with --board."
    )


def choose_board(wanted: str | None) -> str | None:
    """`choose` among the ports of this machine."""
    return choose(_ports(), wanted, lambda url: probe(url) is not None)


def port_of(uid: str) -> str | None:
    """The data port of the board with this chip's number, as its hello tells it; None if none."""
    return next((p.device for p in _data_ports(_ports()) if p.serial.upper() == uid.upper()), None)


def why_no_board() -> str:
    """What to tell somebody whose board `choose_board` does not find."""
    return explain_absence(_ports())


def _ports() -> list[FoundPort]:
    return [FoundPort(*port) for port in listed_ports()]


def _boards(ports: Iterable[FoundPort]) -> list[list[FoundPort]]:
    """The ports that may be ours, board by board."""
    boards: dict[str, list[FoundPort]] = {}
    for port in ports:
        if port.vendor in CIRCUITPYTHON_VENDORS:
            boards.setdefault(_without_interface(port.serial), []).append(port)
    return [offered for _, offered in sorted(boards.items())]


def _data_ports(ports: Iterable[FoundPort]) -> list[FoundPort]:
    """The data port of each board, in the order of the boards' numbers."""
    return [
        max(offered, key=lambda port: (port.interface, _natural(port.device)))
        for offered in _boards(ports)
        if len(offered) > 1
    ]


def _listed(boards: Iterable[FoundPort]) -> str:
    listed = [f"{port.device} (chip {port.serial})" for port in boards]
    return f"Plugged in: {', '.join(listed) or 'none'}."


def _without_interface(place: str) -> str:
    """A place in the USB tree, without the interface's number: `1-2:1.0`, on Windows `1-2:x.0`."""
    return re.sub(r":[0-9x]+\.\d+$", "", place)


def _natural(device: str) -> tuple[int, str]:
    """So that COM10 comes after COM9."""
    return len(device), device
