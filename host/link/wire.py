"""Codec of the board's serial protocol (docs/protocols/board.md): lines to messages and back.

The firmware has a codec of its own; tests/data/wire/vectors.txt holds for both.  The file is long
because it has every message of the protocol.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from host.errors import LocalProtocolError, RemoteProtocolError

PROTOCOL = (1, 4)
MAX_LINE = 250
"""Bytes of a line, newline included."""
SEQ_PERIOD = 10000
MAX_COLOURS = 35
"""Colours that a frame can name; a later version may send a longer palette."""
FULL_BRIGHTNESS = 100
"""Per cent; the default of a frame."""
CLOCK_PERIOD_MS = 1 << 29
"""The board's clock wraps here."""
CELL_STATES = frozenset(".nso?")
COLOURS = "0123456789abcdefghijklmnopqrstuvwxyz"
PATTERNS = frozenset("-bkdpshf12ABCDEFGHIJKLMNOP")
CELL_NAMES = ("level", "peak", "zero", "on", "noise")
CALIBRATE = ("start", "next", "stop", "forget", "look")
CALIBRATION_STEPS = ("off", "clear", "quiet", "sweep", "home", "done")
CALIBRATION_CELLS = frozenset(".xdwnoru")
WARN_CODES = ("sensors", "calibration")
NAK_CODES = frozenset({"hello", "type", "field"})

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
        capabilities: e.g. {"leds", "levels", "polarity"}.
        limit_ma: current limit of the LEDs.
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
        cells: a character a cell, `.`, `n`, `s`, `o` (occupied) or `?`.
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
        cells: a letter a cell, as in PROTOCOL.md.
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
    """Refusal of a line; code `hello`, `type` or `field`."""

    code: str
    detail: str


HostMessage: TypeAlias = (
    HostHello | Beat | Look | Palette | Frame | DiagRequest | CellsRequest | Calibrate
)
BoardMessage: TypeAlias = BoardHello | Snap | Ack | Diag | Crash | Cells | Calib | Warn | Nak
Message: TypeAlias = HostMessage | BoardMessage


def encode(message: Message, seq: int) -> bytes:
    """Encode a message as a line, newline included.

    Raises:
        LocalProtocolError: the message does not fit the protocol; it is quoted.
    """
    body = ",".join(str(field) for field in _fields(message, seq))
    line = body.encode("ascii", "replace") + b"*" + checksum(body)
    read = decode_host if isinstance(message, HostMessage) else decode
    try:
        # Never send a line that decodes otherwise.
        understood = read(line) == (seq, message)
    except RemoteProtocolError:
        understood = False
    if not understood:
        raise LocalProtocolError(f"this does not fit the protocol: {body[:80]!r}")
    return line + b"\n"


def _fields(message: Message, seq: int) -> list[object]:
    match message:
        case HostHello(protocol, version):
            return ["hello", seq, "{}.{}".format(*protocol), version]
        case Beat():
            return ["beat", seq]
        case Look():
            return ["look", seq]
        case Palette(colours):
            return ["palette", seq, *("{:02x}{:02x}{:02x}".format(*c) for c in colours)]
        case Frame(number, cells, brightness):
            # The default is left out, which helps those who type lines by hand.
            dimmed = [] if brightness == FULL_BRIGHTNESS else [brightness]
            return ["frame", seq, number, cells, *dimmed]
        case DiagRequest():
            return ["diag", seq]
        case CellsRequest(name):
            return ["cells", seq, name]
        case Calibrate(action):
            return ["calibrate", seq, action]
        case BoardHello():
            return [
                *("hello", seq, "{}.{}".format(*message.protocol), message.version),
                *(message.uid, message.boot, "{}x{}".format(*message.size)),
                *("+".join(sorted(message.capabilities)) or "-", message.limit_ma),
                *(message.calibration or "-", message.error or "-"),
            ]
        case Snap(revision, board_ms, cells, age_ms):
            return ["snap", seq, revision, board_ms, cells, *([age_ms] if age_ms else [])]
        case Ack(number, milliamps):
            return ["ack", seq, number, milliamps]
        case Diag(values):
            return ["diag", seq, *(part for pair in values for part in pair)]
        case Crash(count, is_down, text):
            return ["crash", seq, count, "down" if is_down else "up", text]
        case Cells(name, rank, cell_values):
            return ["cells", seq, name, rank, *cell_values]
        case Calib(step, left, weakest, calibration, cells):
            return ["calib", seq, step, left, weakest, calibration or "-", cells]
        case Warn(code, warning):
            return ["warn", seq, code, warning or "-"]
        case Nak(code, detail):
            return ["nak", seq, code, detail]


