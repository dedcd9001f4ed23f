"""Stand-in for CircuitPython's `usb_cdc`: the data port is the simulator's serial port."""

from chip import BUFFER, IN_WAITING, SERIAL, chip

_WAIT_NS = 1000000


class Serial:
    """A USB serial port.  With both time-outs at 0 it never waits; at None it waits for ever."""

    def __init__(self):
        self._timeout = None
        self._write_timeout = None

    @property
    def timeout(self):
        """How long to wait when reading, in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds):
        self._timeout = _seconds(seconds)

    @property
    def write_timeout(self):
        """How long to wait when writing, in seconds."""
        return self._write_timeout

    @write_timeout.setter
    def write_timeout(self, seconds):
        self._write_timeout = _seconds(seconds)

    @property
    def connected(self):
        """Whether somebody has opened the port at the other end."""
        return chip.connected

    @property
    def in_waiting(self):
        """How many bytes can be read at once.  Here the time is synchronised: once a main loop."""
        chip.now_ns += IN_WAITING
        chip.look()
        return len(chip.incoming)

    @property
    def out_waiting(self):
        """Bytes that are not sent yet."""
        return BUFFER - chip.room if chip.connected else len(chip.unheard)

    def read(self, size=-1):
        """Up to `size` bytes, -1 for as many as there are."""
        chip.spend(SERIAL)
        if size >= 0:
            self._wait(self._timeout, lambda: len(chip.incoming) >= size)
        else:
            size = len(chip.incoming)
        data = chip.incoming[:size]
        chip.incoming = chip.incoming[size:]
        return data

    def readinto(self, buf):
        """Fill a buffer as far as there is something; returns how far."""
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def readline(self, size=-1):
        """Up to and with the next newline, or all there is."""
        chip.spend(SERIAL)
        self._wait(self._timeout, lambda: b"\n" in chip.incoming)
        end = chip.incoming.find(b"\n") + 1 or len(chip.incoming)
        if 0 <= size < end:
            end = size
        data = chip.incoming[:end]
        chip.incoming = chip.incoming[end:]
        return data

    def write(self, buf):
        """Send bytes; returns how many were taken, which may be fewer if `write_timeout` is 0."""
        chip.spend(SERIAL)
        rest = [bytes(buf)]

        def push():
            rest[0] = rest[0][chip.send(rest[0]) :]
            return not rest[0]

        self._wait(self._write_timeout, push)
        return len(buf) - len(rest[0])

    def flush(self):
        """Wait until everything is sent."""
        self._wait(None, lambda: not chip.connected or chip.room == BUFFER)

    def reset_input_buffer(self):
        """Forget what has come."""
        chip.incoming = b""

    def reset_output_buffer(self):
        """Forget what is not sent yet."""
        chip.unheard = b""

    @staticmethod
    def _wait(timeout, is_done):
        """Let time pass until something is so, or for a time-out in seconds."""
        if is_done() or timeout == 0:
            return
        end_ns = None if timeout is None else chip.now_ns + int(timeout * 1000000000)
        while end_ns is None or chip.now_ns < end_ns:
            chip.now_ns += _WAIT_NS
            chip.exchange()
            if is_done():
                return


class _Console:
    """The console port: what is written is printed; nobody types."""

    connected = False
    in_waiting = 0
    out_waiting = 0
    timeout = None
    write_timeout = None

    def read(self, size=-1):
        return b""

    def write(self, buf):
        chip.put("P", bytes(buf))
        return len(buf)

    def flush(self):
        pass


def _seconds(value):
    """A time-out as CircuitPython keeps it: a float, None for ever; below 0 is for ever too."""
    return None if value is None or value < 0 else float(value)


console = None
data = None
_wanted = [True, False]
_started = False


def enable(*, console=True, data=False):
    """Choose the ports; only in boot.py, before USB starts."""
    if _started:
        raise RuntimeError("Cannot change USB devices now")
    _wanted[0] = console
    _wanted[1] = data


def disable():
    """No ports."""
    enable(console=False, data=False)


def start():
    """Let USB start, between boot.py and main.py; True if there is a data port.

    Not of CircuitPython.
    """
    global console, data, _started
    _started = True
    console = _Console() if _wanted[0] else None
    data = Serial() if _wanted[1] else None
    return bool(_wanted[1])
