"""Stand-in for CircuitPython's `traceback`: prints on the board's console."""

import io
import sys

from chip import chip

_HEAD = "Traceback (most recent call last):"
_OURS = '  File "%s"' % sys.argv[0]  # start.py, which runs the program
_print = getattr(sys, "print_exception", None)
if _print is None:
    import traceback

    def _print(error, file):
        # Without the lines of the sources, as on the board; CPython would read them with the
        # stand-in for `os`.
        places = list(traceback.walk_tb(error.__traceback__))
        if places:
            file.write(_HEAD + "\n")
        for frame, line in places:
            code = frame.f_code
            file.write(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n')
        file.write(f"{type(error).__name__}: {error}\n")


def format_exception(exc, value=None, tb=None):
    """Return the traceback of an exception as a list of one text.

    As on the board the lines of the places end with a carriage return, those of the exception do
    not.  Takes an exception, or also its type and traceback, as CPython did.
    """
    error = exc if value is None else value
    if not isinstance(error, BaseException):
        raise TypeError("invalid exception")
    text = io.StringIO()
    _print(error, text)
    head, rest = "", text.getvalue()
    while rest.startswith((_HEAD, '  File "')):
        line, _, rest = rest.partition("\n")
        if not line.startswith(_OURS):
            head += line + "\r\n"
    if value is not None and tb is None:
        head = ""
    return [head + rest]


def print_exception(error):
    """Print the traceback of an exception."""
    text = format_exception(error)[0]
    chip.write_console(text.replace("\r", "").replace("\n", "\r\n").encode())
