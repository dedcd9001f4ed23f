"""Board: main loop.  Each step receives, scans, animates the LEDs and sends what is due.

A step never waits.  Due messages are kept as flags, and a line is made from the state at the moment
when it can be sent: a host that reads slowly gets fewer lines, but never outdated ones.

    flag                set by                                              line
    _hello_due          the start, a `hello`, a change of the limit         hello
    _crash_due          a `hello`, if the program has crashed before        crash
    _refusal            a line that is refused (only the last one is kept)  nak
    _ack_due            a `frame`                                           ack
    _snap_due           a change, a lift, `look`, `hello`, a second passed  snap
    _parts_due          parts missing at a `hello`, or a change of them     warn
    _damage_due         a damaged calibration at a `hello`                  warn
    _supply_due         a fault of the LED supply at a `hello`, or a change  warn
    CalibrationControl  `calibrate`, a change or a second while it runs     calib
    Diagnostics         `diag`                                              diag, two of them
    CellsReport         `cells`                                             cells, one per rank

Until a host of the same major version has said hello, all lines but `hello` are refused.
"""

from kamiboard import config, ticks, wire
from kamiboard.lights.display import Display
from kamiboard.link import Link
from kamiboard.nvm.calibration import is_requested
from kamiboard.nvm.crash_log import NONE, as_field
from kamiboard.sensing import debounce
from kamiboard.sensing.debounce import Debouncer
from kamiboard.sensing.zero_tracking import ZeroTracker

MYPY = False
if MYPY:
    from kamiboard.calibration_control import CalibrationControl
    from kamiboard.diagnostics import Diagnostics
    from kamiboard.frames_ahead import FramesAhead
    from kamiboard.lights.led_strip import LedStrip
    from kamiboard.lights.led_supply import LedSupply
    from kamiboard.nvm.calibration import Calibration
    from kamiboard.protocols import ClockNs, Collect, FreeMemory, Port, Sensors
    from kamiboard.sensing.sensor_report import CellsReport

_LONGEST_KIND = 32  # of an unknown type quoted in a `nak`
_LONGEST_ERROR = 60  # in the `hello`, which has many other fields
_PROTOCOL = "%d.%d" % (config.PROTOCOL_MAJOR, config.PROTOCOL_MINOR)
_LIFTS_MINOR = 6  # an older host refuses a `snap` with capitals
_TO_CAPITAL = 0x20
_MASK = 0x3FFFFFFF  # counters wrap before they outgrow a small integer


