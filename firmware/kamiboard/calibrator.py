"""The calibrator: leads a person through the calibration by the lights, without a computer.

    step    the lights                       what the person does        ends when
    clear   amber where something is felt    takes everything away       all is empty
    quiet   corners white                    keeps the hands off         enough was seen
    sweep   blue where nobody has been yet   slides a tower over every   every square has
                                             square                      felt it
    home    blue where a tower is due,       sets both home rows up      all towers stand
            amber: it is upside down
    done    a white wave; or amber where     looks                       a few seconds have
            something is bad                                             passed

A sensor that is broken must not hold everything up: where nothing new happens for a while, a step
ends, and what is left is bad.  A sweep in which nothing happens at all ends the calibration, and
everything stays as it was.

What comes out is for each square its zero, and the level from which on a tower is seen: a share of
what the sensor felt of a tower right above it, times the strength of the weakest tower.
"""

from array import array

from kamiboard import config, ticks
from kamiboard.wire import COLOURS, WAVES

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.calibration import Calibration

OFF, CLEAR, QUIET, SWEEP, HOME, DONE = range(6)
NAMES = ("off", "clear", "quiet", "sweep", "home", "done")

# What a cell is in a step, as PROTOCOL.md has it.
WELL, DUE, DEAD, WEAK, NOISY, OUTSIDE, REVERSED, UPSIDE_DOWN = b".xdwnoru"

# Colours of its own, in place of the host's: duty as in a palette line.
PALETTE = bytearray(3 * COLOURS)
PALETTE[3:12] = bytes(config.WAITING_RGB) + bytes((0, 0x20, 0x60, 0x40, 0x40, 0x40))
_AMBER, _BLUE, _WHITE = 1, 2, 3
_STEADY, _BREATHE, _BLINK, _SWEEP = (WAVES.find(wave) for wave in (b"-", b"b", b"k", b"A"))


def is_wanted(picture: bytearray, files: int) -> bool:
    """Whether towers stand on the four corners and nowhere else: somebody wants to calibrate.

    No game ever looks so, and it needs no button.

    Args:
        picture: a letter for each cell, as in a `snap`.
        files: of the board.
    """
    cells = len(picture)
    empty = config.LETTERS[0]
    taken = tuple([cell for cell in range(cells) if picture[cell] != empty])
    return config.LINEAR and taken == (0, files - 1, cells - files, cells - 1)


