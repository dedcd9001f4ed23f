"""Explanations of problems with a board, each with its remedy."""

from __future__ import annotations

from host.link import wire
from host.link.wire import BoardHello, Crash
from host.version import VERSION

SAMPLE_BYTES = 400
"""Number of first bytes kept of an unknown device, to guess what it is."""
_QUOTED = 40
_SAFE_MODE = b"safe mode"
SAFE_MODE = (
    "The board is in CircuitPython's safe mode and does not run its firmware: CircuitPython itself "
    "has crashed, or its button was pressed during the start. Press the reset button once. If it "
    "comes back to safe mode, its console says why; install CircuitPython and the firmware "
    "(./kamisado flash) anew."
)
_CONSOLE = (b"CircuitPython", b"MicroPython", b">>>", b"Traceback", b"REPL")
"""Texts of a board's console; then the other of its two ports is the right one."""


def unknown_device(said: bytes) -> str:
    """Explain a port where no Kamisado board answers.

    Args:
        said: the first bytes received, at most SAMPLE_BYTES; b"" if there were none.
    """
    if not said:
        return (
            "Nothing answers on this port. Is it the board's second (data) port, and is the "
            "firmware installed? Choose another port (or 'virtual') with --board."
        )
    if _SAFE_MODE in said:
        return SAFE_MODE
    if any(word in said for word in _CONSOLE):
        return (
            "This port is the board's console. The board has a second (data) port beside it: "
            "choose that with --board. If it has none, install the firmware (./kamisado flash) "
            "and press the reset button."
        )
    text = " ".join(said.decode("ascii", "replace").split())
    quoted = repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "...")
    return (
        f"Something answers on this port, but not as a Kamisado board does: it says {quoted}. "
        "Choose another port (or 'virtual') with --board, or install the firmware with "
        "./kamisado flash."
    )


def connection_closed(url: str) -> str:
    """Explain a port that was opened but closed before anything was received."""
    return (
        f"The board at {url!r} has ended the connection at once. Another program is using it, "
        "perhaps another kamisado: close that, then try again."
    )


def protocol_mismatch(hello: BoardHello) -> str:
    """Explain a board with another major version of the protocol."""
    board, ours = "{}.{}".format(*hello.protocol), "{}.{}".format(*wire.PROTOCOL)
    if hello.protocol[0] > wire.PROTOCOL[0]:
        remedy = "update this program (git pull, then run it again)"
    else:
        remedy = "update the board (./kamisado flash)"
    return (
        f"The board speaks protocol {board} (firmware {hello.version}), "
        f"this program {ours}: {remedy}."
    )


def outdated_firmware(hello: BoardHello) -> str | None:
    """Return a remark on firmware that works but is older than the host; None if it is current.

    Host and firmware share one version number; a test compares them.
    """
    if hello.protocol >= wire.PROTOCOL and _version_numbers(hello.version) >= _version_numbers(
        VERSION
    ):
        return None
    board, ours = "{}.{}".format(*hello.protocol), "{}.{}".format(*wire.PROTOCOL)
    return (
        f"The board's firmware is older (protocol {board}, version {hello.version}) than this "
        f"program (protocol {ours}, version {VERSION}). It works; to update it: ./kamisado flash"
    )


def firmware_restarted(crash: Crash) -> str:
    """Report a firmware that crashed and runs again."""
    times = "" if crash.count < 2 else f" {crash.count} times"
    return (
        f"The board's firmware failed{times} and started again; play on. "
        f"It said: {crash.text}. If that goes on, install it anew: ./kamisado flash"
    )


def board_warning(code: str, text: str) -> str:
    """Report a warning of the board.

    Args:
        code: one of wire.WARN_CODES.
        text: of the board.
    """
    if code == "calibration":
        return f"The board says: {text}. It works; to calibrate it anew: ./kamisado calibrate"
    return (
        f"The board says: {text}. The squares there read empty until it does: check its plug and "
        "its wires."
    )


def firmware_halted(crash: Crash) -> str:
    """Explain a firmware that halted after several crashes."""
    return (
        f"The board's firmware failed {crash.count} times in a row and has switched itself off. "
        f"It said: {crash.text}. Press the board's reset button; if that does not help, install "
        "the firmware anew (./kamisado flash) and check the wiring."
    )


def _version_numbers(version: str) -> tuple[int, ...]:
    """Split a version into numbers for comparison; a part that is no number counts as 0."""
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))