class Board:
    """A board of `scanner.files` x `scanner.ranks` cells.

    Args:
        scanner: reads the sensors.
        calibration: their zeros, which the scanner uses as well, and thresholds.
        strip: the LEDs.
        port: serial port to the host; None if there is none.
        uid: the chip's number in hex.
        boot: a text that differs at each start.
        crash: cause of the last crash as a field of a line; NONE if there was none.
        free_memory: returns the free bytes for `diag`; None if unknown.
        crashes: number of crashes since the program last ran quietly.
        clock_ns: shortens the scan, as of `scan_strips.StripScanner.share`; None: it does not.
        collect: collects garbage, which otherwise happens at any moment; None: it does.
        supply: monitors the LEDs' supply; None if the build cannot.
    """

    def __init__(
        self,
        scanner: "Sensors",
        calibration: "Calibration",
        strip: "LedStrip",
        port: "Port | None",
        uid: str,
        boot: str,
        crash: str = NONE,
        free_memory: "FreeMemory | None" = None,
        crashes: int = 0,
        clock_ns: "ClockNs | None" = None,
        collect: "Collect | None" = None,
        supply: "LedSupply | None" = None,
    ) -> None:
        files, ranks = scanner.files, scanner.ranks
        self._scanner = scanner
        self._calibration = calibration
        self._zero_tracker = ZeroTracker(calibration, files, ranks)
        self._strip = strip
        self._display = Display(strip, files * ranks)
        self._port = port
        self._link = Link(port)
        self._collect = collect
        self._supply = supply
        self._limit_ma = config.CURRENT_LIMIT_MA
        self._free_memory = free_memory
        self._diagnostics: "Diagnostics | None" = None  # each of these is loaded when it is needed
        self._calibration_control: "CalibrationControl | None" = None
        self._cells_report: "CellsReport | None" = None
        self._frames_ahead: "FramesAhead | None" = None
        self._debouncer = Debouncer(
            calibration.ons,
            calibration.offs,
            debounce.SETTLE_MS,
            debounce.LEAVE_MS,
            config.LETTERS,
        )
        self._identity = "%s,%s,%s,%s,%dx%d,%s" % (
            _PROTOCOL,
            config.FIRMWARE_VERSION,
            uid,
            boot,
            files,
            ranks,
            config.CAPABILITIES,
        )
        self._error = as_field(crash, _LONGEST_ERROR)
        self._crash = "" if crash == NONE else "%d,up,%s" % (crashes, crash)
        self._greeted = False
        self._sends_lifts = False
        # Due messages
        self._hello_due = True
        self._crash_due = False
        self._refusal = ""
        self._ack_due = False
        self._snap_due = False
        self._parts_due = False
        self._damage_due = False
        self._supply_due = False
        # Ticks; set by the first step
        self._scan_ms = -1
        self._received_ms = 0
        self._snap_ms = 0
        self._changed_ms = 0
        self._period_ms = 0  # start of a period in which scans are counted
        self._scans = 0
        self._period_scans = 0  # the count at its start
        self._scan_us = 0  # mean of a scan over the last period
        self._start_checked = False  # the first valid snapshot was checked for a calibration
        self._collected_lines = 0  # lines received until then
        self._next_check = 0
        self._reported_parts = bytearray(scanner.parts)
        self._reported_supply = ""
        strip.set_limit(config.UNGREETED_LIMIT_MA)
        scanner.share(self._take_cells, clock_ns)

    def step(self, now_ms: int) -> None:
        """Run one step.

        Args:
            now_ms: the present tick, as of `supervisor.ticks_ms()`.
        """
        if self._scan_ms < 0:
            self._received_ms = self._snap_ms = self._changed_ms = self._period_ms = now_ms
        self._scan_ms = now_ms
        self._receive(now_ms)
        self._debouncer.begin(now_ms)
        self._scanner.scan()
        if self._debouncer.end():
            self._snap_due = True
            self._changed_ms = now_ms
        elif self._debouncer.lifts_changed and self._sends_lifts:
            self._snap_due = True
        if self._frames_ahead is not None:
            self._frames_ahead.update(now_ms)
        if self._cells_report is not None:
            self._cells_report.update(now_ms)
        if self._calibration_control is None or not self._calibration_control.update(now_ms):
            self._zero_tracker.update(self._scanner.levels, self._debouncer.snapshot)
        if not self._start_checked and self._debouncer.ready:
            self._start_checked = True
            if is_requested(self._debouncer.snapshot, self._scanner.files):
                self._load_calibration_control().start(now_ms)
        self._check_times(now_ms)
        if self._supply is not None and self._supply.update(now_ms):
            self._follow_supply(self._supply)
        self._strip.animate(now_ms)
        while self._link.is_idle and self._send_next(now_ms):
            pass

    def _take_cells(self, first: int, end: int) -> None:
        """Take in the new levels of some cells, in the middle of a scan; receive what has come.

        A frame is shown at once: it does not wait for the end of the scan.
        """
        self._debouncer.take(self._scanner.levels, first, end)
        port = self._port
        if port is not None and port.in_waiting and self._scan_ms >= 0:
            self._receive(self._scan_ms)

    # --- Receiving --------------------------------------------------------------------------------

    def _receive(self, now_ms: int) -> None:
        """Read from the port, and carry out the lines that are complete."""
        if not self._link.poll():
            return
        message = self._link.receive()
        while message is not None:
            self._handle(message[0], message[2], now_ms)
            message = self._link.receive()

    def _handle(self, kind: bytes, fields: "list[bytes]", now_ms: int) -> None:  # noqa: PLR0912 (one branch for each command)
        """Carry out a well-formed line, or refuse it."""
        if kind == b"hello":
            accepted = self._handle_hello(fields)
        elif not self._greeted:
            self._refusal = "hello,"
            return
        elif kind == b"beat":
            accepted = True
        elif kind == b"look":
            accepted = self._snap_due = True
        elif kind == b"palette":
            accepted = self._display.set_palette(fields)
        elif kind == b"frame":
            accepted = self._display.set_frame(fields, now_ms)
            self._ack_due = accepted or self._ack_due
        elif kind == b"ahead":
            accepted = self._load_frames_ahead().take(fields)
        elif kind == b"diag":
            accepted = True
            self._load_diagnostics().request()
        elif kind == b"cells":
            accepted = self._load_cells_report().request(fields, now_ms)
        elif kind == b"calibrate":
            accepted = self._load_calibration_control().handle(fields, now_ms)
        else:
            self._refusal = "type," + kind[:_LONGEST_KIND].decode()
            accepted = True
        if not accepted:
            self._refusal = "field," + kind.decode()
        if self._greeted:
            self._received_ms = now_ms
            self._strip.wait_for_host(False)

    def _handle_hello(self, fields: "list[bytes]") -> bool:
        protocol = wire.read_protocol(fields[0]) if len(fields) > 1 else None
        if protocol is None:
            return False
        self._greeted = protocol[0] == config.PROTOCOL_MAJOR
        self._sends_lifts = self._greeted and protocol[1] >= _LIFTS_MINOR
        self._hello_due = True
        self._display.expect_frame()
        self._strip.set_limit(self._limit_ma if self._greeted else config.UNGREETED_LIMIT_MA)
        if self._greeted:
            self._crash_due = self._crash != ""
            self._snap_due = True
            self._parts_due = not all(self._reported_parts)
            self._damage_due = self._calibration.warning != ""
            self._supply_due = self._supply is not None and self._supply.warning != ""
        return True

    # --- Time -------------------------------------------------------------------------------------

    def _check_times(self, now_ms: int) -> None:
        """Do what is due after some time."""
        # The strip remembers that it waits, so the wrap of the tick cannot end a long silence.
        if (
            ticks.since(now_ms, self._received_ms) >= config.SILENCE_MS
            and not self._strip.is_waiting
            and (self._calibration_control is None or not self._calibration_control.is_running)
        ):
            self._strip.wait_for_host(True)
        if ticks.since(now_ms, self._snap_ms) >= config.HEARTBEAT_MS:
            self._snap_due = True
        self._scans = (self._scans + 1) & _MASK
        passed_ms = ticks.since(now_ms, self._period_ms)
        if passed_ms >= config.PART_CHECK_MS:
            self._scan_us = passed_ms * 1000 // ((self._scans - self._period_scans) & _MASK)
            self._period_ms = now_ms
            self._period_scans = self._scans
            if ticks.since(now_ms, self._changed_ms) > config.OLDEST_MS:
                # Held at the maximum, so that the age cannot wrap and has four digits at most.
                self._changed_ms = (now_ms - config.OLDEST_MS) % ticks.PERIOD
            self._collect_garbage(now_ms)
            self._debouncer.forget_doubts()
            self._scanner.check_part(self._next_check)
            self._next_check = (self._next_check + 1) % len(self._scanner.parts)
            if self._scanner.parts != self._reported_parts:
                self._reported_parts[:] = self._scanner.parts
                self._parts_due = self._greeted

    def _follow_supply(self, supply: "LedSupply") -> None:
        """Apply and report a change of the LEDs' supply."""
        if supply.limit_ma != self._limit_ma:
            self._limit_ma = supply.limit_ma
            if self._greeted:
                self._strip.set_limit(self._limit_ma)
                self._hello_due = True
        if supply.has_returned:
            self._strip.refresh()
        if supply.warning != self._reported_supply:
            self._reported_supply = supply.warning
            self._supply_due = self._greeted

    def _collect_garbage(self, now_ms: int) -> None:
        """Collect garbage while nothing happens on the board; it takes longer than a step."""
        if (
            self._collect is not None
            and ticks.since(now_ms, self._changed_ms) >= config.REST_MS
            and self._link.lines_in - self._collected_lines >= config.COLLECT_LINES
        ):
            self._collected_lines = self._link.lines_in
            self._collect()

    # --- Parts that are not always needed ---------------------------------------------------------

    def _load_diagnostics(self) -> "Diagnostics":
        if self._diagnostics is None:
            from kamiboard.diagnostics import Diagnostics

            self._diagnostics = Diagnostics(
                self._scanner, self._strip, self._link, self._free_memory, self._supply
            )
        return self._diagnostics

    def _load_calibration_control(self) -> "CalibrationControl":
        if self._calibration_control is None:
            from kamiboard.calibration_control import CalibrationControl

            self._calibration_control = CalibrationControl(
                self._calibration, self._scanner, self._debouncer, self._display
            )
        return self._calibration_control

    def _load_cells_report(self) -> "CellsReport":
        if self._cells_report is None:
            from kamiboard.sensing.sensor_report import CellsReport

            self._cells_report = CellsReport(self._scanner, self._calibration)
        return self._cells_report

    def _load_frames_ahead(self) -> "FramesAhead":
        if self._frames_ahead is None:
            from kamiboard.frames_ahead import FramesAhead

            cells = self._scanner.files * self._scanner.ranks
            self._frames_ahead = FramesAhead(self._display, self._debouncer, cells)
        return self._frames_ahead

    # --- Sending ----------------------------------------------------------------------------------

    def _send_next(self, now_ms: int) -> bool:
        """Send the most urgent line that is due; return False if there is none."""
        if self._hello_due:
            self._hello_due = False
            said = self._identity, self._limit_ma, self._calibration.id, self._error
            self._link.send("hello", "%s,%d,%s,%s" % said)
        elif self._crash_due:
            self._crash_due = False
            self._link.send("crash", self._crash)
        elif self._refusal:
            refusal = self._refusal
            self._refusal = ""
            self._link.send("nak", refusal)
        elif self._ack_due:
            self._ack_due = False
            line = self._link.begin(b"ack")
            line.number(self._display.frame_number)
            line.number(self._strip.peak_ma)
            self._link.end()
        elif self._snap_due and self._debouncer.ready:
            self._snap_due = False
            self._snap_ms = now_ms
            self._send_snap(now_ms)
        elif self._parts_due:
            self._parts_due = False
            from kamiboard.sensing.sensor_report import missing

            self._link.send("warn", "sensors," + missing(self._reported_parts))
        elif self._damage_due:
            self._damage_due = False
            self._link.send("warn", "calibration," + (self._calibration.warning or NONE))
        elif self._supply_due:
            self._supply_due = False
            self._link.send("warn", "supply," + (self._reported_supply or NONE))
        elif self._greeted and self._calibration_control and self._calibration_control.is_due:
            self._link.send("calib", self._calibration_control.next_fields(now_ms))
        elif self._diagnostics is not None and self._diagnostics.is_due:
            fields = self._diagnostics.next_fields(now_ms, self._scans, self._scan_us)
            self._link.send("diag", fields)
        elif self._cells_report is not None and self._cells_report.is_due:
            self._link.send("cells", self._cells_report.next_fields())
        else:
            return False
        return True

    def _send_snap(self, now_ms: int) -> None:
        line = self._link.begin(b"snap")
        line.number(self._debouncer.revision & _MASK)
        line.number(self._scan_ms)
        first = line.text(self._debouncer.snapshot)
        if self._sends_lifts:
            for cell in self._debouncer.lifts:
                line.data[first + cell] -= _TO_CAPITAL
        age_ms = ticks.since(now_ms, self._changed_ms)
        if age_ms:
            line.number(age_ms)
        self._link.end()
