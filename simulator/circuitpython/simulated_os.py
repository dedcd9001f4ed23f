"""Stand-in for `os`: what a program on the board may ask; the seed rules what it gets by chance."""

from chip import chip

_state = [(chip.seed * 69069 + chip.now_ns // 1000) & 0x7FFFFFFF]


def urandom(size):
    """Bytes that differ from start to start, and are the same for the same seed and moment."""
    result = bytearray(size)
    for index in range(size):
        _state[0] = (_state[0] * 1103515245 + 12345) & 0x7FFFFFFF
        result[index] = _state[0] >> 16 & 0xFF
    return bytes(result)


def getenv(name, default=None):
    """What settings.toml says; there is none here."""
    return default
