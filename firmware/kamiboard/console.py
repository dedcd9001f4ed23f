"""Console output for people: tracebacks and errors.

`print` must not be used.  If a program has opened the console but does not read it (a program that
probes every serial port is enough), CircuitPython's `print` blocks for ever once 256 bytes are
waiting, and only a reset helps.
"""

import usb_cdc

TIMEOUT_S = 1  # enough for a slow terminal, far below the watchdog's time


def write(text: str) -> None:
    """Write a line, or as much of it as is read until nothing was for the time-out.

    Its lines may end in any way: CircuitPython's tracebacks have carriage returns in part.
    """
    console = usb_cdc.console
    if console is not None:
        console.write_timeout = TIMEOUT_S
        console.write((text + "\n").replace("\r", "").replace("\n", "\r\n").encode())
