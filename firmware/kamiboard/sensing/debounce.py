"""Debouncer: turns raw levels into a stable snapshot of the board.

Per cell, in this order:

1. Hysteresis.  A tower appears at the cell's *on* level and disappears below its *off* level.
2. Settle time.  A state enters the snapshot after it was seen for `settle_ms` without a break.
3. Side change.  No tower changes side without leaving its square, but the field of an off-centre
   magnet reverses at its edge.  So the other side is accepted only if the cell was seen empty for
   `leave_ms` in between; otherwise the cell is *unsure* until it is seen empty or the old side
   returns.

A tower that seems to leave is a *lift* from the first scan on, before that has settled: the host
may light its squares early.  A lift that turns out to be none is doubted, and so are all further
ones of its cell for one to two seconds: a noisy sensor reports no more than that.
"""

from array import array

from kamiboard import ticks

# A step takes 7 ms on 8 x 8 and 8 on 9 x 9 (measured on an emulated chip), up to 1.3 times as long
# on silicon (hardware/README.md, times).
SETTLE_MS = 14  # three equal scans; keeps the whole latency below 60 ms
LEAVE_MS = 12  # two scans: no hand exchanges two towers faster, but a field may reverse faster

MYPY = False
if MYPY:
    from collections.abc import Sequence

EMPTY, HIGH, LOW, UNSURE = 0, 1, 2, 3  # HIGH, LOW: the output is above, below its zero
_DOUBT = 2  # calls of `forget_doubts`
_FAR = 1 << 20  # beyond any level


class Debouncer:
    """Debouncer of all cells of a board.

    Attributes:
        snapshot: an ASCII byte for each cell, one of the four letters.
        revision: number of changes of the snapshot.
        ready: True once the settle time has passed, so that the first snapshot is valid.
        lifts_changed: True if `lifts` has changed in this scan other than by a settled state.
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
            ons: per cell the absolute level at which a tower appears; after a change of it or of
                `offs` call `load_thresholds`.
            offs: per cell the absolute level below which it disappears; less than in `ons`.
            settle_ms: time for which a state must be seen to enter the snapshot.
            leave_ms: time for which a cell must be seen empty before it may change side.
            letters: of an empty cell, one above zero, one below zero, an unsure one.
        """
        cells = len(ons)
        self.snapshot = bytearray(letters[:1] * cells)
        self.revision = 0
        self.ready = False
        self.lifts_changed = False
        self._ons = ons
        self._offs = offs
        self._settle_ms = settle_ms
        self._leave_ms = leave_ms
        self._letters = letters
        self._seen = bytearray(cells)
        self._since = array("i", [0] * cells)
        self._shown = bytearray(cells)
        self._owner = bytearray(cells)  # the side last accepted, until it was seen to leave
        self._lows = array("i", [0] * cells)
        self._highs = array("i", [0] * cells)
        self._pending: "list[int]" = []  # cells that have changed and not settled
        self._doubts = bytearray(cells)  # of a lift
        self._doubted = False  # any
        self._now_ms = 0
        self._started_ms = -1
        self.load_thresholds()

    def load_thresholds(self) -> None:
        """Take over a change of `ons` and `offs`."""
        for cell in range(len(self._seen)):
            self._set_bounds(cell)

    def update(self, levels: "Sequence[int]", now_ms: int) -> bool:
        """Take in the levels of all cells of one scan; return True if the snapshot has changed.

        Args:
            levels: one for each cell.
            now_ms: the tick at which they were read.
        """
        self.begin(now_ms)
        self.take(levels, 0, len(levels))
        return self.end()

    def begin(self, now_ms: int) -> None:
        """Begin a scan; `take` all its cells next."""
        self._now_ms = now_ms
        self.lifts_changed = False
        if not self.ready and self._started_ms < 0:
            self._started_ms = now_ms

    def take(self, levels: "Sequence[int]", first: int, end: int) -> None:
        """Take in the levels of the cells from `first` up to, not including, `end`."""
        # Every cell passes here in every scan, almost always within its bounds.
        lows = self._lows
        highs = self._highs
        for cell in range(first, end):
            if not lows[cell] <= levels[cell] <= highs[cell]:
                self._see(cell, levels[cell])

    def end(self) -> bool:
        """End a scan; return True if the snapshot has changed."""
        if not self.ready:
            # Cells that changed in the first scan settle now as well.
            self.ready = ticks.since(self._now_ms, self._started_ms) >= self._settle_ms
        changed = False
        pending = self._pending
        for at in range(len(pending) - 1, -1, -1):
            cell = pending[at]
            if ticks.since(self._now_ms, self._since[cell]) >= self._settle_ms:
                pending.pop(at)
                if self._seen[cell] != self._shown[cell]:
                    changed = self._settle(cell, self._seen[cell]) or changed
                else:
                    self._owner[cell] = self._seen[cell]  # it has only seemed to leave
        if changed:
            self.revision += 1
        return changed

    @property
    def lifts(self) -> "list[int]":
        """Cells whose tower is seen no more, which has not settled; without the doubted ones."""
        if not self._pending:
            return self._pending  # a new list would take memory for each snapshot
        return [
            cell
            for cell in self._pending
            if self._seen[cell] == EMPTY and self._has_lift(cell) and not self._doubts[cell]
        ]

    def forget_doubts(self) -> None:
        """Doubt each cell less; call about once a second."""
        if self._doubted:
            doubts = self._doubts
            for cell in range(len(doubts)):
                if doubts[cell]:
                    doubts[cell] -= 1
            self._doubted = max(doubts) > 0

    def _has_lift(self, cell: int) -> bool:
        """Return True if the snapshot shows a tower of a known side, which may be lifted."""
        return self._shown[cell] in (HIGH, LOW)

    def _see(self, cell: int, level: int) -> None:
        """Note that a cell has left its bounds: another state is seen from now on."""
        was = self._seen[cell]
        if was == EMPTY:
            sees = HIGH if level > 0 else LOW
            if ticks.since(self._now_ms, self._since[cell]) >= self._leave_ms:
                self._owner[cell] = EMPTY
        elif was == HIGH:
            sees = LOW if level <= -self._ons[cell] else EMPTY
        else:
            sees = HIGH if level >= self._ons[cell] else EMPTY
        if EMPTY in (was, sees) and self._has_lift(cell) and not self._doubts[cell]:
            self.lifts_changed = True
            if was == EMPTY:
                self._doubts[cell] = _DOUBT
                self._doubted = True
        self._seen[cell] = sees
        self._since[cell] = self._now_ms
        self._set_bounds(cell)
        if cell not in self._pending:
            self._pending.append(cell)

    def _set_bounds(self, cell: int) -> None:
        """Compute the bounds within which the state that is seen lasts."""
        sees = self._seen[cell]
        if sees == EMPTY:
            self._highs[cell] = self._ons[cell] - 1
            self._lows[cell] = 1 - self._ons[cell]
        elif sees == HIGH:
            self._highs[cell] = _FAR
            self._lows[cell] = self._offs[cell]
        else:
            self._highs[cell] = -self._offs[cell]
            self._lows[cell] = -_FAR

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
