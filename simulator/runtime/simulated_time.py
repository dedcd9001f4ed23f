"""Stand-in for `time`: the chip's clock."""

from chip import CALL, chip


def sleep(seconds):
    """Wait."""
    chip.wait(int(seconds * 1000000000))


def monotonic():
    """Seconds since the start."""
    chip.spend(CALL)
    return (chip.now_ns - chip.start_ns) / 1000000000


def monotonic_ns():
    """Nanoseconds since the start."""
    chip.spend(CALL)
    return chip.now_ns - chip.start_ns
