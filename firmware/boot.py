"""Runs before USB starts: adds a serial port for the protocol; the first keeps tracebacks.

CircuitPython writes its status bar to the console whenever a program opens either port, and waits
without a time-out until it is read.  So a console that is open but not read would stop the board.
"""

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
for output in ("console", "display"):
    try:
        setattr(supervisor.status_bar, output, False)
    except (AttributeError, NotImplementedError):
        pass  # a CircuitPython that was built without a status bar or without displays
