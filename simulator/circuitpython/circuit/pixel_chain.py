"""Chain of pixels: its colours, and the time that the firmware needs to write them."""

# Costs in ns, from the same figures as those of chip.py.
PIXEL = 40000
LATCH = 340000
CHANGED = 60000  # computing a pixel
FRAME_PIXEL = 63000  # obeying a line that changes the lights
AHEAD_PIXEL = 50000  # showing a frame that was sent ahead
_DARK = b"\0\0\0"
PEAK = 5400000  # finding the brightest moment: of a line that changes so many that it may be needed
PEAK_PIXELS = 24


class PixelChain:
    """The colours of the chain.

    Attributes:
        changed_ns: time of the last change.
        line_ns: until then a change is due to a line that the firmware has read.
        lift_ns: until then pixels that were dark are lit because of a piece that was moved.
    """

    def __init__(self, pixels, now_ns):
        self._data = bytes(3 * pixels)
        self.changed_ns = now_ns
        self.line_ns = 0
        self.lift_ns = 0

    def write(self, data, now_ns):
        """Take new colours; return the time that the firmware needs for them."""
        pixels = len(data) // 3
        changed = lit = 0
        for at in range(0, len(data), 3):
            if data[at : at + 3] != self._data[at : at + 3]:
                changed += 1
                if self._data[at : at + 3] == _DARK:
                    lit += 1
        cost = CHANGED * changed
        if now_ns < self.line_ns:
            cost += FRAME_PIXEL * pixels + (PEAK if changed > PEAK_PIXELS else 0)
        elif lit and now_ns < self.lift_ns:
            cost += AHEAD_PIXEL * pixels
            self.lift_ns = 0
        self.line_ns = 0
        if changed:
            self.changed_ns = now_ns + cost
        self._data = data
        return cost + PIXEL * pixels + LATCH
