"""Test rig: a board with strips, LEDs and a serial port like those of the reference build.

It uses nothing of CircuitPython and runs under plain Python and MicroPython.  Time is simulated.
"""

from kamiboard import config, wire
from kamiboard.board import Board
from kamiboard.lights.led_strip import LedStrip
from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing.scan_strips import StripScanner
from tests.micropython.host_line import host_line

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.lights.led_supply import LedSupply

SENSOR_AWAKE_US = 419  # 89 us of ramp and 330 us of start-up: hardware/README.md
LINE_QUIET_US = 13
MIDDLE = config.FULL_SCALE // 2
_COUNTS_PER_MT = config.counts_from_mt(1)
NORTH_MT = -35  # at the sensor, under the middle of a tower: a north pole lowers the output
SOUTH_MT = 35


class Pin:
    """An output pin wired to the strips."""

    def __init__(self, strips: "Strips", is_row: bool, weight: int = 0) -> None:
        self._strips = strips
        self._is_row = is_row
        self._weight = weight
        self._value = is_row  # the strip's pull-up keeps its row off

    @property
    def value(self) -> bool:
        return self._value

    @value.setter
    def value(self, value: bool) -> None:
        if value != self._value:
            self._value = value
            if self._is_row:
                self._strips.row_changed()
            else:
                self._strips.address_changed(self._weight if value else -self._weight)


class Strips:
    """All strips on the shared analogue line, which this object is as well.

    Attributes:
        field_mt: field at each cell's sensor.
        ground_mv: shift of each strip's ground.
        missing: ranks (0 is the first) whose strip is not there.
        faults: descriptions of accesses that the hardware does not allow.
    """

    def __init__(self, files: int, ranks: int) -> None:
        self.files = files
        self.field_mt = [0.0] * (files * ranks)
        self.ground_mv = [0.0] * ranks
        self.missing: "set[int]" = set()
        self.faults: "list[str]" = []
        self.now_us = 0
        self._held = 0  # voltage that the line keeps while nothing drives it
        self._awake_us = 0
        self._quiet_us = 0
        self._on: "list[int]" = []
        self.rows = []
        self._channel = 0
        self._column_of = {config.COLUMN_CHANNEL[column]: column for column in range(files)}
        self.selects = [Pin(self, False, 1 << line) for line in range(4)]
        self.rows = [Pin(self, True) for _ in range(ranks)]

    def delay_us(self, microseconds: int) -> None:
        """Let time pass."""
        self.now_us += microseconds

    def row_changed(self) -> None:
        """Apply a change of a row line; one strip at most may be connected."""
        self._on = [rank for rank, row in enumerate(self.rows) if not row.value]
        if len(self._on) > 1:
            self.faults.append("strips %r are on the line together" % self._on)
        self._awake_us = self.now_us + SENSOR_AWAKE_US
        self._quiet_us = self.now_us + LINE_QUIET_US

    def address_changed(self, weight: int) -> None:
        """Apply a change of a select line, which adds its weight to the address."""
        self._channel += weight
        self._quiet_us = self.now_us + LINE_QUIET_US

    @property
    def value(self) -> int:
        """Reading of the analogue input, 0 to 65535; invalid before everything has settled."""
        if len(self._on) != 1:
            self.faults.append("a reading with %d strips on the line" % len(self._on))
        elif self._on[0] not in self.missing:
            if self.now_us < self._awake_us:
                self.faults.append("a reading before the sensors are awake")
            if self.now_us < self._quiet_us:
                self.faults.append("a reading before the line is quiet")
            self._held = self._drive(self._on[0])
        return self._held

    def _drive(self, rank: int) -> int:
        channel = self._channel
        lift = int(self.ground_mv[rank] * config.counts_from_mv(1))
        if channel == config.GROUND_CHANNEL:
            counts = lift
        elif channel == config.SUPPLY_CHANNEL:
            counts = config.FULL_SCALE
        else:
            counts = MIDDLE + lift
            column = self._column_of.get(channel)
            if column is not None:
                counts += int(self.field_mt[rank * self.files + column] * _COUNTS_PER_MT)
        return max(0, min(config.FULL_SCALE, counts))


class DataPort:
    """The board's `usb_cdc.data`, and the host's end of it.

    Attributes:
        room: size of the board's output buffer in bytes; the host's `take` empties it.
        received: bytes that the host has taken.
    """

    def __init__(self, room: int = 256) -> None:
        self.connected = True
        self.room = room
        self.received = b""
        self._to_board = b""
        self._to_host = b""

    def give(self, data: bytes) -> None:
        """Write from the host."""
        self._to_board += data

    def take(self) -> None:
        """Read all waiting bytes at the host."""
        self.received += self._to_host
        self._to_host = b""

    @property
    def in_waiting(self) -> int:
        return len(self._to_board)

    def read(self, size: int) -> bytes:
        data = self._to_board[:size]
        self._to_board = self._to_board[size:]
        return data

    def write(self, buf: "bytes | memoryview") -> int:
        data = bytes(buf)[: self.room - len(self._to_host)]
        self._to_host += data
        return len(data)

    def reset_output_buffer(self) -> None:
        self._to_host = b""


