"""The firmware on a test rig, as the board of a `World` in simulated time."""

from __future__ import annotations

from host.link import codec, wire
from host.link.errors import RemoteProtocolError
from host.link.wire import RGB
from kamiboard import config
from kamiboard import wire as board_wire
from kamiboard.lights.led_strip import LedStrip
from tests.micropython.rig import NORTH_MT, SOUTH_MT, Leds, Rig
from tests.support.link_model import STEP_MS

FIELD_MT = {"n": NORTH_MT, "s": SOUTH_MT, ".": 0}
_TICKS_MS = 1000


class FirmwareBoard:
    """A board of 8 x 8 cells that runs firmware/, for `tests.support.link_model.World`.

    Its sensors feel the pieces, so a change is reported after debouncing, and a piece of the other
    side only after the cell was empty.

    Attributes:
        cells: the pieces on it, as in `snap`.
        heard: types of the well-formed lines received, in order.
        refused: the refusals sent, as (code, detail).
        rig: the test rig, with its sensors and LEDs.
    """

    def __init__(self) -> None:
        self.cells = "." * 64
        self.heard: list[str] = []
        self.refused: list[tuple[str, str]] = []
        self._in = b""
        self._out = b""
        self.restart(0)

    def restart(self, now_ms: int) -> None:
        """Power off and on; the pieces stay, bytes under way are lost."""
        self.rig = Rig(start_ms=_TICKS_MS + now_ms, step_ms=STEP_MS)
        self._in = self._out = b""
        self.put(self.cells, now_ms)

    def put(self, cells: str, now_ms: int) -> None:
        """Put these pieces on the board: `.`, `n` and `s` only."""
        self.cells = cells
        self.rig.strips.field_mt[:] = [FIELD_MT[state] for state in cells]

    def step(self, pieces: list[bytes], now_ms: int) -> bytes:
        """Receive bytes and let time pass; return the bytes that the board writes."""
        for piece in pieces:
            self.rig.port.give(piece)
            self._in += piece
        *lines, self._in = self._in.split(b"\n")
        for line in lines:
            try:
                self.heard.append(type(codec.decode_host(line)[1]).__name__)
            except RemoteProtocolError:
                continue
        self.rig.run(STEP_MS)
        out, self.rig.port.received = self.rig.port.received, b""
        *said, self._out = (self._out + out).split(b"\n")
        for line in said:
            message = codec.decode(line)[1]  # raises if the firmware sends anything else
            if isinstance(message, wire.Nak):
                self.refused.append((message.code, message.detail))
        return out

    def shows(self, palette: tuple[RGB, ...], cells: str) -> bool:
        """True if the LEDs show this frame, which is not animated."""
        leds = Leds(64)
        strip = LedStrip(leds, self.rig.order, 8, config.CURRENT_LIMIT_MA)
        duties = bytearray(3 * board_wire.COLOURS)
        duties[3 : 3 + 3 * len(palette)] = bytes(duty for colour in palette for duty in colour)
        strip.set_palette(duties)
        colours, patterns = bytearray(64), bytearray(64)
        assert board_wire.read_cells(cells.encode(), colours, patterns)
        strip.show_frame(colours, patterns, 0)
        return leds.shown == self.rig.leds.shown
