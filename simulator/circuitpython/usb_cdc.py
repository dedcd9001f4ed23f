"""Stand-in for CircuitPython's `usb_cdc`: the data port is the simulator's serial port."""

from arguments import integer, number, readable
from chip import BUFFER, IN_WAITING, POLL_NS, SERIAL, WRITE, chip
from circuit.transfer import repeat

_ALL = 1 << 29


class Serial:
    """A USB serial port; a time-out of 0 never waits, None waits for ever."""

    def __init__(self):
        self._timeout = None
        self._write_timeout = None

    @property
    def timeout(self):
        """Time-out of reading, in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds):
        self._timeout = _seconds(seconds)

    @property
    def write_timeout(self):
        """Time-out of writing, in seconds."""
        return self._write_timeout

    @write_timeout.setter
    def write_timeout(self, seconds):
        self._write_timeout = _seconds(seconds)

    @property
    def connected(self):
        """True if a program has opened the port at the other end."""
        return chip.connected

    @property
    def in_waiting(self):
        """Number of bytes that can be read; reading it updates the port, once per main loop."""
        chip.now_ns += IN_WAITING
        chip.poll()
        return min(len(chip.incoming), BUFFER)

    @property
    def out_waiting(self):
        """Number of bytes not sent yet."""
        return BUFFER - chip.room if chip.connected else len(chip.unsent)

    def read(self, size=-1):
        """Return up to `size` bytes; -1: all that come before a time-out."""
        size = integer(size)
        return self._take(_ALL if size < 0 else size, lambda data: False)

    def readinto(self, buf):
        """Read into a buffer; return the number of bytes."""
        if not isinstance(buf, (bytearray, memoryview)):
            raise TypeError("object with buffer protocol required")
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def readline(self, size=-1):
        """Return the bytes up to and including the next newline, or until a time-out."""
        return self._take(
            _ALL if size < 0 else integer(size), lambda data: data.endswith(b"\n"), most=1
        )

    def write(self, buf):
        """Send bytes; return how many were accepted before a time-out."""
        rest = [readable(buf)]
        size = len(rest[0])
        chip.spend(SERIAL + WRITE)

        def push():
            sent = chip.send(rest[0])
            rest[0] = rest[0][sent:]
            return sent

        repeat(chip, push, lambda: not rest[0], self._write_timeout, POLL_NS)
        return size - len(rest[0])

    def flush(self):
        """Have bytes sent; that happens by itself, and is not waited for."""

    def reset_input_buffer(self):
        """Discard received bytes."""
        chip.incoming = chip.incoming[BUFFER:]

    def reset_output_buffer(self):
        """Discard bytes not sent yet."""
        chip.unsent = b""

    def _take(self, size, is_end, most=BUFFER):
        """Read up to `size` bytes, at most `most` at a time; `is_end` tells if they are enough."""
        chip.spend(SERIAL)
        if self._timeout == 0:
            size = min(size, BUFFER)
        got = [b""]

        def pull():
            data = chip.incoming[: min(most, size - len(got[0]))]
            chip.incoming = chip.incoming[len(data) :]
            got[0] += data
            return len(data)

        def is_done():
            return len(got[0]) >= size or is_end(got[0])

        repeat(chip, pull, is_done, self._timeout, POLL_NS)
        chip.take_apart(len(got[0]))
        return got[0]


class _Console:
    """The console port, of which nothing is read; written bytes are reported as console text."""

    connected = False
    in_waiting = 0
    timeout = None
    write_timeout = None  # for ever, as in CircuitPython

    def write(self, buf):
        return chip.write_console(readable(buf), self.write_timeout)


def _seconds(value):
    """Return a time-out as CircuitPython stores it: a float, None (also if below 0) for ever."""
    return None if value is None or number(value) < 0 else number(value)


console = None
data = None
_wanted = [True, False]
_started = False


def enable(*, console=True, data=False):
    """Select the ports; only in boot.py, before USB starts."""
    if _started:
        raise RuntimeError("Cannot change USB devices now")
    _wanted[0] = console
    _wanted[1] = data


def disable():
    """Disable both ports."""
    enable(console=False, data=False)


def start():
    """Start USB, between boot.py and main.py; return True if there is a data port.

    Not of CircuitPython.
    """
    global console, data, _started
    _started = True
    console = _Console() if _wanted[0] else None
    data = Serial() if _wanted[1] else None
    return bool(_wanted[1])
