"""Calibrator: guides a person through the calibration by the lights, without a computer.

    step    the lights                       the person                  ends when
    clear   amber where something is felt    takes everything away       all is empty
    quiet   corners white                    keeps the hands off         QUIET_SCANS were seen
    sweep   blue where no tower has been     slides a tower over every   every square has
                                             square                      felt it
    home    blue where a tower is due,       sets both home rows up      all towers stand
            amber: it is upside down
    done    a white wave, or amber where     looks                       a few seconds have
            something is wrong                                           passed

A broken sensor must not block the calibration: a step also ends when nothing has happened for a
while, and the squares still due are faulty.  If nothing at all was swept, the calibration ends
without any change.

The result is for each square its zero and its detection threshold: a share of the sensor's level
with a tower right above it, times the strength of the weakest tower.
"""

from array import array

from kamiboard import config, ticks
from kamiboard.lights.calibration_lights import CalibrationLights
from kamiboard.nvm.calibration import ON_MAX, ON_MIN, ZERO_MAX

# hardware/README.md, calibration.
FELT = config.counts_from_mt(3.5)  # by a tower; the zero of a good sensor is 2.6 at most
NOISE_MAX = config.counts_from_mt(0.6)  # ten times the sensor's own
SWEEP_MIN = config.counts_from_mt(15)  # of 35 under the middle of a tower
MOVED = config.counts_from_mt(1)  # the level of a standing tower changes less
# The least detection threshold in thousandths of the peak: 2.6 mT of 35 and a sixth more, since the
# stronger towers make the cross-talk.
ON_SHARE_MIN = 85
ON_NOISES = 7  # times the noise, so that the noise stays within the hysteresis
QUIET_SCANS = 128  # the sums stay within small integers
CLEAR_MS = 1500  # the board must have been empty for that long
STILL_MS = 1500  # the towers must have stood still for that long
NO_PROGRESS_MS = 30000  # ends a step of the calibration
CALIBRATED_MS = 6000  # for which the result is shown

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.nvm.calibration import Calibration

OFF, CLEAR, QUIET, SWEEP, HOME, DONE = range(6)
NAMES = ("off", "clear", "quiet", "sweep", "home", "done")

# State of a cell, as in a `calib` line (docs/protocols/board.md).
OK, DUE, DEAD, WEAK, NOISY, OUTSIDE, REVERSED, UPSIDE_DOWN = b".xdwnoru"


