"""Stand-in for CircuitPython's `usb_cdc`: the data port is the simulator's serial port."""

from chip import BUFFER, IN_WAITING, SERIAL, WRITE, chip

_WAIT_NS = 1000000


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
        """Return up to `size` bytes; -1: all there are."""
        chip.spend(SERIAL)
        if size >= 0:
            self._wait(self._timeout, lambda: len(chip.incoming) >= size)
        else:
            size = min(len(chip.incoming), BUFFER)
        data = chip.incoming[:size]
        chip.incoming = chip.incoming[size:]
        chip.take_apart(len(data))
        return data

    def readinto(self, buf):
        """Read into a buffer; return the number of bytes."""
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def readline(self, size=-1):
        """Return the bytes up to and including the next newline, or all there are."""
        chip.spend(SERIAL)
        self._wait(self._timeout, lambda: b"\n" in chip.incoming)
        end = chip.incoming.find(b"\n") + 1 or len(chip.incoming)
        if 0 <= size < end:
            end = size
        data = chip.incoming[:end]
        chip.incoming = chip.incoming[end:]
        return data

    def write(self, buf):
        """Send bytes; return how many were accepted within `write_timeout`."""
        chip.spend(SERIAL + WRITE)
        rest = [bytes(buf)]

        def push():
            rest[0] = rest[0][chip.send(rest[0]) :]
            return not rest[0]

        self._wait(self._write_timeout, push)
        return len(buf) - len(rest[0])

    def flush(self):
        """Wait until all bytes are sent."""
        self._wait(None, lambda: not chip.connected or chip.room == BUFFER)

    def reset_input_buffer(self):
        """Discard received bytes."""
        chip.incoming = b""

    def reset_output_buffer(self):
        """Discard bytes not sent yet."""
        chip.unsent = b""

    @staticmethod
    def _wait(timeout, is_done):
        """Advance the time until a condition is met, or for a time-out in seconds."""
        if is_done() or timeout == 0:
            return
        end_ns = None if timeout is None else chip.now_ns + int(timeout * 1000000000)
        while end_ns is None or chip.now_ns < end_ns:
            chip.now_ns += _WAIT_NS
            chip.exchange()
            if is_done():
                return


class _Console:
    """The console port; written bytes are reported as console text."""

    connected = False
    in_waiting = 0
    out_waiting = 0
    timeout = None
    write_timeout = None  # for ever, as in CircuitPython

    def read(self, size=-1):
        return b""

    def write(self, buf):
        return chip.write_console(bytes(buf), self.write_timeout)

    def flush(self):
        pass


def _seconds(value):
    """Return a time-out as CircuitPython stores it: a float, None (also if below 0) for ever."""
    return None if value is None or value < 0 else float(value)


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
