"""Link: sends and receives whole lines over a serial port, without ever waiting for it.

Memory is bounded: at most one unfinished line is held in each direction.  Nothing else is queued:
the board keeps due messages as flags and checks `is_idle` before it sends the next line.
"""

from kamiboard import wire

MYPY = False
if MYPY:
    from kamiboard.protocols import Port

_CHUNK = 256  # bytes read at a time: the size of CircuitPython's buffer
_LARGEST_GAP = wire.SEQ_PERIOD // 2  # beyond this the sender has gone back


class Link:
    """Line layer over a serial port.

    Args:
        port: None if the board has no data port; then nothing is received or sent.

    Attributes:
        lines_in: number of well-formed lines received.
        lines_bad: number of malformed lines received, overlong ones included.
        lines_lost: sum of the gaps in the host's line counter.
    """

    def __init__(self, port: "Port | None") -> None:
        self.lines_in = 0
        self.lines_bad = 0
        self.lines_lost = 0
        self._port = port
        self._chunk = b""  # read, but not yet split into lines
        self._line = b""  # beginning of an unfinished line
        self._overlong = False  # discarding up to the next newline
        self._next_seq = wire.BAD  # of the host; BAD until its first line
        self._line_out = wire.LineWriter()  # being sent
        self._sending = False
        self._sent = 0  # bytes of it that the port has accepted
        self._seq = 0
        self._connected = False

    @property
    def is_idle(self) -> bool:
        """True if a host is connected and no line is being sent."""
        return self._connected and not self._sending

    def poll(self) -> bool:
        """Read from the port and go on sending; call once a step.

        Reads one chunk at most, so that a flood of bytes cannot stop the board from scanning.

        Returns:
            True if there is something to `receive`.
        """
        port = self._port
        if port is None:
            return False
        connected = port.connected
        if connected != self._connected:
            self._connected = connected
            self._sending = False
            if connected:
                port.reset_output_buffer()  # meant for an earlier host
        if self._sending:
            self._push(port)
        if not self._chunk:
            waiting = port.in_waiting
            if waiting:
                self._chunk = port.read(min(waiting, _CHUNK))
        return len(self._chunk) > 0

    def receive(self) -> "tuple[bytes, int, list[bytes]] | None":
        """Return type, sequence number and fields of the next good line; None if none yet."""
        while self._chunk:
            end = self._chunk.find(b"\n")
            piece = self._chunk if end < 0 else self._chunk[:end]
            self._chunk = b"" if end < 0 else self._chunk[end + 1 :]
            if len(self._line) + len(piece) >= wire.MAX_LINE:
                self._overlong = True
                self._line = b""
            elif not self._overlong:
                self._line = self._line + piece if self._line else piece
            if end < 0:
                break
            message = None if self._overlong else wire.parse(self._line)
            self._overlong = False
            self._line = b""
            if message is None:
                self.lines_bad += 1
            else:
                self._count(message[0], message[1])
                return message
        return None

    def send(self, kind: str, fields: str = "") -> None:
        """Begin to send a line; only while `is_idle`, else the line before is cut off."""
        line = self.begin(kind.encode())
        if fields:
            line.text(fields.encode())
        self.end()

    def begin(self, kind: bytes) -> wire.LineWriter:
        """Begin to write a line, for `end` to send; only while `is_idle`, as of `send`."""
        self._line_out.begin(kind, self._seq)
        return self._line_out

    def end(self) -> None:
        """Begin to send the line that has been written."""
        if self._port is None:
            return
        self._line_out.end()
        self._sending = True
        self._sent = 0
        self._seq = (self._seq + 1) % wire.SEQ_PERIOD
        self._push(self._port)

    def _push(self, port: "Port") -> None:
        """Write as much of the line as the port accepts."""
        self._sent += port.write(self._line_out.rest(self._sent))
        self._sending = self._sent < self._line_out.size

    def _count(self, kind: bytes, seq: int) -> None:
        """Count a well-formed line, and the lines lost before it."""
        self.lines_in += 1
        if self._next_seq != wire.BAD and kind != b"hello":  # a hello may come from another program
            gap = (seq - self._next_seq) % wire.SEQ_PERIOD
            if gap < _LARGEST_GAP:
                self.lines_lost += gap
        self._next_seq = (seq + 1) % wire.SEQ_PERIOD
