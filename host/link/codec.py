"""Codec of the board's serial protocol: lines to messages and back (docs/protocols/board.md).

The firmware has a codec of its own; tests/data/wire/vectors.txt holds for both.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable, Sequence
from typing import TypeVar

from host.link.errors import LocalProtocolError, RemoteProtocolError
from host.link.wire import (
    CALIBRATE,
    CALIBRATION_CELLS,
    CALIBRATION_STEPS,
    CELL_NAMES,
    CELL_STATES,
    CLOCK_PERIOD_MS,
    COLOURS,
    FULL_BRIGHTNESS,
    MAX_COLOURS,
    MAX_LINE,
    NAK_CODES,
    PATTERNS,
    PROTOCOL,
    RGB,
    SEQ_PERIOD,
    WARN_CODES,
    Ack,
    Ahead,
    Beat,
    BoardHello,
    BoardMessage,
    Calib,
    Calibrate,
    Cells,
    CellsRequest,
    Crash,
    Diag,
    DiagRequest,
    Frame,
    HostHello,
    HostMessage,
    Look,
    Message,
    Nak,
    Palette,
    Snap,
    Warn,
)

MessageT = TypeVar("MessageT")


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


def _fields(message: Message, seq: int) -> list[object]:  # noqa: PLR0912 (one for each message)
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
        case Ahead(number, revision, cell, cells):
            return ["ahead", seq, number, revision, cell, cells]
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
    return _decode(line, _board_message)


def decode_host(line: bytes) -> tuple[int, HostMessage]:
    """Decode a line from the host; for tests and simulated boards."""
    return _decode(line, _host_message)


def _decode(
    line: bytes, decode_fields: Callable[[str, list[str]], MessageT]
) -> tuple[int, MessageT]:
    fields = _split(line)
    try:
        return _number(fields[1], SEQ_PERIOD - 1), decode_fields(fields[0], fields[2:])
    except IndexError:
        raise RemoteProtocolError(f"{line[:80]!r} lacks fields") from None
    except ValueError as error:
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
        raise RemoteProtocolError(f"{line[:80]!r} is not of the form body*CHECKSUM, or damaged")
    return body.split(",")


def _is_printable(text: str) -> bool:
    return all(" " <= character <= "~" for character in text)


def _board_message(kind: str, fields: list[str]) -> BoardMessage:  # noqa: PLR0912 (one for each message)
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
                raise ValueError(
                    f"cells are '.', 'n', 's', 'o', '?' or capitals, not {fields[2]!r}"
                )
            age_ms = _number(fields[3]) if len(fields) > 3 else 0
            board_ms = _number(fields[1], CLOCK_PERIOD_MS - 1)
            return Snap(_number(fields[0]), board_ms, fields[2], age_ms)
        case "ack":
            return Ack(_number(fields[0], SEQ_PERIOD - 1), _number(fields[1]))
        case "diag":
            if not fields or len(fields) % 2:
                raise ValueError(f"diagnostics are pairs of name and value, not {fields!r}")
            return Diag(tuple(zip(fields[::2], fields[1::2], strict=True)))
        case "crash":
            if fields[1] not in ("up", "down") or not fields[2]:
                raise ValueError(f"a crash is 'up' or 'down' with a text, not {fields[1:3]!r}")
            return Crash(_number(fields[0]), fields[1] == "down", fields[2])
        case "cells":
            values = tuple(_signed(field) for field in fields[2:])
            rank = _number(fields[1])
            if not rank or not values:
                raise ValueError(f"ranks count from 1 and have values, not {fields[1:]!r}")
            return Cells(_one_of(CELL_NAMES, fields[0]), rank, values)
        case "calib":
            if not fields[4] or not CALIBRATION_CELLS.issuperset(fields[4]):
                raise ValueError(
                    f"cells of a calibration are letters of '.xdwnoru', not {fields[4]!r}"
                )
            return Calib(
                _one_of(CALIBRATION_STEPS, fields[0]),
                _number(fields[1]),
                _number(fields[2]),
                _optional(fields[3]),
                fields[4],
            )
        case "warn":
            if not fields[1]:
                raise ValueError("a warning has a text")
            return Warn(_one_of(WARN_CODES, fields[0]), _optional(fields[1]))
        case "nak":
            return Nak(_one_of(NAK_CODES, fields[0]), fields[1])
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
        case "ahead":
            number, revision, cell = (_number(field) for field in fields[:3])
            if number >= SEQ_PERIOD:
                raise ValueError(f"{number} is no number of a frame")
            return Ahead(number, revision, cell, _cells(fields[3]))
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
        raise ValueError(f"{text!r} is no size: FILESxRANKS, 1 to 26 each")
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