def checksum(body: str) -> bytes:
    """Return the four hex digits that end a line with this body."""
    return b"%04x" % (crc32(body.encode("ascii", "replace")) & 0xFFFF)


def decode(line: bytes) -> tuple[int, BoardMessage]:
    """Decode a line from the board, without its newline, to sequence number and message.

    Raises:
        RemoteProtocolError: form, checksum, type or fields are wrong; the line is quoted.
    """
    fields = _split(line)
    try:
        return _number(fields[1], SEQ_PERIOD - 1), _board_message(fields[0], fields[2:])
    except (ValueError, IndexError) as error:
        raise RemoteProtocolError(f"{line[:80]!r} is not of the protocol: {error}") from error


def decode_host(line: bytes) -> tuple[int, HostMessage]:
    """Decode a line from the host; for tests and simulated boards."""
    fields = _split(line)
    try:
        return _number(fields[1], SEQ_PERIOD - 1), _host_message(fields[0], fields[2:])
    except (ValueError, IndexError) as error:
        raise RemoteProtocolError(f"{line[:80]!r} is not of the protocol: {error}") from error


def _split(line: bytes) -> list[str]:
    text = line.removesuffix(b"\r").decode("latin-1")
    body, star, digits = text.rpartition("*")
    if len(line) >= MAX_LINE:
        raise RemoteProtocolError(f"a line of {len(line)} bytes is too long: {line[:40]!r} ...")
    if (
        not star
        or "*" in body
        or not _is_printable(text)
        or digits.encode("latin-1") != checksum(body)
    ):
        raise RemoteProtocolError(f"{line[:80]!r} has a wrong form or check")
    return body.split(",")


def _is_printable(text: str) -> bool:
    return all(" " <= character <= "~" for character in text)


def _board_message(kind: str, fields: list[str]) -> BoardMessage:
    match kind:
        case "hello":
            protocol = _protocol(fields[0])
            if protocol[0] != PROTOCOL[0]:
                return _foreign_hello(protocol, fields[1])
            return BoardHello(
                protocol=protocol,
                version=fields[1],
                uid=fields[2],
                boot=fields[3],
                size=_size(fields[4]),
                capabilities=frozenset((_optional(fields[5]) or "").split("+")) - {""},
                limit_ma=_number(fields[6]),
                calibration=_optional(fields[7]),
                error=_optional(fields[8]),
            )
        case "snap":
            if not fields[2] or not CELL_STATES.issuperset(fields[2]):
                raise ValueError(f"cells are '.', 'n', 's', 'o' or '?', not {fields[2]!r}")
            age_ms = _number(fields[3]) if len(fields) > 3 else 0
            board_ms = _number(fields[1], CLOCK_PERIOD_MS - 1)
            return Snap(_number(fields[0]), board_ms, fields[2], age_ms)
        case "ack":
            return Ack(_number(fields[0], SEQ_PERIOD - 1), _number(fields[1]))
        case "diag":
            if not fields or len(fields) % 2:
                raise ValueError("diagnostics come in pairs")
            return Diag(tuple(zip(fields[::2], fields[1::2], strict=True)))
        case "crash":
            if fields[1] not in ("up", "down") or not fields[2]:
                raise ValueError(f"a board is up or down, with a reason, not {fields[1:3]!r}")
            return Crash(_number(fields[0]), fields[1] == "down", fields[2])
        case "cells":
            values = tuple(_signed(field) for field in fields[2:])
            rank = _number(fields[1])
            if not rank or not values:
                raise ValueError(f"there are no values of rank {rank}")
            return Cells(_one_of(CELL_NAMES, fields[0]), rank, values)
        case "calib":
            if not fields[4] or not CALIBRATION_CELLS.issuperset(fields[4]):
                raise ValueError(f"no calibration leaves cells like {fields[4]!r}")
            return Calib(
                _one_of(CALIBRATION_STEPS, fields[0]),
                _number(fields[1]),
                _number(fields[2]),
                _optional(fields[3]),
                fields[4],
            )
        case "warn":
            if not fields[1]:
                raise ValueError("a warning has words")
            return Warn(_one_of(WARN_CODES, fields[0]), _optional(fields[1]))
        case "nak":
            if fields[0] not in NAK_CODES:
                raise ValueError(f"nobody refuses with {fields[0]!r}")
            return Nak(fields[0], fields[1])
    raise ValueError(f"unknown type {kind!r}")


