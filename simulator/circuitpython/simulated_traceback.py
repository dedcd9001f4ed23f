"""Stand-in for CircuitPython's `traceback`: prints on the board's console."""

import io
import sys

from chip import chip

_print = getattr(sys, "print_exception", None)
if _print is None:
    import traceback

    def _print(error, file):
        traceback.print_exception(error, file=file)


def format_exception(error):
    """Return the traceback of an exception as a list of texts."""
    text = io.StringIO()
    _print(error, text)
    return [text.getvalue()]


def print_exception(error):
    """Print the traceback of an exception."""
    chip.write_console("".join(format_exception(error)).encode())
