"""The console: what people read there when something has gone wrong.

Not by `print`: on a board whose console is open at the other end but read by nobody (a program that
probes every serial port is enough), CircuitPython's `print` waits for ever as soon as 256 bytes are
on their way, and nothing but a reset helps.
"""

import usb_cdc

PATIENCE_S = 1  # for a terminal that reads slowly; far below the watchdog's time


def say(text: str) -> None:
    """Write a line, or as much of it as somebody reads in time."""
    console = usb_cdc.console
    if console is not None:
        console.write_timeout = PATIENCE_S
        console.write((text + "\n").replace("\n", "\r\n").encode())
