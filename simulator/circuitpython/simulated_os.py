"""Stand-in for CircuitPython's `os`; its random bytes depend on the seed."""

from chip import chip

_state = [(chip.seed * 69069 + chip.now_ns // 1000) & 0x7FFFFFFF]


def urandom(size):
    """Return random bytes that depend on the seed and the time of the start."""
    result = bytearray(size)
    for index in range(size):
        _state[0] = (_state[0] * 1103515245 + 12345) & 0x7FFFFFFF
        result[index] = _state[0] >> 16 & 0xFF
    return bytes(result)


def getenv(name, default=None):
    """Return the default, since there is no settings.toml here."""
    return default
