"""In safe mode: CircuitPython itself has crashed and does not run main.py.  Starts it again.

Not if somebody wanted safe mode, if there is no drive, or if it happens again and again: then the
board stays in safe mode, whose console says why.
"""

import microcontroller
import supervisor

from kamiboard import crash_log

GIVE_UP = 5  # as main.py
STAY = ("NONE", "USER", "PROGRAMMATIC", "NO_CIRCUITPY", "SAFEMODE_PY_ERROR")

name = str(supervisor.runtime.safe_mode_reason).split(".")[-1]
if name not in STAY and not name.startswith("USB_"):
    record = crash_log.Record(microcontroller.nvm)
    record.add("CircuitPython went into safe mode: %s" % name)
    if record.count < GIVE_UP:
        microcontroller.reset()
