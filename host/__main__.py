"""The command line: `python -m host`, or `./kamisado` from a checkout."""

from __future__ import annotations

import gc
import os
import signal
import sys

INTERRUPTED = 130
"""The exit status after ctrl-C, as shells have it."""
GARBAGE_OBJECTS = 20_000
"""New objects after which Python looks for garbage, instead of 700: nearly all that a start makes
stays, and to look through it time and again took 3 % of the start."""


def leave(*_: object) -> None:
    """End at once: while Python imports or tidies up, an exception would end in a traceback."""
    os._exit(INTERRUPTED)


def open_missing_streams() -> None:
    """Open the standard streams that this program was started without; they are empty.

    The first files that it opens would get their descriptors otherwise.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, "w" if descriptor else "r"))


def run() -> int:
    """Run the command of the command line.  Returns the exit status."""
    gc.set_threshold(GARBAGE_OBJECTS)
    open_missing_streams()
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, leave)
    if hasattr(signal, "pthread_sigmask"):  # the launcher has it wait until here
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    from host.cli.main import main

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if heeded:
            signal.signal(signal.SIGINT, leave)


if __name__ == "__main__":
    raise SystemExit(run())
