"""Stand-in for CircuitPython's `usb_cdc`: the data port is the simulator's serial port."""

from chip import BUFFER, IN_WAITING, SERIAL, chip


class Serial:
    """One USB serial port.  With both time-outs at 0 it never waits."""

    def __init__(self):
        self.timeout = None
        self.write_timeout = None

    @property
    def connected(self):
        """Whether somebody has opened the port at the other end."""
        return chip.connected

    @property
    def in_waiting(self):
        """How many bytes can be read at once.  Here the time is synchronised: once a main loop."""
        chip.now_ns += IN_WAITING
        chip.exchange()
        return min(len(chip.incoming), BUFFER)

    @property
    def out_waiting(self):
        """Bytes that are not sent yet."""
        return 0

    def read(self, size=1):
        """Up to `size` bytes; waits for them unless `timeout` is 0."""
        chip.spend(SERIAL)
        while self.timeout is None and len(chip.incoming) < size:
            chip.wait(1000000)
            chip.exchange()
        data = chip.incoming[:size]
        chip.incoming = chip.incoming[size:]
        return data

    def readinto(self, buf):
        """Fill a buffer as far as there is something; returns how far."""
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def write(self, buf):
        """Send bytes; returns how many were taken, which may be fewer if write_timeout is 0."""
        chip.spend(SERIAL)
        size = len(buf) if self.write_timeout is None else min(len(buf), BUFFER)
        if not chip.connected:
            return 0 if self.write_timeout == 0 else size
        chip.put("S", bytes(buf[:size]))
        return size

    def flush(self):
        """Wait until everything is sent."""

    def reset_input_buffer(self):
        """Forget what has come."""
        chip.incoming = b""

    def reset_output_buffer(self):
        """Forget what is not sent yet."""


_enabled = {"console": True, "data": False}
console = Serial()
data = None


def enable(console=True, data=False):
    """Choose the ports; only in boot.py, before USB starts."""
    if _enabled.get("started"):
        raise RuntimeError("Cannot change USB devices now")
    _enabled["console"] = console
    _enabled["data"] = data


def disable():
    """No ports."""
    enable(False, False)


def start():
    """USB starts, between boot.py and main.py; not of CircuitPython."""
    global data
    _enabled["started"] = True
    data = Serial() if _enabled["data"] else None
