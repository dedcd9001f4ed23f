"""Entry point: runs the board's program; after a crash logs the cause, shows amber, restarts.

After several crashes in a row the board stays dark until somebody presses the reset button or pulls
its plug.
CircuitPython runs `code.py` before this file; a fresh drive holds one, which must be deleted.

A restart is a reset of the chip.  `supervisor.reload()` first prints on the console, where it waits
for ever if a program has the console open and does not read it.
"""

import time

import microcontroller
import supervisor

from kamiboard import console
from kamiboard.nvm import crash_log

MYPY = False
if MYPY:
    from collections.abc import Iterator

AMBER_S = 5  # long enough to be noticed; a program that keeps crashing also wears the flash less


def steps() -> "Iterator[None]":
    """Run the program, and reset the chip at its end; yield after each step."""
    supervisor.runtime.autoreload = False  # it can restart a game with no file changed
    log = crash_log.CrashLog(microcontroller.nvm)
    run = supervisor.runtime.run_reason
    reset = None  # the cause of this start; after a reload the chip still reports an earlier reset
    if run == supervisor.RunReason.STARTUP:
        reset = microcontroller.cpu.reset_reason
    if reset == microcontroller.ResetReason.WATCHDOG:
        log.add("the program hung; its watchdog has reset the board")
    elif reset == microcontroller.ResetReason.SOFTWARE:
        pass  # from below or from safemode.py, where the crash was counted
    elif run != supervisor.RunReason.SUPERVISOR_RELOAD:
        log.reset_count()  # power-on (a pulled plug) or the reset button
    try:
        try:
            from kamiboard import device  # in here: a damaged file is handled as any other crash

            if log.count >= crash_log.MAX_CRASHES:
                yield from device.halt(log)
            yield from device.run(log)
        except Exception as error:
            if log.count >= crash_log.MAX_CRASHES:
                raise  # even `halt` failed; CircuitPython releases all pins, the LEDs are dark
            from traceback import format_exception

            trace = "".join(format_exception(error))
            log.add(crash_log.summarise(trace))  # before anything else can fail
            console.write(trace)
            console.write("main ERROR died %d times, starting again in %d s" % (log.count, AMBER_S))
            try:
                device.show_amber()
            except NameError:
                pass  # device.py is the damaged file
            time.sleep(AMBER_S)
    except KeyboardInterrupt:
        pass  # ctrl-C on the console would leave the board in the REPL, with its lights frozen
    microcontroller.reset()


if __name__ == "__main__":
    try:
        for _ in steps():
            pass
    except KeyboardInterrupt:
        microcontroller.reset()  # it came between two steps