class Calibrator:
    """Calibrates a board of `files` x `ranks` cells.

    Args:
        calibration: what is in force, and is replaced at the end.

    Attributes:
        step: where it is; OFF while nobody calibrates.
        cells: a letter for each cell: `.` well or done, `x` still due, else what is wrong with it:
            the sensor is `d` dead, `w` weak, `n` noisy, `o` off its middle or `r` reversed, or the
            tower on it stands `u` upside down.
        colours, waves: what is to be shown, as in a frame; changed together with `cells`.
        weakest: strength of the weakest tower in thousandths of the one that was swept; 0 unknown.
    """

    def __init__(self, calibration: "Calibration", files: int, ranks: int) -> None:
        self.step = OFF
        self.files = files
        cells = files * ranks
        self.cells = bytearray(bytes((WELL,)) * cells)
        self.colours = bytearray(cells)
        self.waves = bytearray(cells)
        self.weakest = 0
        self._calibration = calibration
        self._bad = bytearray(cells)  # 0, or the letter
        self._corners = (0, files - 1, cells - files, cells - 1)
        self._begun_ms = 0  # of the step, or the last thing that happened in it
        self._scans = 0
        self._news = False
        empty: "array[int]" = array("i", [])
        self._sums = self._lows = self._highs = self._peaks = empty

    @property
    def left(self) -> int:
        """How many cells are still due."""
        return self._count(DUE)

    def told(self, in_force: str) -> str:
        """The fields of a `calib` line.

        Args:
            in_force: id of the calibration.
        """
        fields = NAMES[self.step], self.left, self.weakest, in_force, self.cells.decode()
        return "%s,%d,%d,%s,%s" % fields

    def start(self, now_ms: int) -> None:
        """Begin anew."""
        nought = [0] * len(self.cells)
        self._sums = array("i", nought)
        self._lows = array("i", nought)
        self._highs = array("i", nought)
        self._peaks = array("i", nought)  # with their sign
        for cell in range(len(self._bad)):
            self._bad[cell] = 0
        self.weakest = 0
        self._enter(CLEAR, now_ms)

    def stop(self) -> None:
        """Leave everything as it was."""
        empty: "array[int]" = array("i", [])
        self._sums = self._lows = self._highs = self._peaks = empty
        self.step = OFF

    def skip(self, now_ms: int) -> None:
        """End the step; what is still due is bad, or not asked for any more."""
        if self.step == CLEAR:
            self._enter(QUIET, now_ms)
        elif self.step == SWEEP:
            self._end_sweep(now_ms)
        elif self.step == HOME:
            self._finish(now_ms)
        elif self.step == DONE:
            self.stop()

    def update(self, levels: "Sequence[int]", now_ms: int) -> bool:
        """Take in a scan; True if step or cells have changed.

        Args:
            levels: of all cells, their zeros taken away.
        """
        self._news = False
        waited_ms = ticks.since(now_ms, self._begun_ms)
        if self.step == CLEAR:
            self._clear(levels, now_ms, waited_ms)
        elif self.step == QUIET:
            self._listen(levels, now_ms)
        elif self.step == SWEEP:
            self._sweep(levels, now_ms, waited_ms)
        elif self.step == HOME:
            self._look_home(levels, now_ms, waited_ms)
        elif self.step == DONE and waited_ms >= config.CALIBRATED_MS:
            self.stop()
            self._news = True
        return self._news

    # --- Steps ------------------------------------------------------------------------------------

    def _enter(self, step: int, now_ms: int) -> None:
        self.step = step
        self._begun_ms = now_ms
        self._scans = 0
        for cell in range(len(self.cells)):
            self._mark(cell, self._bad[cell] or WELL)
        if step == QUIET:
            for corner in self._corners:
                self._light(corner, _WHITE, _BREATHE)
        elif step == SWEEP:
            for cell in range(len(self.cells)):
                self._mark(cell, OUTSIDE if self._bad[cell] == OUTSIDE else DUE)
        elif step == HOME:
            for cell in self._home():
                self._mark(cell, self._bad[cell] or DUE)
        elif step == DONE and not any(self._bad):
            for cell in range(len(self.cells)):
                self._light(cell, _WHITE, _SWEEP + 2 * (cell % self.files) % 16)
        self._news = True

    def _clear(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        zeros = self._calibration.zeros
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell]
            feels = not -config.ON_LEVEL < level < config.ON_LEVEL
            if feels != (self.cells[cell] == DUE):
                self._mark(cell, DUE if feels else WELL)
                self._begun_ms = now_ms
        if waited_ms >= (config.CLEAR_MS if self.left == 0 else config.PATIENCE_MS):
            self._enter(QUIET, now_ms)

    def _listen(self, levels: "Sequence[int]", now_ms: int) -> None:
        """Add up what the sensors say of the empty board."""
        zeros = self._calibration.zeros
        first = self._scans == 0
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell]
            if first:
                self._sums[cell] = 0
            if first or level < self._lows[cell]:
                self._lows[cell] = level
            if first or level > self._highs[cell]:
                self._highs[cell] = level
            self._sums[cell] += level
        self._scans += 1
        if self._scans < config.QUIET_SCANS:
            return
        for cell in range(len(levels)):
            zero = self._sums[cell] // self._scans
            noise = max(self._highs[cell] - zero, zero - self._lows[cell])
            self._sums[cell] = zero
            self._highs[cell] = noise
            if abs(zero) > config.ZERO_MAX:
                self._bad[cell] = OUTSIDE
                self._sums[cell] = 0
            elif noise > config.NOISE_MAX:
                self._bad[cell] = NOISY
        self._enter(SWEEP, now_ms)

    def _sweep(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        zeros = self._calibration.zeros
        for cell in range(len(levels)):
            level = levels[cell] + zeros[cell] - self._sums[cell]
            size = abs(level)
            if size > abs(self._peaks[cell]):
                self._peaks[cell] = level
            # Above the square's middle is only who has come nearer and then gone away again.
            elif self.cells[cell] == DUE and max(2 * size, config.SWEEP_MIN) < abs(
                self._peaks[cell]
            ):
                self._mark(cell, WELL)
                self._begun_ms = now_ms
        if self.left == 0:
            self._end_sweep(now_ms)
        elif waited_ms >= config.PATIENCE_MS:
            if self._count(WELL):
                self._end_sweep(now_ms)
            else:
                self.stop()
                self._news = True

    def _end_sweep(self, now_ms: int) -> None:
        """Say what is wrong with the squares that have not felt enough, or the wrong side."""
        norths = 0
        for cell in range(len(self.cells)):
            if self.cells[cell] == WELL:
                norths += 1 if self._peaks[cell] > 0 else -1
        for cell in range(len(self.cells)):
            peak = self._peaks[cell]
            if self._bad[cell]:
                continue
            if abs(peak) < config.ON_LEVEL:
                self._bad[cell] = DEAD
            elif abs(peak) < config.SWEEP_MIN:
                self._bad[cell] = WEAK
            elif (peak > 0) != (norths > 0):
                self._bad[cell] = REVERSED
        self._enter(HOME, now_ms)

    def _home(self) -> "list[int]":
        """The cells of both home rows."""
        cells = len(self.cells)
        return list(range(self.files)) + list(range(cells - self.files, cells))

    def _look_home(self, levels: "Sequence[int]", now_ms: int, waited_ms: int) -> None:
        """Measure the towers on their home rows, once all of them stand still."""
        zeros = self._calibration.zeros
        first = range(self.files)
        side = 0  # of the first row, as most of its towers have it
        for cell in first:
            level = levels[cell] + zeros[cell] - self._sums[cell]
            if abs(level) >= config.ON_LEVEL:
                side += _sign(level)
        for cell in self._home():
            level = levels[cell] + zeros[cell] - self._sums[cell]
            if self._bad[cell]:
                continue
            stands = abs(level) >= config.ON_LEVEL
            if abs(level - self._lows[cell]) > config.MOVED:
                self._lows[cell] = level
                self._begun_ms = now_ms
            right = _sign(level) * _sign(side) == (1 if cell in first else -1)
            letter = DUE if not stands else WELL if right else UPSIDE_DOWN
            if letter != self.cells[cell]:
                self._mark(cell, letter)
                self._begun_ms = now_ms
        whole = not any(self.cells[cell] in (DUE, UPSIDE_DOWN) for cell in self._home())
        if waited_ms >= (config.STILL_MS if whole else config.PATIENCE_MS):
            self._finish(now_ms)

    def _finish(self, now_ms: int) -> None:
        """Work the thresholds out and put them in force."""
        for cell in self._home():
            level = abs(self._lows[cell])
            if self.cells[cell] == WELL and not self._bad[cell] and level >= config.ON_LEVEL:
                strength = level * 1000 // abs(self._peaks[cell])
                if not self.weakest or strength < self.weakest:
                    self.weakest = strength
        weakest = min(self.weakest or 1000, 1000)
        share = max(config.ON_SHARE_MIN, config.ON_SHARE * weakest // 1000)
        ons = self._lows  # not needed any more
        for cell in range(len(self.cells)):
            on = config.ON_LEVEL
            if self._bad[cell] not in (DEAD, OUTSIDE):
                on = abs(self._peaks[cell]) * share // 1000
                on = max(on, config.ON_NOISES * self._highs[cell])
            ons[cell] = max(config.ON_MIN, min(config.ON_MAX, on))
        self._calibration.adopt(self._sums, ons, self._highs)
        for cell in self._home():
            if self.cells[cell] == UPSIDE_DOWN:
                self._bad[cell] = UPSIDE_DOWN
        self._enter(DONE, now_ms)

    def _count(self, letter: int) -> int:
        """How many cells have this letter."""
        return sum([1 for each in self.cells if each == letter])

    # --- Light ------------------------------------------------------------------------------------

    def _mark(self, cell: int, letter: int) -> None:
        """Give a cell its letter, and its light."""
        self.cells[cell] = letter
        self._news = True
        if letter == WELL:
            self._light(cell, 0, _STEADY)
        elif letter != DUE:
            self._light(cell, _AMBER, _BLINK)
        elif self.step == CLEAR:
            self._light(cell, _AMBER, _BREATHE)
        else:
            self._light(cell, _BLUE, _STEADY)

    def _light(self, cell: int, colour: int, code: int) -> None:
        self.colours[cell] = colour
        self.waves[cell] = code


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
