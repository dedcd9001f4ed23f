"""The refusal: why what is on a port cannot be played on, in sentences with the remedy."""

from __future__ import annotations

from host.link import wire
from host.link.wire import BoardHello, Crash
from host.version import VERSION

SAMPLE_BYTES = 400
"""How many bytes of what is not our board are kept, to say what it may be."""
_QUOTED = 40
_SAFE_MODE = b"safe mode"
SAFE_MODE = (
    "The board is in CircuitPython's safe mode and does not run its firmware: CircuitPython itself "
    "has crashed, or its button was pressed during the start. Press the reset button once. If it "
    "comes back to safe mode, its console says why; install CircuitPython and the firmware "
    "(./kamisado flash) anew."
)
_CONSOLE = (b"CircuitPython", b"MicroPython", b">>>", b"Traceback", b"REPL")
"""What a board's console says; then the other of its two ports is the right one."""


def unknown_device(said: bytes) -> str:
    """What may be on a port where no board of ours has answered, and what to do.

    Args:
        said: the first bytes that came, at most SAMPLE; b"" if none did.
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
    """Why a port that could be opened ended the connection before anything came."""
    return (
        f"The board at {url!r} has ended the connection at once. Another program is using it, "
        "perhaps another kamisado: close that, then try again."
    )


def protocol_mismatch(hello: BoardHello) -> str:
    """Which side is the older one, and how to update it."""
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
    """What to say of a board that can be played on, but has an older firmware; None if it has not.

    The versions of host and firmware are one number; a test holds them together.
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
    """What a player is told when the board's program had died and runs again."""
    times = "" if crash.count < 2 else f" {crash.count} times"
    return (
        f"The board's firmware failed{times} and started again; play on. "
        f"It said: {crash.text}. If that goes on, install it anew: ./kamisado flash"
    )


def board_warning(code: str, text: str) -> str:
    """What a player is told of something that is not well with the board.

    Args:
        code: one of wire.WARN_CODES.
        text: what the board says.
    """
    if code == "calibration":
        return f"The board says: {text}. It works; to calibrate it anew: ./kamisado calibrate"
    return (
        f"The board says: {text}. The squares there read empty until it does: check its plug and "
        "its wires."
    )


def firmware_halted(crash: Crash) -> str:
    """Why a board has given up, and what to do."""
    return (
        f"The board's firmware failed {crash.count} times in a row and has switched itself off. "
        f"It said: {crash.text}. Press the board's reset button; if that does not help, install "
        "the firmware anew (./kamisado flash) and check the wiring."
    )


def _version_numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared; what is no number counts as 0."""
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))
