"""Halted board: the program has crashed too often.  The LEDs stay dark; only the link works."""

from kamiboard import config, ticks
from kamiboard.link import Link

MYPY = False
if MYPY:
    from kamiboard.nvm.crash_log import CrashLog
    from kamiboard.protocols import Port


class HaltedBoard:
    """Sends a `crash` line once a second, and in answer to every line.

    Args:
        port: the serial port to the host; None if there is none.
        log: number and cause of the crashes.
    """

    def __init__(self, port: "Port | None", log: "CrashLog") -> None:
        self._link = Link(port)
        self._fields = "%d,down,%s" % (log.count, log.text)
        self._crash_due = True
        self._sent_ms = 0

    def step(self, now_ms: int) -> None:
        """Receive, and send the line if it is due; never waits."""
        self._link.poll()
        while self._link.receive() is not None:
            self._crash_due = True
        if ticks.since(now_ms, self._sent_ms) >= config.HEARTBEAT_MS:
            self._crash_due = True
        if self._crash_due and self._link.is_idle:
            self._crash_due = False
            self._sent_ms = now_ms
            self._link.send("crash", self._fields)
