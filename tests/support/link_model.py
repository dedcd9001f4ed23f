"""Model of the other end of the link: a board as in docs/protocols/board.md, and faulty cables.

Time is simulated.  `World` joins a real `Connection` and a board by two cables and records what
both ends receive.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Protocol

from host.link import codec, wire
from host.link.connection import Connection
from host.link.errors import RemoteProtocolError
from host.link.events import Event, SnapshotReceived
from host.link.wire import RGB

START = "n" * 8 + "." * 48 + "s" * 8
STEP_MS = 10


@dataclass(frozen=True)
class Faults:
    """Faults of a cable; all probabilities are per line.

    Attributes:
        loss: probability that a line is lost.
        double: probability that it is delivered twice.
        damage: probability that one of its bytes changes.
        glue: probability that its newline is lost.
        delay_ms: longest delay; the order is kept.
        swap: probability that it overtakes the line before it.
        piece: bytes delivered at a time; 0 for all that are due.
    """

    loss: float = 0.0
    double: float = 0.0
    damage: float = 0.0
    glue: float = 0.0
    delay_ms: int = 0
    swap: float = 0.0
    piece: int = 0


class Cable:
    """One direction of a serial link.

    Attributes:
        cut: True if nothing gets through.
    """

    def __init__(self, faults: Faults, rng: random.Random) -> None:
        self.faults = faults
        self.cut = False
        self._rng = rng
        self._waiting: list[tuple[int, bytes]] = []

    def send(self, data: bytes, now_ms: int) -> None:
        """Send whole lines from one end."""
        for line in data.splitlines(keepends=True):
            self._send_line(line, now_ms)

    def _send_line(self, line: bytes, now_ms: int) -> None:
        faults, rng = self.faults, self._rng
        if self.cut or rng.random() < faults.loss:
            return
        if rng.random() < faults.damage:
            changed = bytearray(line)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            line = bytes(changed)
        if rng.random() < faults.glue:
            line = line.removesuffix(b"\n")
        due_ms = now_ms + rng.randint(0, faults.delay_ms)
        if self._waiting:
            due_ms = max(due_ms, self._waiting[-1][0])
        self._waiting += [(due_ms, line)] * (2 if rng.random() < faults.double else 1)
        if len(self._waiting) > 1 and rng.random() < faults.swap:
            (first_ms, before), (last_ms, late) = self._waiting[-2:]
            self._waiting[-2:] = [(first_ms, late), (last_ms, before)]

    def receive(self, now_ms: int) -> list[bytes]:
        """Return the bytes that the other end reads, in pieces."""
        due = b"".join(line for due_ms, line in self._waiting if due_ms <= now_ms)
        self._waiting = [entry for entry in self._waiting if entry[0] > now_ms]
        piece = self.faults.piece or len(due)
        return [due[at : at + piece] for at in range(0, len(due), piece or 1)]


def colours_of(palette: tuple[RGB, ...], cells: str) -> tuple[tuple[RGB, str], ...]:
    """Return the colours that a board shows with this palette and frame."""
    colours = ((0, 0, 0), *palette)
    return tuple(
        (colours[wire.COLOURS.index(cells[at])], cells[at + 1]) for at in range(0, len(cells), 2)
    )


class Board(Protocol):
    """The board's end of a `World`.

    Attributes:
        cells: the pieces on it, as in `snap`.
        heard: types of the well-formed lines received, in order.
        refused: the refusals sent, as (code, detail).
    """

    @property
    def cells(self) -> str: ...
    @property
    def heard(self) -> list[str]: ...
    @property
    def refused(self) -> list[tuple[str, str]]: ...

    def put(self, cells: str, now_ms: int) -> None:
        """Put these pieces on the board."""

    def restart(self, now_ms: int) -> None:
        """Power off and on."""

    def shows(self, palette: tuple[RGB, ...], cells: str) -> bool:
        """True if the LEDs show this frame."""

    def step(self, pieces: list[bytes], now_ms: int) -> bytes:
        """Receive bytes and let time pass; return the bytes that the board writes."""


class BoardModel:
    """A board as in docs/protocols/board.md, seen from the wire.

    Attributes:
        cells: the pieces on it, as in `snap`.
        greeted: True if it has received a hello since its start.
        shown: the frame on its LEDs as colours: (RGB, pattern) per cell; None before the first.
        shown_number: that frame's number.
        frames_shown: number of different frames shown since its start.
        refused: the refusals sent, as (code, detail).
        heard: types of the well-formed lines received, in order.
    """

    def __init__(self, now_ms: int = 0, protocol: tuple[int, int] = wire.PROTOCOL) -> None:
        self.protocol = protocol
        self.cells = START
        self.refused: list[tuple[str, str]] = []
        self.heard: list[str] = []
        self._starts = 0
        self.restart(now_ms)

    def restart(self, now_ms: int) -> None:
        """Power off and on; the pieces stay."""
        self._starts += 1
        self.greeted = False
        self.shown: tuple[tuple[RGB, str], ...] | None = None
        self.shown_number: int | None = None
        self.frames_shown = 0
        self.revision = 0
        self._palette: tuple[RGB, ...] = ()
        self._frame_cells = ""
        self._ahead: dict[int, str] = {}  # by the cell whose lift it is for
        self._seq = 0
        self._started_ms = self._heard_ms = self._snap_ms = now_ms
        self._rest = b""
        self._out = b""
        self._say(self._hello())

    @property
    def boot(self) -> str:
        """Boot id, different at each start."""
        return f"b{self._starts}"

    def put(self, cells: str, now_ms: int) -> None:
        """Put these pieces on the board."""
        if cells != self.cells:
            lifted = [at for at, was in enumerate(self.cells) if was != cells[at]]
            if len(lifted) == 1 and cells[lifted[0]] == "." and lifted[0] in self._ahead:
                self._paint(self._ahead[lifted[0]])
            self._ahead = {}
            self.cells = cells
            self.revision += 1
            self._snap(now_ms)

    def step(self, pieces: list[bytes], now_ms: int) -> bytes:
        """Receive bytes and let time pass; return the bytes that the board writes."""
        for piece in pieces:
            *lines, self._rest = (self._rest + piece).split(b"\n")
            for line in lines:
                try:
                    self._obey(codec.decode_host(line)[1], now_ms)
                except RemoteProtocolError:
                    continue
        if now_ms - self._snap_ms >= 1000:
            self._snap(now_ms)
        out, self._out = self._out, b""
        return out

    def shows(self, palette: tuple[RGB, ...], cells: str) -> bool:
        """True if the LEDs show this frame."""
        return self.shown == colours_of(palette, cells)

    def waiting(self, now_ms: int) -> bool:
        """True if it shows "waiting for the host"."""
        return now_ms - self._heard_ms >= 3000

    def _obey(self, message: wire.HostMessage, now_ms: int) -> None:
        self.heard.append(type(message).__name__)
        if isinstance(message, wire.HostHello):
            self.shown_number, self._ahead = None, {}
            self.greeted = message.protocol[0] == self.protocol[0]
            self._say(self._hello())
            if self.greeted:
                self._heard_ms = now_ms
                self._snap(now_ms)
            return
        if not self.greeted:
            self._refuse("hello", "")
            return
        self._heard_ms = now_ms
        match message:
            case wire.Look():
                self._snap(now_ms)
            case wire.Palette(colours):
                if colours != self._palette:
                    self._palette, self._ahead = colours, {}
                    self._paint()
            case wire.Frame(number, cells):
                if len(cells) != 2 * len(self.cells):
                    self._refuse("field", "frame")
                    return
                if (number, cells) != (self.shown_number, self._frame_cells):
                    self.shown_number, self._frame_cells = number, cells
                    self.frames_shown += 1
                    self._ahead = {}
                    self._paint()
                self._say(wire.Ack(number, 88))
            case wire.Ahead(number, revision, cell, cells):
                if (number, revision) == (self.shown_number, self.revision):
                    self._ahead[cell] = cells
            case wire.DiagRequest():
                self._say(wire.Diag((("scans", "1234"), ("lines_bad", "0"))))
                self._say(wire.Diag((("strips", "11111111"), ("end", "1"))))

    def _paint(self, ahead: str | None = None) -> None:
        """Apply palette and frame, or one ahead; colours beyond the palette are dark."""
        colours = ((0, 0, 0), *self._palette, *[(0, 0, 0)] * 36)
        cells = self._frame_cells if ahead is None else ahead
        self.shown = tuple(
            (colours[wire.COLOURS.index(cells[at])], cells[at + 1])
            for at in range(0, len(cells), 2)
        )

    def _hello(self) -> wire.BoardHello:
        names = frozenset({"ahead", "leds", "polarity"})
        size = (8, len(self.cells) // 8)
        return wire.BoardHello(
            self.protocol, "0.1.0", "E6614103", self.boot, size, names, 300, None, None
        )

    def _snap(self, now_ms: int) -> None:
        self._snap_ms = now_ms
        self._say(wire.Snap(self.revision, now_ms - self._started_ms, self.cells))

    def _refuse(self, code: str, detail: str) -> None:
        self.refused.append((code, detail))
        self._say(wire.Nak(code, detail))

    def _say(self, message: wire.BoardMessage) -> None:
        self._out += codec.encode(message, self._seq)
        self._seq = (self._seq + 1) % wire.SEQ_PERIOD


class World:
    """A connection and a board, joined by two cables, in steps of STEP_MS.

    Attributes:
        events: events of the connection with their time, oldest first.
        snapshots: all placements that were ever on the board.
        bytes_out: number of bytes that the connection has sent.
        wanted: palette and frame that the host shows after whatever has come; None if that is left
            to the caller.
    """

    def __init__(
        self, faults: Faults = Faults(), seed: int = 1, board: Board | None = None
    ) -> None:
        rng = random.Random(seed)
        self.now_ms = 0
        self.connection = Connection("0.1.0", 0)
        self.board = BoardModel() if board is None else board
        self.down = Cable(faults, rng)
        self.up = Cable(faults, rng)
        self.events: list[tuple[int, Event]] = []
        self.snapshots = {self.board.cells}
        self.bytes_out = 0
        self.wanted: tuple[tuple[RGB, ...], str] | None = None

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(0, ms, STEP_MS):
            self.step()

    def step(self) -> None:
        """Let STEP_MS pass."""
        self.now_ms += STEP_MS
        self.up.send(self.board.step(self.down.receive(self.now_ms), self.now_ms), self.now_ms)
        events: list[Event] = []
        for piece in self.up.receive(self.now_ms):
            events += self.connection.receive(piece, self.now_ms)
        if self.wanted is not None:
            self.connection.show(*self.wanted, self.now_ms)
        events += self.connection.tick(self.now_ms)
        out = self.connection.data_to_send()
        self.bytes_out += len(out)
        self.down.send(out, self.now_ms)
        self.events += [(self.now_ms, event) for event in events]

    def put(self, cells: str) -> None:
        """Put these pieces on the board."""
        self.snapshots.add(cells)
        self.board.put(cells, self.now_ms)

    def mend(self) -> None:
        """End all faults of the cables."""
        for cable in (self.up, self.down):
            cable.cut = False
            cable.faults = replace(Faults(), piece=cable.faults.piece)

    def seen(self, kind: type[Event], since_ms: int = 0) -> list[Event]:
        """Return the events of a type from a time on."""
        return [event for at, event in self.events if isinstance(event, kind) and at >= since_ms]

    @property
    def snapshot(self) -> str | None:
        """The last snapshot that the host received."""
        received = self.seen(SnapshotReceived)
        last = received[-1] if received else None
        return last.cells if isinstance(last, SnapshotReceived) else None
