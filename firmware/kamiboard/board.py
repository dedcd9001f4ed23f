"""The board: one step after another, what lines say, what sensors see and what lights show.

A step takes in what has come, scans once, animates, and sends what is due.  It never waits.  What
is to be said is kept as flags, and a line is written from the state of the moment in which it can
be sent: a host that listens badly hears less often, but never anything old.

    flag            set by                                            line
    _owes_hello     the start, a `hello`                              hello
    _owes_crash     a `hello`, if the program has died before         crash
    _refusal        a line that cannot be obeyed (the last one counts)   nak
    _owes_ack       a `frame`                                         ack
    _owes_snap      a change, `look`, `hello`, a second gone by       snap
    _owes_sensors   a part is missing at `hello`, or comes or goes    warn
    _owes_damage    a damaged calibration at `hello`                  warn
    _owes_calib     `calibrate`, a change or a second in it           calib
    _diag_line      `diag`                                            diag, several
    _cells_name     `cells`                                           cells, one a rank

Before a host of the same major version has said hello, only `hello` is obeyed.

While somebody calibrates, the lights are the calibrator's; what the host wants to show is kept.
"""

from kamiboard import calibrator, config, sensor_report, ticks, wire
from kamiboard.calibrator import Calibrator
from kamiboard.crash_log import NONE, words
from kamiboard.debounce import Debouncer
from kamiboard.link import Link
from kamiboard.peak_hold import Peaks
from kamiboard.zero_tracking import Drift

MYPY = False
if MYPY:
    from kamiboard.calibration import Calibration
    from kamiboard.led_strip import Strip
    from kamiboard.protocols import FreeMemory, Port, Sensors

_LONGEST_KIND = 32  # of an unknown type, when it is quoted back
_LONGEST_TROUBLE = 60  # in the hello, which holds much else
_MASK = 0x3FFFFFFF  # counters start again before they outgrow a small integer
_PROTOCOL = "%d.%d" % (config.PROTOCOL_MAJOR, config.PROTOCOL_MINOR)