def _foreign_hello(protocol: tuple[int, int], version: str) -> BoardHello:
    """Return the hello of another major version, whose other fields are unknown."""
    return BoardHello(protocol, version, "", "", (0, 0), frozenset(), 0, None, None)


def _host_message(kind: str, fields: list[str]) -> HostMessage:
    match kind:
        case "hello":
            return HostHello(_protocol(fields[0]), fields[1])
        case "beat":
            return Beat()
        case "look":
            return Look()
        case "palette":
            if not fields:
                raise ValueError("a palette has at least one colour")
            return Palette(tuple(_colour(field) for field in fields[:MAX_COLOURS]))
        case "frame":
            return Frame(
                _number(fields[0], SEQ_PERIOD - 1), _cells(fields[1]), _brightness(fields[2:])
            )
        case "diag":
            return DiagRequest()
        case "cells":
            return CellsRequest(_one_of(CELL_NAMES, fields[0]))
        case "calibrate":
            return Calibrate(_one_of(CALIBRATE, fields[0]))
    raise ValueError(f"unknown type {kind!r}")


def _number(text: str, top: int = 2**31) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 11) or int(text) > top:
        raise ValueError(f"{text!r} is not a number from 0 to {top}")
    return int(text)


def _signed(text: str) -> int:
    return -_number(text[1:]) if text.startswith("-") else _number(text)


def _one_of(words: Sequence[str], text: str) -> str:
    if text not in words:
        raise ValueError(f"{text!r} is none of {', '.join(words)}")
    return text


def _protocol(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return _number(major), _number(minor)


def _size(text: str) -> tuple[int, int]:
    files, _, ranks = text.partition("x")
    size = _number(files), _number(ranks)
    if not all(1 <= side <= 26 for side in size):
        raise ValueError(f"{text!r} is no size of a board")
    return size


def _cells(text: str) -> str:
    colours, patterns = text[::2], text[1::2]
    if (
        not text
        or len(text) % 2
        or not set(colours) <= set(COLOURS)
        or not PATTERNS.issuperset(patterns)
    ):
        raise ValueError(f"{text[:20]!r} are no cells: two characters each, colour and pattern")
    return text


def _brightness(fields: list[str]) -> int:
    """Decode the brightness of a frame; hosts before 1.2 do not send it."""
    if not fields:
        return FULL_BRIGHTNESS
    brightness = _number(fields[0], FULL_BRIGHTNESS)
    if not brightness:
        raise ValueError(f"{fields[0]!r} is no brightness from 1 to {FULL_BRIGHTNESS}")
    return brightness


def _colour(text: str) -> RGB:
    if len(text) != 6:
        raise ValueError(f"{text!r} is not RRGGBB")
    value = bytes.fromhex(text)
    return value[0], value[1], value[2]


def _optional(text: str) -> str | None:
    """Decode an optional field; None if it is empty or a dash."""
    return None if text in ("", "-") else text
