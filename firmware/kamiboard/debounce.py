"""The debouncer: levels that jump about to a picture that can be believed.

Per cell, in this order:

1. Hysteresis.  A tower is seen from the cell's level *on* upward, and stays seen down to *off*.
2. Time.  What is seen becomes part of the picture when it has been seen for `settle_ms` without a
   break.
3. Honesty.  The field of an off-centre magnet turns round at its edge, and no tower changes side
   without leaving its square.  So after one side the other is believed only if the cell was seen
   empty for `leave_ms` in between; else the cell is *unsure* until it is seen empty or the old side
   comes back.
"""

from array import array

from kamiboard import ticks

MYPY = False
if MYPY:
    from collections.abc import Sequence

EMPTY, HIGH, LOW, UNSURE = 0, 1, 2, 3  # seen: the sensor's output is at, above, below the middle


class Debouncer:
    """The picture of a board.

    Attributes:
        picture: an ASCII byte for each cell, one of the four letters.
        revision: how often the picture has changed.
        ready: whether levels have been watched for long enough for the first picture to be true.
    """

    def __init__(
        self,
        ons: "Sequence[int]",
        offs: "Sequence[int]",
        settle_ms: int,
        leave_ms: int,
        letters: bytes,
    ) -> None:
        """Start with an empty picture that is not ready.

        Args:
            ons: distance from nought at which a tower appears, for each cell, in the unit of the
                levels; looked up anew for each level.
            offs: distance below which it is gone; less than that of `ons`.
            settle_ms: how long something must be seen to be believed.
            leave_ms: how long a cell must be seen empty before the other side is believed there.
            letters: what a cell is called that is empty, above and below the middle, and unsure.
        """
        cells = len(ons)
        self.picture = bytearray(letters[:1] * cells)
        self.revision = 0
        self.ready = False
        self._ons = ons
        self._offs = offs
        self._settle_ms = settle_ms
        self._leave_ms = leave_ms
        self._letters = letters
        self._seen = bytearray(cells)
        self._since = array("i", [0] * cells)
        self._shown = bytearray(cells)
        self._owner = bytearray(cells)  # the side last believed, until it was seen to leave
        self._started_ms = -1

    def update(self, levels: "Sequence[int]", now_ms: int) -> bool:
        """Take the levels of one scan; True if the picture has changed.

        Args:
            levels: one for each cell, in the order of the picture.
            now_ms: the tick at which they were read.
        """
        if not self.ready:
            if self._started_ms < 0:
                self._started_ms = now_ms
            # Cells that changed in the very first scan settle in this very one.
            self.ready = ticks.since(now_ms, self._started_ms) >= self._settle_ms
        ons = self._ons
        offs = self._offs
        seen = self._seen
        shown = self._shown
        changed = False
        for cell in range(len(seen)):
            level = levels[cell]
            was = seen[cell]
            # The ordinary cases first: nothing there, or a tower that stands where it stood.
            if was == EMPTY:
                on = ons[cell]
                sees = EMPTY if -on < level < on else HIGH if level > 0 else LOW
            elif was == HIGH:
                sees = HIGH if level >= offs[cell] else LOW if level <= -ons[cell] else EMPTY
            else:
                sees = LOW if level <= -offs[cell] else HIGH if level >= ons[cell] else EMPTY
            if sees != was:
                self._see(cell, sees, now_ms)
            elif sees != shown[cell] and ticks.since(now_ms, self._since[cell]) >= self._settle_ms:
                changed = self._settle(cell, sees) or changed
        if changed:
            self.revision += 1
        return changed

    def _see(self, cell: int, sees: int, now_ms: int) -> None:
        """Something else is seen from now on."""
        if self._seen[cell] == EMPTY and ticks.since(now_ms, self._since[cell]) >= self._leave_ms:
            self._owner[cell] = EMPTY
        self._seen[cell] = sees
        self._since[cell] = now_ms

    def _settle(self, cell: int, sees: int) -> bool:
        """What is seen has lasted: believe it or doubt it; True if the picture has changed."""
        owner = self._owner[cell]
        if sees == EMPTY or owner in (EMPTY, sees):
            self._owner[cell] = sees
            shows = sees
        else:
            shows = UNSURE
        if shows == self._shown[cell]:
            return False
        self._shown[cell] = shows
        self.picture[cell] = self._letters[shows]
        return True