class Board:
    """A board of `scanner.files` x `scanner.ranks` cells.

    Args:
        scanner: reads the levels.
        calibration: what they mean; the scanner's zeros are in it.
        strip: shows the frames.
        port: what the host is connected to; None if there is nothing.
        uid: the chip's number in hex.
        boot: a text that differs from start to start.
        trouble: what went wrong before, as words of a line; `-` for nothing.
        free_memory: bytes left, for diag; None if nobody knows.
        crashes: how often the program has died since it last ran quietly.
    """

    def __init__(
        self,
        scanner: "Sensors",
        calibration: "Calibration",
        strip: "Strip",
        port: "Port | None",
        uid: str,
        boot: str,
        trouble: str = "-",
        free_memory: "FreeMemory | None" = None,
        crashes: int = 0,
    ) -> None:
        cells = scanner.files * scanner.ranks
        self._scanner = scanner
        self._calibration = calibration
        self._calibrator = Calibrator(calibration, scanner.files, scanner.ranks)
        self._peaks = Peaks(cells)
        self._drift = Drift(calibration, scanner.files, scanner.ranks)
        self._strip = strip
        self._link = Link(port)
        self._debouncer = Debouncer(
            calibration.ons,
            calibration.offs,
            config.SETTLE_MS,
            config.LEAVE_MS,
            config.LETTERS,
        )
        self._name = "%s,%s,%s,%s,%dx%d,%s,%d" % (
            _PROTOCOL,
            config.FIRMWARE_VERSION,
            uid,
            boot,
            scanner.files,
            scanner.ranks,
            config.CAPABILITIES,
            config.CURRENT_LIMIT_MA,
        )
        self._trouble = words(trouble, _LONGEST_TROUBLE)
        self._crash = "" if trouble == NONE else "%d,up,%s" % (crashes, trouble)
        self._free_memory = free_memory
        # What the host has said
        self._greeted = False
        self._palette = bytearray(3 * wire.COLOURS)
        self._frame_number = wire.BAD
        self._frame_cells = b""
        self._frame_brightness = wire.FULL_BRIGHTNESS
        self._colours = bytearray(cells)
        self._waves = bytearray(cells)
        # What it must be told
        self._owes_hello = True
        self._owes_crash = False
        self._refusal = ""
        self._owes_ack = False
        self._owes_snap = False
        self._owes_sensors = False
        self._owes_damage = False
        self._owes_calib = False
        self._diag_line = 0
        self._cells_name = b""
        self._cells_rank = 0
        # Time and counters; the first step sets the ticks
        self._scan_ms = -1
        self._heard_ms = 0
        self._snap_ms = 0
        self._changed_ms = 0
        self._second_ms = 0
        self._scans = 0
        self._second_scans = 0
        self._scan_us = 0
        self._next_check = 0
        self._told_parts = bytearray(scanner.strips)
        self._watched = False  # the first whole picture has been looked at
        self._calib_ms = 0
        strip.set_limit(config.UNGREETED_LIMIT_MA)

    def step(self, now_ms: int) -> None:
        """Do everything once.

        Args:
            now_ms: the present tick, as of `supervisor.ticks_ms()`.
        """
        if self._scan_ms < 0:
            self._heard_ms = self._snap_ms = self._second_ms = self._changed_ms = now_ms
        self._link.poll()
        message = self._link.receive()
        while message is not None:
            self._obey(message[0], message[2], now_ms)
            message = self._link.receive()
        self._scan_ms = now_ms
        self._scanner.scan()
        self._scans = (self._scans + 1) & _MASK
        if self._debouncer.update(self._scanner.levels, now_ms):
            self._owes_snap = True
            self._changed_ms = now_ms
        if self._peaks.is_watching:
            self._peaks.update(self._scanner.levels, now_ms)
        if self._calibrator.step:
            self._calibrate(now_ms)
        else:
            self._drift.follow(self._scanner.levels, self._debouncer.picture)
            if not self._watched and self._debouncer.ready:
                self._watched = True
                if calibrator.is_wanted(self._debouncer.picture, self._scanner.files):
                    self._begin_calibration(now_ms)
        self._mind_the_clock(now_ms)
        self._strip.animate(now_ms)
        while self._link.is_idle and self._say_one_thing(now_ms):
            pass

    # --- Listening --------------------------------------------------------------------------------

    def _obey(self, kind: bytes, fields: "list[bytes]", now_ms: int) -> None:
        """Do what a line of good form and check says, or refuse it."""
        if kind == b"hello":
            accepted = self._obey_hello(fields)
        elif not self._greeted:
            self._refusal = "hello,"
            return
        elif kind == b"beat":
            accepted = True
        elif kind == b"look":
            accepted = self._owes_snap = True
        elif kind == b"palette":
            accepted = wire.read_palette(fields, self._palette)
            if accepted and not self._calibrator.step:
                self._strip.set_palette(self._palette)
        elif kind == b"frame":
            accepted = self._obey_frame(fields, now_ms)
        elif kind == b"diag":
            accepted = True
            self._diag_line = 1
        elif kind == b"cells":
            accepted = self._obey_cells(fields, now_ms)
        elif kind == b"calibrate":
            accepted = self._obey_calibrate(fields, now_ms)
        else:
            self._refusal = "type," + kind[:_LONGEST_KIND].decode()
            accepted = True
        if not accepted:
            self._refusal = "field," + kind.decode()
        if self._greeted:
            self._heard_ms = now_ms
            self._strip.wait_for_host(False)

    def _obey_hello(self, fields: "list[bytes]") -> bool:
        protocol = wire.read_protocol(fields[0]) if len(fields) > 1 else None
        if protocol is None:
            return False
        self._greeted = protocol[0] == config.PROTOCOL_MAJOR
        self._owes_hello = True
        self._strip.set_limit(
            config.CURRENT_LIMIT_MA if self._greeted else config.UNGREETED_LIMIT_MA
        )
        if self._greeted:
            self._owes_crash = self._crash != ""
            self._owes_snap = True
            self._owes_sensors = not all(self._told_parts)
            self._owes_damage = self._calibration.is_damaged
        return True

    def _obey_frame(self, fields: "list[bytes]", now_ms: int) -> bool:
        number = wire.number(fields[0], wire.MAX_NUMBER) if len(fields) > 1 else wire.BAD
        brightness = wire.read_brightness(fields)
        if number == wire.BAD or brightness == wire.BAD:
            return False
        # A frame that is already shown is only acknowledged again.  Its cells are compared as well:
        # a host that has started anew may use a number again.
        if (
            number != self._frame_number
            or fields[1] != self._frame_cells
            or brightness != self._frame_brightness
        ):
            if not wire.read_cells(fields[1], self._colours, self._waves):
                return False
            self._frame_number = number
            self._frame_cells = fields[1]
            self._frame_brightness = brightness
            if not self._calibrator.step:
                self._strip.show_frame(self._colours, self._waves, now_ms, brightness)
        self._owes_ack = True
        return True

    def _obey_cells(self, fields: "list[bytes]", now_ms: int) -> bool:
        if not config.LINEAR or not fields or fields[0] not in sensor_report.NAMES:
            return False
        if fields[0] == b"peak":
            self._peaks.ask(now_ms)
        self._cells_name = fields[0]
        self._cells_rank = 0
        return True

    def _obey_calibrate(self, fields: "list[bytes]", now_ms: int) -> bool:
        if not config.LINEAR or not fields:
            return False
        what = fields[0]
        if what == b"start":
            self._begin_calibration(now_ms)
        elif what == b"next":
            self._calibrator.skip(now_ms)
            self._show_calibration(now_ms)
        elif what == b"stop":
            if self._calibrator.step:
                self._calibrator.stop()
                self._show_calibration(now_ms)
        elif what == b"forget":
            if self._calibrator.step:
                return False
            self._calibration.forget()
        elif what != b"look":
            return False
        self._owes_calib = True
        return True

    # --- Calibration ------------------------------------------------------------------------------

    def _begin_calibration(self, now_ms: int) -> None:
        self._strip.wait_for_host(False)
        self._strip.set_palette(calibrator.PALETTE)
        self._calibrator.start(now_ms)
        self._show_calibration(now_ms)

    def _calibrate(self, now_ms: int) -> None:
        """Let the calibrator see what was scanned."""
        if self._calibrator.update(self._scanner.levels, now_ms):
            self._show_calibration(now_ms)
        elif ticks.since(now_ms, self._calib_ms) >= config.HEARTBEAT_MS:
            self._owes_calib = True

    def _show_calibration(self, now_ms: int) -> None:
        """Show what the calibrator wants, or what the host wants once that has ended."""
        self._owes_calib = True
        guide = self._calibrator
        if guide.step:
            self._strip.show_frame(guide.colours, guide.waves, now_ms)
            return
        self._strip.set_palette(self._palette)
        # Read anew: a frame that was refused since may have left rubbish.
        if not self._frame_cells or not wire.read_cells(
            self._frame_cells, self._colours, self._waves
        ):
            for cell in range(len(self._colours)):
                self._colours[cell] = self._waves[cell] = 0
        self._strip.show_frame(self._colours, self._waves, now_ms, self._frame_brightness)

    # --- Time -------------------------------------------------------------------------------------

    def _mind_the_clock(self, now_ms: int) -> None:
        """What is due after a time.

        Waiting is a state of the strip, so a very long silence cannot wrap.
        """
        if not self._strip.is_waiting and not self._calibrator.step:
            self._strip.wait_for_host(ticks.since(now_ms, self._heard_ms) >= config.SILENCE_MS)
        if ticks.since(now_ms, self._snap_ms) >= config.HEARTBEAT_MS:
            self._owes_snap = True
        self._second_scans += 1
        passed_ms = ticks.since(now_ms, self._second_ms)
        if passed_ms >= config.STRIP_CHECK_MS:
            self._scan_us = passed_ms * 1000 // self._second_scans
            self._second_ms = now_ms
            self._second_scans = 0
            if ticks.since(now_ms, self._changed_ms) > config.OLDEST_MS:
                # Held, so that its age can neither wrap nor need more than four digits.
                self._changed_ms = (now_ms - config.OLDEST_MS) % ticks.PERIOD
            self._scanner.check_strip(self._next_check)
            self._next_check = (self._next_check + 1) % len(self._scanner.strips)
            if self._scanner.strips != self._told_parts:
                self._told_parts[:] = self._scanner.strips
                self._owes_sensors = self._greeted

    # --- Speaking ---------------------------------------------------------------------------------

    def _say_one_thing(self, now_ms: int) -> bool:
        """Send the most urgent of the lines that are due; False if there is none."""
        if self._owes_hello:
            self._owes_hello = False
            self._link.send("hello", "%s,%s,%s" % (self._name, self._calibration.id, self._trouble))
        elif self._owes_crash:
            self._owes_crash = False
            self._link.send("crash", self._crash)
        elif self._refusal:
            refusal = self._refusal
            self._refusal = ""
            self._link.send("nak", refusal)
        elif self._owes_ack:
            self._owes_ack = False
            self._link.send("ack", "%d,%d" % (self._frame_number, self._strip.peak_ma))
        elif self._owes_snap and self._debouncer.ready:
            self._owes_snap = False
            self._snap_ms = now_ms
            picture = self._debouncer.picture.decode()
            revision = self._debouncer.revision & _MASK
            fields = "%d,%d,%s" % (revision, self._scan_ms, picture)
            age_ms = ticks.since(now_ms, self._changed_ms)
            self._link.send("snap", "%s,%d" % (fields, age_ms) if age_ms else fields)
        elif self._owes_sensors:
            self._owes_sensors = False
            self._link.send("warn", "sensors," + sensor_report.missing(self._told_parts))
        elif self._owes_damage:
            self._owes_damage = False
            self._link.send("warn", "calibration," + sensor_report.DAMAGED)
        elif self._owes_calib and self._greeted:
            self._owes_calib = False
            self._calib_ms = now_ms
            guide = self._calibrator
            self._link.send("calib", guide.told(self._calibration.id))
        elif self._diag_line:
            pairs = self._diag_pairs(self._diag_line, now_ms)
            self._diag_line = (self._diag_line + 1) % 3
            self._link.send("diag", pairs)
        elif self._cells_name:
            self._say_cells()
        else:
            return False
        return True

    def _say_cells(self) -> None:
        """Tell the next rank."""
        scanner = self._scanner
        name, rank = self._cells_name, self._cells_rank
        self._cells_rank = rank + 1
        if self._cells_rank == scanner.ranks:
            self._cells_name = b""
        fields = sensor_report.rank_of_cells(
            name, rank, scanner.files, scanner.levels, self._peaks.felt, self._calibration
        )
        self._link.send("cells", fields)

    def _diag_pairs(self, line: int, now_ms: int) -> str:
        """The pairs of the first or the second line of diagnostics."""
        link = self._link
        if line == 1:
            return "lines_in,%d,lines_bad,%d,lines_lost,%d,scans,%d,scan_us,%d" % (
                link.lines_in,
                link.lines_bad,
                link.lines_lost,
                self._scans,
                self._scan_us,
            )
        return "free,%d,ms,%d,ma,%d,strips,%s,end,1" % (
            0 if self._free_memory is None else self._free_memory(),
            now_ms,
            self._strip.now_ma,
            "".join(str(answers) for answers in self._scanner.strips),
        )
