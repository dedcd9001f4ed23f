"""The refusal: why what is on a port cannot be played on, in sentences with the remedy."""

from __future__ import annotations

from host.link import wire
from host.link.wire import BoardHello

SAMPLE = 400
"""How many bytes of what is not our board are kept, to say what it may be."""
_QUOTED = 40
_CONSOLE = (b"CircuitPython", b"MicroPython", b">>>", b"Traceback", b"REPL")
"""What a board's console says; then the other of its two ports is the right one."""


def of_stranger(said: bytes) -> str:
    """What may be on a port where no board of ours has answered, and what to do.

    Args:
        said: the first bytes that came, at most SAMPLE; b"" if none did.
    """
    if not said:
        return (
            "Nothing answers on this port. Is it the board's second (data) port, and is the "
            "firmware installed? Choose another port (or 'virtual') with --board."
        )
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


def of_mismatch(hello: BoardHello) -> str:
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
