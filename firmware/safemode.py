"""Runs in safe mode, after CircuitPython itself has crashed: restarts the board.

It stays in safe mode, whose console says why, if a person asked for safe mode, if there is no
drive, or after several crashes in a row.
"""

import microcontroller
import supervisor

from kamiboard.nvm import crash_log

STAY = ("NONE", "USER", "PROGRAMMATIC", "NO_CIRCUITPY", "SAFEMODE_PY_ERROR")

name = str(supervisor.runtime.safe_mode_reason).split(".")[-1]
if name not in STAY and not name.startswith("USB_"):
    log = crash_log.CrashLog(microcontroller.nvm)
    log.add("CircuitPython went into safe mode: %s" % name)
    if log.count < crash_log.MAX_CRASHES:
        microcontroller.reset()
