"""LED strip: animates a frame of colours and patterns, never above the current limit.

By the model of docs/protocols/board.md each LED draws 1 mA, and each channel at full duty 20 mA
more.  When palette, frame or limit change, the current governor adds up what the animation draws in
each step of its cycle and dims the whole frame by one factor, so that its brightest step stays
within the limit and all proportions are kept.  The host's brightness is a factor too; the smaller
of the two applies.  All rounding is downward.  No pixel is set without that factor.
"""

from array import array

from kamiboard import config, ticks
from kamiboard.lights import led_patterns
from kamiboard.wire import COLOURS, FULL_BRIGHTNESS

MYPY = False
if MYPY:
    from kamiboard.protocols import Pixels

_SHIFT = 12
_ONE = 1 << _SHIFT  # the factor that changes nothing; duty x factor stays a small integer
_DUTY_UNITS = 255 * led_patterns.FULL  # one channel fully on, in units of duty x pattern level
_UNKNOWN = -1
_WAITING_COLOUR = COLOURS  # index behind the colours that a host can set


class LedStrip:
    """The LEDs of a board, one per cell.

    Args:
        pixels: the chain; switched dark at once.
        order: the pixel of each cell.
        files: cells in a rank, for the corners.
        limit_ma: highest current of the LEDs by the model, idle current included.

    Attributes:
        limit_ma: as above; see `set_limit`.
    """

    def __init__(self, pixels: "Pixels", order: bytes, files: int, limit_ma: int) -> None:
        cells = len(order)
        self._pixels = pixels
        self._order = order
        self._palette = bytearray(3 * (COLOURS + 1))
        self._palette[3 * _WAITING_COLOUR :] = bytes(config.WAITING_RGB)
        self._frame_colours = bytearray(cells)
        self._frame_patterns = bytearray(cells)
        self._waiting_colours = bytearray(cells)
        for corner in (0, files - 1, cells - files, cells - 1):
            self._waiting_colours[corner] = _WAITING_COLOUR
        self._waiting_patterns = bytearray([led_patterns.HEARTBEAT] * cells)
        self._colours = self._frame_colours  # the ones being shown
        self._patterns = self._frame_patterns
        self._all = bytes(range(cells))
        self._moving = b""  # cells whose pattern is not steady
        self._shown = array("i", [0] * cells)  # in the order of the chain
        self._reds = bytearray(COLOURS + 1)
        self._greens = bytearray(COLOURS + 1)
        self._blues = bytearray(COLOURS + 1)
        self._colour_duties = array("i", [0] * (COLOURS + 1))  # of all channels
        self.limit_ma = limit_ma
        self._gain = _ONE  # factor of the host's brightness
        self._factor = _ONE  # the smaller of gain and current limit
        self._duties = [0] * len(led_patterns.TABLES)  # of all channels, by pattern
        self._factors = [0] * len(led_patterns.TABLES)  # of the present step, by pattern
        self._peak = 0  # highest duty x level of the cycle before dimming; _UNKNOWN until needed
        self._flash_ms = 0  # time left of the flash
        self._phase_ms = 0  # within the cycle of the patterns
        self._last_ms = -1  # tick of the last `animate`
        for pixel in order:
            pixels[pixel] = 0
        pixels.show()
        self._split_colours()
        self._plan()

    @property
    def now_ma(self) -> int:
        """Present current of the LEDs by the model, rounded up."""
        duty = 0
        for rgb in self._shown:
            duty += (rgb >> 16) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)
        return self._idle_ma() + _divided_up(duty * config.CHANNEL_MA, 255)

    @property
    def peak_ma(self) -> int:
        """Highest current of the present animation by the model, rounded up."""
        if self._peak == _UNKNOWN:
            self._peak = led_patterns.highest(self._duties)
        drawn = self._peak
        if self._factor != _ONE:
            # Divided first, so that all stays within small integers; the + 1 rounds upward.
            drawn = min((drawn // _ONE + 1) * self._factor, self._budget())
        return self._idle_ma() + _divided_up(drawn * config.CHANNEL_MA, _DUTY_UNITS)

    @property
    def is_waiting(self) -> bool:
        """True while "waiting for the host" is shown."""
        return self._colours is self._waiting_colours

    def refresh(self) -> None:
        """Write the pixels again, after they have lost their supply."""
        self._pixels.show()

    def set_limit(self, limit_ma: int) -> None:
        """Change the current limit."""
        if limit_ma != self.limit_ma:
            self.limit_ma = limit_ma
            self._change()

    def set_palette(self, palette: bytearray) -> bool:
        """Copy new colours, three bytes each; colour 0 stays dark.  Return True if they differ."""
        end = 3 * COLOURS
        if self._palette[3:end] == palette[3:end]:
            return False
        self._palette[3:end] = palette[3:end]
        self._split_colours()
        self._change()
        return True

    def show_frame(
        self,
        colours: bytearray,
        patterns: bytearray,
        now_ms: int,
        brightness: int = FULL_BRIGHTNESS,
    ) -> None:
        """Show a frame at once; one that is shown already is not begun anew.

        Args:
            colours: a palette index for each cell; copied.
            patterns: an index into `wire.PATTERNS` for each cell; copied.
            now_ms: the present tick; a flash begins now.
            brightness: perceived brightness in per cent, 1 to FULL_BRIGHTNESS.
        """
        gain = _gain(brightness)
        if (
            colours == self._frame_colours
            and patterns == self._frame_patterns
            and gain == self._gain
        ):
            return
        self._gain = gain
        self._frame_colours[:] = colours
        self._frame_patterns[:] = patterns
        self._advance(now_ms)
        self._flash_ms = led_patterns.FLASH_MS
        self._change()

    def wait_for_host(self, waiting: bool) -> None:
        """Show "waiting for the host", or the frame again."""
        if waiting != self.is_waiting:
            self._colours = self._waiting_colours if waiting else self._frame_colours
            self._patterns = self._waiting_patterns if waiting else self._frame_patterns
            self._change()

    def animate(self, now_ms: int) -> None:
        """Bring the pixels to the present step; costs nothing within the same step."""
        if self._advance(now_ms) and self._moving:
            self._draw(self._moving)

    def _advance(self, now_ms: int) -> bool:
        """Advance the phase; return True if another step has begun.

        The phase is counted up, because the tick does not wrap at a multiple of the cycle.
        """
        if self._last_ms < 0:
            self._last_ms = now_ms
        passed_ms = ticks.since(now_ms, self._last_ms)
        self._last_ms = now_ms
        if self._flash_ms:
            self._flash_ms = max(0, self._flash_ms - passed_ms)
        step = self._phase_ms // led_patterns.STEP_MS
        self._phase_ms = (self._phase_ms + passed_ms) % led_patterns.CYCLE_MS
        return step != self._phase_ms // led_patterns.STEP_MS

    def _change(self) -> None:
        """Apply a change of palette, frame or limit."""
        self._plan()
        self._draw(self._all)
        self._find_moving()

    def _split_colours(self) -> None:
        """Split the palette into channels, and add up those of each colour."""
        palette = self._palette
        at = 0
        for colour in range(COLOURS + 1):
            self._reds[colour] = palette[at]
            self._greens[colour] = palette[at + 1]
            self._blues[colour] = palette[at + 2]
            self._colour_duties[colour] = palette[at] + palette[at + 1] + palette[at + 2]
            at += 3

    def _plan(self) -> None:
        """Find the factor that keeps the frame within the limit."""
        colours = self._colours
        patterns = self._patterns
        colour_duties = self._colour_duties
        duties = self._duties
        for code in range(len(duties)):
            duties[code] = 0
        for cell in self._all:
            if colours[cell]:
                duties[patterns[cell]] += colour_duties[colours[cell]]
        self._factor = self._gain
        self._peak = _UNKNOWN
        budget = self._budget()
        # Finding the peak takes milliseconds; most frames are within the limit even all on.
        if sum(duties) * led_patterns.FULL > budget:
            self._peak = led_patterns.highest(duties)
            if self._peak > budget:
                # Divided first, so that all stays within small integers; the + 1 rounds downward.
                self._factor = min(self._gain, budget // (self._peak // _ONE + 1))

    def _find_moving(self) -> None:
        """Find the cells that are animated."""
        colours = self._colours
        patterns = self._patterns
        steady = led_patterns.STEADY
        moving = bytearray()
        for cell in self._all:
            if colours[cell] and patterns[cell] != steady:
                moving.append(cell)
        self._moving = bytes(moving)

    def _budget(self) -> int:
        """Return the limit less the idle current, in units of duty x level."""
        return max(0, self.limit_ma - self._idle_ma()) * _DUTY_UNITS // config.CHANNEL_MA

    def _draw(self, cells: bytes) -> None:
        """Set these cells, and show the chain if one has changed."""
        step = self._phase_ms // led_patterns.STEP_MS
        duties = self._duties
        factors = self._factors
        full = led_patterns.FULL
        brightest = self._factor
        tables = led_patterns.TABLES
        shifts = led_patterns.SHIFTS
        for code in range(len(factors)):
            if duties[code]:
                table = tables[code]
                level = table[(step - shifts[code]) % len(table)]
                factors[code] = level * brightest // full
        if not self._flash_ms:
            factors[led_patterns.FLASH] = 0
        reds = self._reds
        greens = self._greens
        blues = self._blues
        colours = self._colours
        patterns = self._patterns
        shown = self._shown
        pixels = self._pixels
        order = self._order
        shift = _SHIFT
        changed = False
        for cell in cells:
            colour = colours[cell]
            rgb = 0
            if colour:
                factor = factors[patterns[cell]]
                rgb = (
                    (reds[colour] * factor >> shift) << 16
                    | (greens[colour] * factor >> shift) << 8
                    | blues[colour] * factor >> shift
                )
            at = order[cell]
            if rgb != shown[at]:
                shown[at] = rgb
                changed = True
        if not changed:
            return
        if cells is self._all:
            pixels[:] = shown  # a quarter of the time of one after another
        else:
            for cell in cells:
                at = order[cell]
                pixels[at] = shown[at]
        pixels.show()

    def _idle_ma(self) -> int:
        return len(self._order) * config.LED_IDLE_MA


def _gain(brightness: int) -> int:
    """Return the factor for a perceived brightness in per cent, _ONE for 100."""
    if brightness >= FULL_BRIGHTNESS:
        return _ONE  # exactly, without float rounding
    return int(_ONE * (brightness / FULL_BRIGHTNESS) ** config.GAMMA)


def _divided_up(value: int, unit: int) -> int:
    """Return value / unit, rounded up."""
    return (value + unit - 1) // unit