class Calibrator:
    """Calibration procedure of a board of `files` x `ranks` cells.

    Args:
        calibration: the one in use; replaced at the end.
        files, ranks: size of the board.

    Attributes:
        step: the present step; OFF while no calibration runs.
        cells: a letter for each cell: `.` nothing to do, `x` due, or a fault: the sensor is `d`
            dead, `w` weak, `n` noisy, `o` off its middle or `r` reversed, or the tower on it stands
            `u` upside down.
        lights: the frame to show; changed together with `cells`.
        weakest: strength of the weakest tower in thousandths of the swept one; 0 unknown.
    """

    def __init__(self, calibration: "Calibration", files: int, ranks: int) -> None:
        self.step = OFF
        self.files = files
        cells = files * ranks
        self.cells = bytearray(bytes((OK,)) * cells)
        self.lights = CalibrationLights(files, cells)
        self.weakest = 0
        self._calibration = calibration
        self._faults = bytearray(cells)  # 0, or the letter
        self._progress_ms = 0  # start of the step, or the last progress in it
        self._scans = 0
        self._changed = False
        # Levels by cell, allocated while a calibration runs; most are used twice to save memory.
        empty: "array[int]" = array("i", [])
        self._zeros = empty  # in QUIET the sum of the levels
        self._lows = empty  # in QUIET the lowest level, in HOME the level of the tower
        self._noises = empty  # in QUIET the highest level
        self._peaks = empty  # in SWEEP the level furthest from zero, signed

    @property
    def left(self) -> int:
        """Number of cells still due."""
        return self._count(DUE)

    def fields(self, calibration_id: str) -> str:
        """Return the fields of a `calib` line."""
        fields = NAMES[self.step], self.left, self.weakest, calibration_id, self.cells.decode()
        return "%s,%d,%d,%s,%s" % fields

    def start(self, now_ms: int) -> None:
        """Start from the first step."""
        zeros = [0] * len(self.cells)
        self._zeros = array("i", zeros)
        self._lows = array("i", zeros)
        self._noises = array("i", zeros)
        self._peaks = array("i", zeros)
        for cell in range(len(self._faults)):
            self._faults[cell] = 0
        self.weakest = 0
        self._enter(CLEAR, now_ms)

    def stop(self) -> None:
        """End without any change."""
        empty: "array[int]" = array("i", [])
        self._zeros = self._lows = self._noises = self._peaks = empty
        self.step = OFF

    def skip(self, now_ms: int) -> None:
        """End the step; cells still due are faulty, or no longer asked for."""
        if self.step == CLEAR:
            self._enter(QUIET, now_ms)
        elif self.step == SWEEP:
            self._end_sweep(now_ms)
        elif self.step == HOME:
            self._finish(now_ms)
        elif self.step == DONE:
            self.stop()

    def update(self, levels: "Sequence[int]", now_ms: int) -> bool:
        """Take in a scan; return True if step or cells have changed.

        Args:
            levels: of all cells, zeros subtracted.
            now_ms: the present tick.
        """
        self._changed = False
        waited_ms = ticks.since(now_ms, self._progress_ms)
        if self.step == CLEAR:
            self._check_clear(levels, now_ms, waited_ms)
        elif self.step == QUIET:
            self._measure_zeros(levels, now_ms)
        elif self.step == SWEEP:
            self._measure_peaks(levels, now_ms, waited_ms)
        elif self.step == HOME:
            self._measure_home(levels, now_ms, waited_ms)
        elif self.step == DONE and waited_ms >= CALIBRATED_MS:
            self.stop()
            self._changed = True
        return self._changed

    # --- Steps ------------------------------------------------------------------------------------

    def _enter(self, step: int, now_ms: int) -> None:
        self.step = step
        self._progress_ms = now_ms
        self._scans = 0
        for cell in range(len(self.cells)):
            self._mark(cell, self._faults[cell] or OK)
        if step == QUIET:
            self.lights.ask_to_wait()
        elif step == SWEEP:
            for cell in range(len(self.cells)):
                self._mark(cell, OUTSIDE if self._faults[cell] == OUTSIDE else DUE)
        elif step == HOME:
            for cell in self._home():
                self._mark(cell, self._faults[cell] or DUE)
        elif step == DONE and not any(self._faults):
            self.lights.show_success()
        self._changed = True

    def _check_clear(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        """Wait until the board has been empty for a while."""
        zeros = self._calibration.zeros
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell]
            taken = not -FELT < level < FELT
            if taken != (self.cells[cell] == DUE):
                self._mark(cell, DUE if taken else OK)
                self._progress_ms = now_ms
        if waited_ms >= (CLEAR_MS if self.left == 0 else NO_PROGRESS_MS):
            self._enter(QUIET, now_ms)

    def _measure_zeros(self, levels: "Sequence[int]", now_ms: int) -> None:
        """Average the levels of the empty board, and find the noise."""
        zeros = self._calibration.zeros
        first = self._scans == 0
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell]
            if first:
                self._zeros[cell] = 0
            if first or level < self._lows[cell]:
                self._lows[cell] = level
            if first or level > self._noises[cell]:
                self._noises[cell] = level
            self._zeros[cell] += level
        self._scans += 1
        if self._scans < QUIET_SCANS:
            return
        for cell in range(len(levels)):
            zero = self._zeros[cell] // self._scans
            noise = max(self._noises[cell] - zero, zero - self._lows[cell])
            self._zeros[cell] = zero
            self._noises[cell] = noise
            if abs(zero) > ZERO_MAX:
                self._faults[cell] = OUTSIDE
                self._zeros[cell] = 0
            elif noise > NOISE_MAX:
                self._faults[cell] = NOISY
        self._enter(SWEEP, now_ms)

    def _measure_peaks(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        """Record each sensor's peak; a cell is done once the tower has gone past its middle."""
        zeros = self._calibration.zeros
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell] - self._zeros[cell]
            size = abs(level)
            if size > abs(self._peaks[cell]):
                self._peaks[cell] = level
            # The level has fallen to half of the peak: the tower has come and gone.
            elif self.cells[cell] == DUE and max(2 * size, SWEEP_MIN) < abs(self._peaks[cell]):
                self._mark(cell, OK)
                self._progress_ms = now_ms
        if self.left == 0:
            self._end_sweep(now_ms)
        elif waited_ms >= NO_PROGRESS_MS:
            if self._count(OK):
                self._end_sweep(now_ms)
            else:
                self.stop()
                self._changed = True

    def _end_sweep(self, now_ms: int) -> None:
        """Find the sensors whose peak is too small or of the wrong sign."""
        norths = 0
        for cell in range(len(self.cells)):
            if self.cells[cell] == OK:
                norths += 1 if self._peaks[cell] > 0 else -1
        for cell in range(len(self.cells)):
            peak = self._peaks[cell]
            if self._faults[cell]:
                continue
            if abs(peak) < FELT:
                self._faults[cell] = DEAD
            elif abs(peak) < SWEEP_MIN:
                self._faults[cell] = WEAK
            elif (peak > 0) != (norths > 0):
                self._faults[cell] = REVERSED
        self._enter(HOME, now_ms)

    def _home(self) -> "list[int]":
        """Return the cells of both home rows."""
        cells = len(self.cells)
        return list(range(self.files)) + list(range(cells - self.files, cells))

    def _measure_home(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        """Measure the towers on their home rows, once all of them stand still."""
        zeros = self._calibration.zeros
        first = range(self.files)
        side = 0  # sign of most towers on the first row
        for cell in first:
            level = levels[cell] + zeros[cell] - self._zeros[cell]
            if abs(level) >= FELT:
                side += _sign(level)
        for cell in self._home():
            level = levels[cell] + zeros[cell] - self._zeros[cell]
            if self._faults[cell]:
                continue
            stands = abs(level) >= FELT
            if abs(level - self._lows[cell]) > MOVED:
                self._lows[cell] = level
                self._progress_ms = now_ms
            upright = _sign(level) * _sign(side) == (1 if cell in first else -1)
            letter = DUE if not stands else OK if upright else UPSIDE_DOWN
            if letter != self.cells[cell]:
                self._mark(cell, letter)
                self._progress_ms = now_ms
        complete = not any(self.cells[cell] in (DUE, UPSIDE_DOWN) for cell in self._home())
        if waited_ms >= (STILL_MS if complete else NO_PROGRESS_MS):
            self._finish(now_ms)

    def _finish(self, now_ms: int) -> None:
        """Compute the thresholds and put them in force."""
        for cell in self._home():
            level = abs(self._lows[cell])
            if self.cells[cell] == OK and not self._faults[cell] and level >= FELT:
                strength = level * 1000 // abs(self._peaks[cell])
                if not self.weakest or strength < self.weakest:
                    self.weakest = strength
        weakest = min(self.weakest or 1000, 1000)
        share = max(ON_SHARE_MIN, config.ON_SHARE * weakest // 1000)
        ons = self._lows  # not needed any more
        for cell in range(len(self.cells)):
            on = config.ON_LEVEL
            if self._faults[cell] not in (DEAD, OUTSIDE):
                on = abs(self._peaks[cell]) * share // 1000
                on = max(on, ON_NOISES * self._noises[cell])
            ons[cell] = max(ON_MIN, min(ON_MAX, on))
        self._calibration.adopt(self._zeros, ons, self._noises)
        for cell in self._home():
            if self.cells[cell] == UPSIDE_DOWN:
                self._faults[cell] = UPSIDE_DOWN
        self._enter(DONE, now_ms)

    # --- Cells ------------------------------------------------------------------------------------

    def _count(self, letter: int) -> int:
        """Count the cells with this letter."""
        return sum([1 for each in self.cells if each == letter])

    def _mark(self, cell: int, letter: int) -> None:
        """Set the letter of a cell, and its light."""
        self.cells[cell] = letter
        self._changed = True
        if letter == OK:
            self.lights.clear(cell)
        elif letter != DUE:
            self.lights.mark_fault(cell)
        elif self.step == CLEAR:
            self.lights.ask_to_remove(cell)
        else:
            self.lights.ask_to_place(cell)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
