"""Stand-in for CircuitPython's `os`; its random bytes depend on the seed."""

from arguments import integer
from chip import chip

_state = [(chip.seed * 69069 + chip.now_ns // 1000) & 0x7FFFFFFF]


def urandom(size):
    """Return random bytes that depend on the seed and the time of the start."""
    result = bytearray(integer(size))
    for index in range(size):
        _state[0] = (_state[0] * 1103515245 + 12345) & 0x7FFFFFFF
        result[index] = _state[0] >> 16 & 0xFF
    return bytes(result)
