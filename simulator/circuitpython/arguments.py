"""Checks of arguments as CircuitPython makes them, and its constants; not of CircuitPython."""

from array import array


class Constant:
    """A value of an enumeration, such as `digitalio.Pull.UP`."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return self._name

    __str__ = __repr__


def integer(value):
    """Return an int; a fraction is none."""
    if not isinstance(value, (int, bool)):  # MicroPython's bool is no int
        raise TypeError("can't convert %s to int" % type(value).__name__)
    return int(value)


def number(value):
    """Return a float."""
    if not isinstance(value, (int, float, bool)):
        raise TypeError("can't convert %s to float" % type(value).__name__)
    return float(value)


def at_least(value, least, name):
    """Return a value that is not too small."""
    if value < least:
        raise ValueError("%s must be >= %d" % (name, least))
    return value


def readable(value):
    """Return the bytes of an object that has a buffer, as a text has."""
    if isinstance(value, str):
        return value.encode()
    if not isinstance(value, (bytes, bytearray, memoryview, array)):
        raise TypeError("object with buffer protocol required")
    return bytes(value)
