"""The wreck: a board whose program has died too often.  It lies dark and only says so."""

from kamiboard import config, ticks
from kamiboard.link import Link

MYPY = False
if MYPY:
    from kamiboard.crash_log import Record
    from kamiboard.protocols import Port


class Wreck:
    """Answers every line, and says once a second unasked, that it has given up.

    Args:
        port: what the host is connected to; None if there is nothing.
        record: why it has.
    """

    def __init__(self, port: "Port | None", record: "Record") -> None:
        self._link = Link(port)
        self._fields = "%d,down,%s" % (record.count, record.text)
        self._owes = True
        self._said_ms = 0

    def step(self, now_ms: int) -> None:
        """Do everything once; never waits."""
        self._link.poll()
        while self._link.receive() is not None:
            self._owes = True
        if ticks.since(now_ms, self._said_ms) >= config.HEARTBEAT_MS:
            self._owes = True
        if self._owes and self._link.is_idle:
            self._owes = False
            self._said_ms = now_ms
            self._link.send("crash", self._fields)
