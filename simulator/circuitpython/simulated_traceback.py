"""Stand-in for CircuitPython's `traceback`: prints on the board's console."""

import io
import sys

from chip import chip

_print = getattr(sys, "print_exception", None)
if _print is None:
    import traceback

    def _print(error, file):
        # Without the lines of the sources, as on the board; CPython would read them with the
        # stand-in for `os`.
        file.write("Traceback (most recent call last):\n")
        for frame, line in traceback.walk_tb(error.__traceback__):
            code = frame.f_code
            file.write(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n')
        file.writelines(traceback.format_exception_only(error))


def format_exception(error):
    """Return the traceback of an exception as a list of texts."""
    text = io.StringIO()
    _print(error, text)
    return [text.getvalue()]


def print_exception(error):
    """Print the traceback of an exception."""
    chip.write_console("".join(format_exception(error)).encode())
