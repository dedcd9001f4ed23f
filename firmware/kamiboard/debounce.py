"""Debouncer: turns raw levels into a stable snapshot of the board.

Per cell, in this order:

1. Hysteresis.  A tower appears at the cell's *on* level and disappears below its *off* level.
2. Settle time.  A state enters the snapshot after it was seen for `settle_ms` without a break.
3. Side change.  No tower changes side without leaving its square, but the field of an off-centre
   magnet reverses at its edge.  So the other side is accepted only if the cell was seen empty for
   `leave_ms` in between; otherwise the cell is *unsure* until it is seen empty or the old side
   returns.
"""

from array import array

from kamiboard import ticks

MYPY = False
if MYPY:
    from collections.abc import Sequence

EMPTY, HIGH, LOW, UNSURE = 0, 1, 2, 3  # HIGH, LOW: the output is above, below its zero


class Debouncer:
    """Debouncer of all cells of a board.

    Attributes:
        snapshot: an ASCII byte for each cell, one of the four letters.
        revision: number of changes of the snapshot.
        ready: True once the settle time has passed, so that the first snapshot is valid.
    """

    def __init__(
        self,
        ons: "Sequence[int]",
        offs: "Sequence[int]",
        settle_ms: int,
        leave_ms: int,
        letters: bytes,
    ) -> None:
        """Start with an empty snapshot that is not ready.

        Args:
            ons: per cell the absolute level at which a tower appears; read at each update.
            offs: per cell the absolute level below which it disappears; less than in `ons`.
            settle_ms: time for which a state must be seen to enter the snapshot.
            leave_ms: time for which a cell must be seen empty before it may change side.
            letters: of an empty cell, one above zero, one below zero, an unsure one.
        """
        cells = len(ons)
        self.snapshot = bytearray(letters[:1] * cells)
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
        self._owner = bytearray(cells)  # the side last accepted, until it was seen to leave
        self._started_ms = -1

    def update(self, levels: "Sequence[int]", now_ms: int) -> bool:
        """Take in the levels of one scan; return True if the snapshot has changed.

        Args:
            levels: one for each cell.
            now_ms: the tick at which they were read.
        """
        if not self.ready:
            if self._started_ms < 0:
                self._started_ms = now_ms
            # Cells that changed in the first scan settle in the same update.
            self.ready = ticks.since(now_ms, self._started_ms) >= self._settle_ms
        ons = self._ons
        offs = self._offs
        seen = self._seen
        shown = self._shown
        changed = False
        for cell in range(len(seen)):
            level = levels[cell]
            was = seen[cell]
            # Most frequent cases first: an empty cell, or a tower that stays.
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
        """Note that another state is seen from now on."""
        if self._seen[cell] == EMPTY and ticks.since(now_ms, self._since[cell]) >= self._leave_ms:
            self._owner[cell] = EMPTY
        self._seen[cell] = sees
        self._since[cell] = now_ms

    def _settle(self, cell: int, sees: int) -> bool:
        """Accept or doubt a state that has lasted; return True if the snapshot has changed."""
        owner = self._owner[cell]
        if sees == EMPTY or owner in (EMPTY, sees):
            self._owner[cell] = sees
            shows = sees
        else:
            shows = UNSURE
        if shows == self._shown[cell]:
            return False
        self._shown[cell] = shows
        self.snapshot[cell] = self._letters[shows]
        return True
