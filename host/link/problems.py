"""Explanations of problems with a board, each with its remedy."""

from __future__ import annotations

from host import VERSION
from host.link import wire
from host.link.wire import BoardHello, Crash
from host.message import Message, message, quoted

SAMPLE_BYTES = 400
"""Number of first bytes kept of an unknown device, to guess what it is."""
_SAFE_MODE = b"safe mode"
_CONSOLE = (b"CircuitPython", b"MicroPython", b">>>", b"Traceback", b"REPL")
"""Texts of a board's console; then the other of its two ports is the right one."""


def unknown_device(received: bytes) -> Message:
    """Explain a port where no Kamisado board answers.

    Args:
        received: the first bytes received, at most SAMPLE_BYTES; b"" if there were none.
    """
    if not received:
        return message("link.nothing_answers")
    if _SAFE_MODE in received:
        return message("link.safe_mode")
    if any(word in received for word in _CONSOLE):
        return message("link.console_port")
    text = " ".join(received.decode("ascii", "replace").split())
    return message("link.unknown_device", text=quoted(text))


def connection_closed(url: str) -> Message:
    """Explain a port that was opened but closed before anything was received."""
    return message("link.connection_closed", port=repr(url))


def protocol_mismatch(hello: BoardHello) -> Message:
    """Explain a board with another major version of the protocol."""
    is_newer = hello.protocol[0] > wire.PROTOCOL[0]
    id = "link.program_too_old" if is_newer else "link.board_too_old"
    return message(id, **_protocols(hello))


def too_large(hello: BoardHello) -> Message:
    """Explain a board with more cells than the protocol has room for."""
    size = "{}x{}".format(*hello.size)
    return message("link.board_too_large", size=size, cells=wire.MAX_CELLS)


def outdated_firmware(hello: BoardHello) -> Message | None:
    """Return a remark on firmware that works but is older than the host; None if it is current.

    Host and firmware share one version number; a test compares them.
    """
    is_current = _version_numbers(hello.version) >= _version_numbers(VERSION)
    if hello.protocol >= wire.PROTOCOL and is_current:
        return None
    return message("link.outdated_firmware", **_protocols(hello), our_version=VERSION)


def firmware_restarted(crash: Crash) -> Message:
    """Report a firmware that crashed and runs again."""
    return message("link.firmware_restarted", count=max(1, crash.count), text=crash.text)


def firmware_halted(crash: Crash) -> Message:
    """Explain a firmware that halted after several crashes."""
    return message("link.firmware_halted", times=crash.count, text=crash.text)


def board_warning(code: str, text: str) -> Message:
    """Report a warning of the board.

    Args:
        code: one of wire.WARN_CODES.
        text: of the board.
    """
    if code == "calibration":
        return message("link.calibration_warning", text=text)
    if code == "supply":
        return message("link.supply_warning", text=text)
    return message("link.sensor_warning", text=text)


def _protocols(hello: BoardHello) -> dict[str, str]:
    """Return the arguments that compare the board's protocol with the host's."""
    return {
        "board": "{}.{}".format(*hello.protocol),
        "ours": "{}.{}".format(*wire.PROTOCOL),
        "version": hello.version,
    }


def _version_numbers(version: str) -> tuple[int, ...]:
    """Split a version into numbers for comparison; a part that is no number counts as 0."""
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))
