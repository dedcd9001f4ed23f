"""Activity of the chip and around it, which tells when it may sleep.  Times in ns."""

MEASURE = 2000000000  # lines of these kinds come at least that often while it measures
MEASURING = (b"calib,", b"cells,", b"diag,")
ANSWER = 5000000  # since bytes came: they are answered in the same step, which is longer
TOUCH = 60000000  # since a sensor changed or the LEDs were switched on: both need some steps
SNAPSHOT = 1000000000  # the longest time between two snapshots
SOON = 8000000  # a snapshot that is due so soon, a step, is sent before the chip sleeps


class Activity:
    """Times of the last events.

    Attributes:
        came_ns: when bytes came.
        touched_ns: when something changed around the chip.
        snapshot_ns: when the next snapshot is due, if a host listens.
    """

    def __init__(self, now_ns):
        self.came_ns = now_ns
        self.touched_ns = now_ns
        self.snapshot_ns = now_ns
        self._measured_ns = now_ns - MEASURE

    def send(self, data, now_ns):
        """Take note of bytes that are sent."""
        if data[: data.find(b",") + 1] in MEASURING:
            self._measured_ns = now_ns
        elif data.startswith(b"snap,"):
            self.snapshot_ns = now_ns + SNAPSHOT

    def is_measuring(self, now_ns):
        """Return True while scans are counted, so that none may be skipped."""
        return now_ns - self._measured_ns < MEASURE

    def is_over(self, now_ns):
        """Return True if all has been answered, and no snapshot is due soon."""
        if now_ns - self.came_ns < ANSWER or now_ns - self.touched_ns < TOUCH:
            return False
        return not 0 < self.snapshot_ns - now_ns < SOON