class Leds:
    """A chain of LEDs with the colours set, and those last shown."""

    def __init__(self, count: int) -> None:
        self._set = [0xFFFFFF] * count  # undefined after power-on
        self.shown = list(self._set)
        self.shows = 0

    def __setitem__(self, index: "int | slice", rgb: "int | Sequence[int]") -> None:
        if not isinstance(rgb, int):
            assert len(rgb) == len(self._set)
            for at in range(len(rgb)):
                self[at] = rgb[at]
        elif isinstance(index, int):
            if not 0 <= rgb <= 0xFFFFFF:
                raise ValueError("not a colour: %r" % rgb)
            self._set[index] = rgb

    def show(self) -> None:
        self.shown = list(self._set)
        self.shows += 1

    def ma(self) -> float:
        """Return their current by the model of docs/protocols/board.md."""
        duty = sum((rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255) for rgb in self.shown)
        return len(self.shown) + 20 * duty / 255


class Rig:
    """A board with its strips, LEDs and port, driven by a host.

    Args:
        start_ms: the first tick.
        files, ranks: size of the board.
        step_ms: duration of a step.
        leds: those of an earlier rig, which keep their colours until they are written.
        memory: the board's non-volatile memory; None if it has none.
        supply: the monitor of the LEDs' supply; None if the build has none.
    """

    def __init__(
        self,
        files: int = 8,
        ranks: int = 8,
        start_ms: int = 1000,
        step_ms: int = 7,
        leds: "Leds | None" = None,
        memory: "bytearray | None" = None,
        supply: "LedSupply | None" = None,
    ) -> None:
        self.files = files
        self.strips = Strips(files, ranks)
        self.leds = Leds(files * ranks) if leds is None else leds
        self.port = DataPort()
        self.now_ms = start_ms
        self.step_ms = step_ms
        self._seq = 0
        self._read = 0  # bytes of `port.received` that `lines` has returned
        self.order = config.pixel_order(files, ranks, False)
        strips = self.strips
        self.calibration = Calibration(memory, files * ranks)
        zeros = self.calibration.zeros
        scanner = StripScanner(strips.rows, strips.selects, strips, strips.delay_us, files, zeros)
        strip = LedStrip(self.leds, self.order, files, config.CURRENT_LIMIT_MA)
        self.board = Board(
            scanner,
            self.calibration,
            strip,
            self.port,
            "E6614103E7452D2F",
            "5f3a",
            supply=supply,
        )

    def set_up(self) -> None:
        """Put towers on both home rows, north poles down at White's."""
        cells = len(self.strips.field_mt)
        for file in range(self.files):
            self.strips.field_mt[file] = NORTH_MT
            self.strips.field_mt[cells - 1 - file] = SOUTH_MT

    def run(self, ms: int) -> None:
        """Run the board for a time, with a host that reads all the time."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.board.step(self.now_ms % (1 << 29))
            self.port.take()
            self.now_ms += self.step_ms

    def say(self, kind: str, fields: str = "") -> None:
        """Send a line from the host."""
        self.port.give(host_line(kind, self._seq, fields))
        self._seq = (self._seq + 1) % wire.SEQ_PERIOD

    def greet(self) -> None:
        """Send hello from the host, and discard the answers."""
        self.say("hello", "1.0,0.1.0")
        self.run(50)
        self.lines()

    def lines(self, kind: str = "") -> "list[list[str]]":
        """Return the board's lines since the last call as [type, seq, field, ...].

        Args:
            kind: return only lines of this type; the others are dropped.
        """
        text = self.port.received[self._read :]
        end = text.rfind(b"\n") + 1
        self._read += end
        said = []
        for data in text[:end].split(b"\n")[:-1]:
            message = wire.parse(data)
            if message is None:
                raise ValueError("the board sent %r" % data)
            if not kind or message[0].decode() == kind:
                words = [field.decode() for field in message[2]]
                said.append([message[0].decode(), str(message[1])] + words)
        return said

    def cell_rgb(self, cell: int) -> int:
        """Return the colour of a cell's LED."""
        return self.leds.shown[self.order[cell]]


def greeted(memory: "bytearray | None" = None) -> Rig:
    """Return a board that a host has greeted, with steps of 30 ms."""
    rig = Rig(memory=memory, step_ms=30)
    rig.run(200)
    rig.greet()
    return rig


def frame_cells(cells: int, lit: "dict[int, str]") -> str:
    """Return the cells of a frame line, dark except the given ones (colour and pattern)."""
    return "".join(lit.get(cell, "0-") for cell in range(cells))
