"""Main program of the interpreter: runs a CIRCUITPY folder as CircuitPython does.

    micropython start.py STAND_INS_FOLDER FIRMWARE_FOLDER LIBRARY_FOLDER

Runs `boot.py`, then `code.py` or, without one, `main.py`.  Their output and tracebacks go to the
simulator as console text.
"""

import builtins
import random
import sys

for folder in sys.argv[1:][::-1]:
    sys.path.insert(0, folder)

import simulated_os  # noqa: E402 (found by the path above)
import simulated_time  # noqa: E402 (found by the path above)
import simulated_traceback  # noqa: E402 (found by the path above)
import usb_cdc  # noqa: E402 (found by the path above)
from chip import chip  # noqa: E402 (found by the path above)

sys.modules["time"] = simulated_time
sys.modules["os"] = simulated_os
sys.modules["traceback"] = simulated_traceback
random.seed(chip.seed)


def console(*values, sep=" ", end="\n", file=None):
    """Replacement of `print` that writes to the board's console."""
    text = sep.join([str(value) for value in values]) + end
    if file is None:
        chip.write_console(text.replace("\n", "\r\n").encode())
    else:
        file.write(text)


def run(name):
    """Run a file of the drive; return False if there is none."""
    try:
        with open(sys.argv[2] + "/" + name) as file:
            source = file.read()
    except OSError:
        return False
    try:
        exec(compile(source, name, "exec"), {"__name__": "__main__", "__file__": name})
    except SystemExit:
        pass
    except BaseException as error:
        simulated_traceback.print_exception(error)
    chip.release_all()
    return True


def identity():
    """Return name and version of this interpreter, such as "micropython 1.29.0"."""
    version = [str(number) for number in sys.implementation.version[:3]]
    return sys.implementation.name + " " + ".".join(version)


def boot():
    """Run `boot.py`, and report what has started."""
    builtins.print = console
    run("boot.py")
    chip.put("B", bytes([usb_cdc.start()]))
    chip.put("I", identity().encode())
    chip.exchange()
    chip.announce(b"\r\nmain.py output:\r\n")


def end():
    """Report that the program has ended."""
    console("Code done running.")
    chip.finish("ended")


def steps():
    """Run the drive's `boot.py` and the steps of its `main.py`, and yield after each step.

    For an interpreter that frees memory only between two calls from outside.
    """
    boot()
    try:
        import main

        yield from main.steps()
    except SystemExit:
        raise
    except BaseException as error:
        simulated_traceback.print_exception(error)
    chip.release_all()
    end()


if __name__ == "__main__":
    boot()
    if not run("code.py") and not run("main.py"):
        console("there is neither code.py nor main.py on the drive")
    end()
