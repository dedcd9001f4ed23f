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
    _diag_line      `diag`                                            diag, several

Before a host of the same major version has said hello, only `hello` is obeyed.
"""

from kamiboard import config, ticks, wire
from kamiboard.debounce import Debouncer
from kamiboard.link import Link
from kamiboard.trouble import NONE, words

MYPY = False
if MYPY:
    from kamiboard.seam import FreeMemory, Port, Sensors
    from kamiboard.strip import Strip

_LONGEST_KIND = 32  # of an unknown type, when it is quoted back
_LONGEST_TROUBLE = 60  # in the hello, which holds much else
_MASK = 0x3FFFFFFF  # counters start again before they outgrow a small integer
_PROTOCOL = "%d.%d" % (config.PROTOCOL_MAJOR, config.PROTOCOL_MINOR)


class Board:
    """A board of `scanner.files` x `scanner.ranks` cells.

    Args:
        scanner: reads the levels.
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
        self._strip = strip
        self._link = Link(port)
        self._debouncer = Debouncer(
            cells,
            config.ON_LEVEL,
            config.OFF_LEVEL,
            config.SETTLE_MS,
            config.LEAVE_MS,
            config.LETTERS,
        )
        self._identity = "%s,%s,%s,%s,%dx%d,%s,%d,-,%s" % (
            _PROTOCOL,
            config.FIRMWARE_VERSION,
            uid,
            boot,
            scanner.files,
            scanner.ranks,
            config.CAPABILITIES,
            config.CURRENT_LIMIT_MA,
            words(trouble, _LONGEST_TROUBLE),
        )
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
        self._diag_line = 0
        # Time and counters; the first step sets the ticks
        self._scan_ms = -1
        self._heard_ms = 0
        self._snap_ms = 0
        self._second_ms = 0
        self._scans = 0
        self._second_scans = 0
        self._scan_us = 0
        self._next_check = 0
        strip.set_limit(config.UNGREETED_LIMIT_MA)

    def step(self, now_ms: int) -> None:
        """Do everything once.

        Args:
            now_ms: the present tick, as of `supervisor.ticks_ms()`.
        """
        if self._scan_ms < 0:
            self._heard_ms = self._snap_ms = self._second_ms = now_ms
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
            if accepted:
                self._strip.set_palette(self._palette)
        elif kind == b"frame":
            accepted = self._obey_frame(fields, now_ms)
        elif kind == b"diag":
            accepted = True
            self._diag_line = 1
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
            self._strip.show_frame(self._colours, self._waves, now_ms, brightness)
        self._owes_ack = True
        return True

    # --- Time -------------------------------------------------------------------------------------

    def _mind_the_clock(self, now_ms: int) -> None:
        """What is due after a time.

        Waiting is a state of the strip, so a very long silence cannot wrap.
        """
        if not self._strip.is_waiting:
            self._strip.wait_for_host(ticks.since(now_ms, self._heard_ms) >= config.SILENCE_MS)
        if ticks.since(now_ms, self._snap_ms) >= config.HEARTBEAT_MS:
            self._owes_snap = True
        self._second_scans += 1
        passed_ms = ticks.since(now_ms, self._second_ms)
        if passed_ms >= config.STRIP_CHECK_MS:
            self._scan_us = passed_ms * 1000 // self._second_scans
            self._second_ms = now_ms
            self._second_scans = 0
            self._scanner.check_strip(self._next_check)
            self._next_check = (self._next_check + 1) % len(self._scanner.strips)

    # --- Speaking ---------------------------------------------------------------------------------

    def _say_one_thing(self, now_ms: int) -> bool:
        """Send the most urgent of the lines that are due; False if there is none."""
        if self._owes_hello:
            self._owes_hello = False
            self._link.send("hello", self._identity)
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
            self._link.send("snap", "%d,%d,%s" % (revision, self._scan_ms, picture))
        elif self._diag_line:
            pairs = self._diag_pairs(self._diag_line, now_ms)
            self._diag_line = (self._diag_line + 1) % 3
            self._link.send("diag", pairs)
        else:
            return False
        return True

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
