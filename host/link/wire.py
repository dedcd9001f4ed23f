"""Messages of the board's serial protocol (docs/protocols/board.md); `codec` encodes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

PROTOCOL = (1, 7)
MAX_LINE = 250
"""Bytes of a line, newline included."""
MAX_CELLS = 112
"""Cells of the largest board: a longer frame does not fit into a line."""
SEQ_PERIOD = 10000
MAX_COLOURS = 35
"""Colours that a frame can name; a later version may send a longer palette."""
FULL_BRIGHTNESS = 100
"""Per cent; the default of a frame."""
CLOCK_PERIOD_MS = 1 << 29
"""The board's clock wraps here."""
CELL_STATES = frozenset(".nso?NSO")
COLOURS = "0123456789abcdefghijklmnopqrstuvwxyz"
PATTERNS = frozenset("-bkdpshf12ABCDEFGHIJKLMNOP")
CELL_NAMES = ("level", "peak", "zero", "on", "noise")
CALIBRATE = ("start", "next", "stop", "forget", "look")
CALIBRATION_STEPS = ("off", "clear", "quiet", "sweep", "home", "done")
CALIBRATION_CELLS = frozenset(".xdwnoru")
WARN_CODES = ("sensors", "calibration", "supply")
NAK_CODES = ("hello", "type", "field")

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class HostHello:
    """Greeting of the host."""

    protocol: tuple[int, int]
    version: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Sign of life of the host."""


@dataclass(frozen=True, slots=True)
class Look:
    """Request for a snapshot."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Palette: colours 1, 2, ... as LED duty."""

    colours: tuple[RGB, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """Frame to show.

    Attributes:
        cells: two characters a cell, colour and pattern.
        brightness: per cent as perceived, 1 to 100; since 1.2.
    """

    number: int
    cells: str
    brightness: int = FULL_BRIGHTNESS


@dataclass(frozen=True, slots=True)
class Ahead:
    """Frame for a lift that may come, to be shown when it does; since 1.7.

    Attributes:
        number: of the frame that is shown until then.
        revision: of the snapshot in which the piece is lifted.
        cell: of the piece.
        cells: as of `Frame`.
    """

    number: int
    revision: int
    cell: int
    cells: str


@dataclass(frozen=True, slots=True)
class DiagRequest:
    """Request for diagnostics."""


@dataclass(frozen=True, slots=True)
class CellsRequest:
    """Request for a value of each cell, one of CELL_NAMES; since 1.3."""

    name: str


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Calibration command, one of CALIBRATE; since 1.3."""

    action: str


@dataclass(frozen=True, slots=True)
class BoardHello:
    """Greeting of the board: its identity and capabilities.

    Attributes:
        uid: the chip's number, hex.
        boot: boot id, new at every start.
        size: files and ranks; (0, 0) in the hello of another major version, of which only
            protocol and version are known.
        capabilities: e.g. {"ahead", "leds", "levels", "polarity"}.
        limit_ma: present current limit of the LEDs; the hello comes again when it changes.
        calibration: its id; None if not calibrated.
        error: of this or the last start; None if there was none.
    """

    protocol: tuple[int, int]
    version: str
    uid: str
    boot: str
    size: tuple[int, int]
    capabilities: frozenset[str]
    limit_ma: int
    calibration: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Snap:
    """Snapshot of the cells.

    Attributes:
        board_ms: the board's clock at the scan.
        cells: a character a cell, `.`, `n`, `s`, `o` (occupied) or `?`; a capital since 1.6: the
            newest scan does not feel the piece, which has not settled.
        age_ms: time for which the cells have been so, capped at about ten seconds; since 1.4.
    """

    revision: int
    board_ms: int
    cells: str
    age_ms: int = 0


@dataclass(frozen=True, slots=True)
class Ack:
    """Acknowledgement of a frame, with its maximum current."""

    number: int
    milliamps: int


@dataclass(frozen=True, slots=True)
class Diag:
    """Part of the diagnostics; the last line has the pair `end`, `1`."""

    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Crash:
    """Crash of the firmware; since 1.1.

    Attributes:
        count: crashes since it last ran stably; 0 after a manual restart.
        is_down: True if it has halted until a reset; otherwise it runs again.
        text: the error and its place.
    """

    count: int
    is_down: bool
    text: str


@dataclass(frozen=True, slots=True)
class Cells:
    """A value of each cell of a rank in hundredths of a millitesla; since 1.3.

    Attributes:
        name: one of CELL_NAMES.
        rank: from 1.
        values: file a first; of `level`, `peak` and `zero` positive where a north pole faces down.
    """

    name: str
    rank: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Calib:
    """Progress of a calibration; since 1.3.

    Attributes:
        step: one of CALIBRATION_STEPS.
        left: number of cells still due.
        weakest: strength of the weakest tower in thousandths of the one that was swept; 0: unknown.
        calibration: id of the one in force; None for the defaults.
        cells: a letter a cell, as in docs/protocols/board.md.
    """

    step: str
    left: int
    weakest: int
    calibration: str | None
    cells: str


@dataclass(frozen=True, slots=True)
class Warn:
    """Warning of the board; since 1.3.

    Attributes:
        code: one of WARN_CODES.
        text: in words; None if the cause has gone.
    """

    code: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Nak:
    """Refusal of a line; `code` is one of NAK_CODES."""

    code: str
    detail: str


HostMessage: TypeAlias = (
    HostHello | Beat | Look | Palette | Frame | Ahead | DiagRequest | CellsRequest | Calibrate
)
BoardMessage: TypeAlias = BoardHello | Snap | Ack | Diag | Crash | Cells | Calib | Warn | Nak
Message: TypeAlias = HostMessage | BoardMessage
