"""Display: palette and frame of the host on the LED strip, and the calibration in place of them."""

from kamiboard import wire

_MASK = 0x3FFFFFFF  # counters wrap before they outgrow a small integer

MYPY = False
if MYPY:
    from kamiboard.lights.calibration_lights import CalibrationLights
    from kamiboard.lights.led_strip import LedStrip


class Display:
    """Display of a board of `cells` cells.

    Attributes:
        frame_number: number of the host's frame; BAD before the first one.
        generation: differs after each change of what is to be shown, but for frames ahead.
    """

    def __init__(self, strip: "LedStrip", cells: int) -> None:
        self.frame_number = wire.BAD
        self.generation = 0
        self._strip = strip
        self._palette = bytearray(3 * wire.COLOURS)
        self._cells = b""  # of the host's frame
        self._brightness = wire.FULL_BRIGHTNESS
        self._colours = bytearray(cells)
        self._patterns = bytearray(cells)
        self._calibrating = False
        self._expects_frame = True

    def expect_frame(self) -> None:
        """Take the next frame for a new one: a host that has just begun may use any number."""
        self._expects_frame = True
        self._begin_generation()

    def set_palette(self, fields: "list[bytes]") -> bool:
        """Use the colours of a `palette` line; return False if the line is malformed."""
        if not wire.read_palette(fields, self._palette):
            return False
        if not self._calibrating and self._strip.set_palette(self._palette):
            self._begin_generation()
        return True

    def set_frame(self, fields: "list[bytes]", now_ms: int) -> bool:
        """Show the frame of a `frame` line; return False if the line is malformed.

        What is already shown is not started again.  The cells are compared as well as the number,
        since a host that has restarted may use a number twice.
        """
        number = wire.number(fields[0], wire.MAX_NUMBER) if len(fields) > 1 else wire.BAD
        brightness = wire.read_brightness(fields)
        if number == wire.BAD or brightness == wire.BAD:
            return False
        if (
            self._expects_frame
            or number != self.frame_number
            or fields[1] != self._cells
            or brightness != self._brightness
        ):
            if not wire.read_cells(fields[1], self._colours, self._patterns):
                return False
            self._expects_frame = False
            self.frame_number = number
            self._cells = fields[1]
            self._brightness = brightness
            self._begin_generation()
            if not self._calibrating:
                self._strip.show_frame(self._colours, self._patterns, now_ms, brightness)
        return True

    def show_calibration(self, lights: "CalibrationLights", now_ms: int) -> None:
        """Show the calibration's frame; palettes and frames of the host are only stored."""
        if not self._calibrating:
            self._calibrating = True
            self._begin_generation()
            self._strip.wait_for_host(False)
            self._strip.set_palette(lights.palette)
        self._strip.show_frame(lights.colours, lights.patterns, now_ms)

    def end_calibration(self, now_ms: int) -> None:
        """Show the host's frame again."""
        self._calibrating = False
        self._begin_generation()
        self._strip.set_palette(self._palette)
        self.show_frame(now_ms)

    def show_frame(self, now_ms: int) -> None:
        """Show the host's frame again, in place of another; dark if there is none."""
        # Decoded again: a malformed frame may have overwritten the colours in the meantime.
        if not self._cells or not wire.read_cells(self._cells, self._colours, self._patterns):
            for cell in range(len(self._colours)):
                self._colours[cell] = self._patterns[cell] = 0
        self._strip.show_frame(self._colours, self._patterns, now_ms, self._brightness)

    def show_ahead(self, colours: bytearray, patterns: bytearray, now_ms: int) -> bool:
        """Show another frame in place of the host's; return False if that is not shown either."""
        if self._calibrating or self._strip.is_waiting:
            return False
        self._strip.show_frame(colours, patterns, now_ms, self._brightness)
        return True

    def _begin_generation(self) -> None:
        self.generation = (self.generation + 1) & _MASK
