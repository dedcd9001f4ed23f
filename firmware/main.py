"""The entry: runs the board's program; when that dies it says why, shows amber and starts it again.

A program that dies again and again stays dark in the end, until somebody presses the reset button.
CircuitPython runs `code.py` before this file; a fresh drive holds one, which must be deleted.
"""

import time

import microcontroller
import supervisor

from kamiboard import console, crash_log

GIVE_UP = 5  # deaths without a quiet minute in between
AMBER_S = 5  # long enough to be noticed; and a program that keeps dying wears the flash out slowly

supervisor.runtime.autoreload = False  # it can restart a game with no file changed
record = crash_log.Record(microcontroller.nvm)
run = supervisor.runtime.run_reason
reset = None  # of the chip just now; what it keeps of an earlier one is an old story
if run == supervisor.RunReason.STARTUP:
    reset = microcontroller.cpu.reset_reason
if reset == microcontroller.ResetReason.WATCHDOG:
    record.add("the program hung; its watchdog has reset the board")
elif reset == microcontroller.ResetReason.SOFTWARE:
    pass  # safemode.py has started it again, and has counted
elif run != supervisor.RunReason.SUPERVISOR_RELOAD:
    record.forgive()  # somebody has
try:
    from kamiboard import device  # within: a damaged file is a death like any other

    if record.count >= GIVE_UP:
        device.lie_dark(record)
    device.run(record)
except Exception as error:
    if record.count >= GIVE_UP:
        raise  # it cannot even say so; CircuitPython lets go of all pins, and the LEDs are dark
    from traceback import format_exception

    said = "".join(format_exception(error))
    record.add(crash_log.shorten(said))  # before anything else can fail
    console.say(said)
    console.say("main ERROR died %d times, starting again in %d s" % (record.count, AMBER_S))
    try:
        device.show_amber()
    except NameError:
        pass  # it is the damaged file
    time.sleep(AMBER_S)
    supervisor.reload()
