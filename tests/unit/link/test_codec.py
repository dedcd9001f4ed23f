"""The host's codec against the vectors shared with the firmware's."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.link import codec
from host.link.codec import decode, decode_host, encode
from host.link.errors import LocalProtocolError, RemoteProtocolError
from host.link.wire import (
    MAX_LINE,
    PATTERNS,
    Ack,
    Ahead,
    Beat,
    BoardHello,
    Calib,
    Calibrate,
    Cells,
    CellsRequest,
    Crash,
    Diag,
    DiagRequest,
    Frame,
    HostHello,
    Look,
    Message,
    Nak,
    Palette,
    Snap,
    Warn,
)
from tests.micropython.vectors import Vector, load

VECTORS = load()
GOOD = [vector for vector in VECTORS if vector.good]
BAD = [vector for vector in VECTORS if not vector.good]


def message_of(fields: dict[str, str]) -> Message:  # noqa: PLR0912 (one for each message)
    """Build the message of a good vector from its text fields alone."""
    match fields["from"], fields["type"]:
        case "host", "hello":
            return HostHello(_pair(fields["protocol"], "."), fields["version"])
        case "host", "beat":
            return Beat()
        case "host", "look":
            return Look()
        case "host", "diag":
            return DiagRequest()
        case "host", "palette":
            colours = (bytes.fromhex(text) for text in fields["colours"].split())
            return Palette(tuple((c[0], c[1], c[2]) for c in colours))
        case "host", "frame":
            brightness = int(fields.get("brightness", "100"))
            return Frame(int(fields["number"]), fields["cells"], brightness)
        case "host", "ahead":
            numbers = (int(fields[name]) for name in ("number", "revision", "cell"))
            return Ahead(*numbers, fields["cells"])
        case "board", "hello":
            names = fields["capabilities"]
            return BoardHello(
                protocol=_pair(fields["protocol"], "."),
                version=fields["version"],
                uid=fields["uid"],
                boot=fields["boot"],
                size=_pair(fields["size"], "x"),
                capabilities=frozenset() if names == "-" else frozenset(names.split("+")),
                limit_ma=int(fields["limit"]),
                calibration=None if fields["calibration"] == "-" else fields["calibration"],
                error=None if fields["error"] == "-" else fields["error"],
            )
        case "board", "snap":
            age_ms = int(fields.get("age", "0"))
            return Snap(int(fields["revision"]), int(fields["ms"]), fields["cells"], age_ms)
        case "board", "ack":
            return Ack(int(fields["number"]), int(fields["milliamps"]))
        case "board", "diag":
            pairs = (pair.partition("=") for pair in fields["pairs"].split())
            return Diag(tuple((name, value) for name, _, value in pairs))
        case "board", "crash":
            return Crash(int(fields["count"]), fields["state"] == "down", fields["text"])
        case "host", "cells":
            return CellsRequest(fields["name"])
        case "host", "calibrate":
            return Calibrate(fields["action"])
        case "board", "cells":
            values = tuple(int(value) for value in fields["values"].split())
            return Cells(fields["name"], int(fields["rank"]), values)
        case "board", "calib":
            numbers = int(fields["left"]), int(fields["weakest"])
            id_ = None if fields["calibration"] == "-" else fields["calibration"]
            return Calib(fields["step"], *numbers, id_, fields["cells"])
        case "board", "warn":
            return Warn(fields["code"], None if fields["text"] == "-" else fields["text"])
        case "board", "nak":
            return Nak(fields["code"], fields["detail"])
    raise AssertionError(f"the test knows no such message: {fields}")


def _pair(text: str, between: str) -> tuple[int, int]:
    first, second = text.split(between)
    return int(first), int(second)


def test_there_are_vectors_of_every_message_and_every_way_to_be_bad() -> None:
    assert {(v.fields["from"], v.fields["type"]) for v in GOOD} == {
        *(("host", kind) for kind in ("hello", "beat", "look", "palette", "frame", "diag")),
        *(("host", kind) for kind in ("cells", "calibrate", "ahead")),
        *(("board", kind) for kind in ("hello", "snap", "ack", "diag", "crash", "nak")),
        *(("board", kind) for kind in ("cells", "calib", "warn")),
    }
    assert {v.fields["why"] for v in BAD} == {"form", "check", "type", "field", "size"}


@pytest.mark.parametrize("vector", GOOD, ids=lambda v: v.name)
def test_a_good_line_says_its_message(vector: Vector) -> None:
    read = decode_host if vector.fields["from"] == "host" else decode
    assert read(vector.line) == (int(vector.fields["seq"]), message_of(vector.fields))


@pytest.mark.parametrize(
    "vector", [v for v in GOOD if v.fields.get("encodes") != "no"], ids=lambda v: v.name
)
def test_a_message_is_written_as_its_line_and_its_check_is_the_crc(vector: Vector) -> None:
    line = encode(message_of(vector.fields), int(vector.fields["seq"]))
    assert line == vector.line + b"\n"
    body, _, check = line[:-1].rpartition(b"*")
    assert int(check, 16) == zlib.crc32(body) & 0xFFFF
    assert len(line) <= MAX_LINE


@pytest.mark.parametrize(
    "vector", [v for v in BAD if v.fields["why"] != "size"], ids=lambda v: v.name
)
def test_a_bad_line_is_refused_and_quoted(vector: Vector) -> None:
    # Where nobody is named, the line is bad whoever says it.
    readers = {"host": [decode_host], "board": [decode]}.get(
        vector.fields.get("from", ""), [decode, decode_host]
    )
    for read in readers:
        with pytest.raises(RemoteProtocolError) as caught:
            read(vector.line)
        assert repr(vector.line[:40])[2:-1] in str(caught.value)


@pytest.mark.parametrize("vector", BAD, ids=lambda v: v.name)
def test_the_host_takes_no_line_that_the_firmware_refuses_for_its_form(vector: Vector) -> None:
    if vector.fields["why"] in ("form", "check"):
        for read in (decode, decode_host):
            with pytest.raises(RemoteProtocolError):
                read(vector.line)


@pytest.mark.parametrize(
    "vector", [v for v in BAD if v.fields["why"] == "size"], ids=lambda v: v.name
)
def test_a_line_for_another_size_of_board_is_well_formed(vector: Vector) -> None:
    read = decode_host if vector.fields["from"] == "host" else decode
    _, message = read(vector.line)
    assert isinstance(message, Snap | Frame | Calib | Ahead)
    outside = isinstance(message, Ahead) and message.cell >= 64
    assert outside or len(message.cells) not in (64, 128)


HELLO = BoardHello((1, 0), "0.1.0", "E6", "5f", (8, 8), frozenset(), 300, None, None)


@pytest.mark.parametrize(
    "message",
    [
        Frame(10000, "0-"),
        Frame(-1, "0-"),
        Frame(1, ""),
        Frame(1, "0"),
        Frame(1, "0z"),
        Frame(1, "A-"),
        Frame(1, "0-" * 125),
        Frame(1, "0-", 0),
        Frame(1, "0-", 101),
        Ahead(10000, 0, 0, "0-"),
        Ahead(1, -1, 0, "0-"),
        Ahead(1, 0, -1, "0-"),
        Ahead(1, 0, 0, "0z"),
        Ahead(1, 0, 0, "0-" * 125),
        Palette(()),
        Palette(((256, 0, 0),)),
        Palette(((0, -1, 0),)),
        Palette(((0, 0, 0),) * 34),
        HostHello((1, 0), "0,1"),
        HostHello((1, 0), "0*1"),
        HostHello((1, 0), "0\n1"),
        HostHello((1, 0), "größer"),
        HostHello((1, -1), "0"),
        Snap(0, 1 << 29, "..."),
        Snap(0, 0, "x"),
        Snap(-1, 0, "n"),
        Ack(1, -1),
        Diag(()),
        Diag((("a,b", "c"),)),
        Nak("mood", ""),
        CellsRequest("colour"),
        Calibrate("backwards"),
        Cells("level", 0, (1,)),
        Cells("level", 1, ()),
        Cells("warmth", 1, (1,)),
        Calib("hop", 0, 0, None, "."),
        Calib("clear", -1, 0, None, "."),
        Calib("clear", 0, 0, None, "z"),
        Warn("weather", "rain"),
        Warn("sensors", "a, b"),
        BoardHello((1, 0), "1", "E6", "5", (0, 8), frozenset(), 300, None, None),
        BoardHello((1, 0), "1", "E6", "5", (8, 8), frozenset(), 300, None, "a, b"),
    ],
    ids=repr,
)
def test_what_we_would_not_take_ourselves_we_do_not_send(message: Message) -> None:
    with pytest.raises(LocalProtocolError, match="does not fit the protocol"):
        encode(message, 0)


@pytest.mark.parametrize("seq", [-1, 10000])
def test_a_line_counter_beyond_its_period_is_not_sent(seq: int) -> None:
    with pytest.raises(LocalProtocolError):
        encode(Beat(), seq)


def test_a_hello_of_another_major_version_tells_its_version_whatever_else_it_holds() -> None:
    for body in ("hello,3,2.4,9.9.9", "hello,3,2.4,9.9.9,other,things,8by8"):
        seq, message = decode(body.encode() + b"*" + codec.checksum(body))
        assert seq == 3
        assert isinstance(message, BoardHello)
        assert (message.protocol, message.version) == ((2, 4), "9.9.9")


def test_refusals_quote_only_the_beginning_of_a_long_line() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode(b"x" * 100_000)
    assert len(str(caught.value)) < 200


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    for read in (decode, decode_host):
        try:
            read(data)
        except RemoteProtocolError:
            continue


FIELD = st.text("abcxyz0189.+-?= nsNS", max_size=8)
KINDS = ["cells", "calibrate", "calib", "warn"]
KINDS += [
    "hello",
    "snap",
    "ack",
    "diag",
    "crash",
    "nak",
    "palette",
    "frame",
    "ahead",
    "beat",
    "look",
    "sing",
]


@given(st.sampled_from(KINDS), st.integers(0, 9999), st.lists(FIELD, max_size=12))
def test_any_fields_under_a_good_check_are_a_message_or_refused(
    kind: str, seq: int, fields: list[str]
) -> None:
    body = ",".join([kind, str(seq), *fields])
    line = body.encode() + b"*" + codec.checksum(body)
    for read in (decode, decode_host):
        try:
            assert read(line)[0] == seq
        except RemoteProtocolError:
            continue


NUMBER = st.integers(0, 9999)
BYTE = st.integers(0, 255)
CELL = st.builds(
    "{}{}".format,
    st.sampled_from("0123456789abcdefghijklmnopqrstuvwxyz"),
    st.sampled_from(sorted(PATTERNS)),
)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(
        Snap, NUMBER, st.integers(0, (1 << 29) - 1), st.text("nso.?", min_size=1, max_size=81)
    ),
    st.builds(Ack, NUMBER, NUMBER),
    st.builds(
        Cells,
        st.sampled_from(["level", "zero", "on", "noise"]),
        st.integers(1, 9),
        st.lists(st.integers(-5500, 5500), min_size=1, max_size=9).map(tuple),
    ),
    st.builds(
        Calib,
        st.sampled_from(["off", "clear", "quiet", "sweep", "home", "done"]),
        NUMBER,
        NUMBER,
        st.sampled_from([None, "9c0e"]),
        st.text(".xdwnoru", min_size=1, max_size=81),
    ),
    st.builds(Warn, st.just("sensors"), st.sampled_from([None, "strip 1 does not answer"])),
    st.builds(
        Frame, NUMBER, st.lists(CELL, min_size=1, max_size=81).map("".join), st.integers(1, 100)
    ),
    st.builds(Palette, st.lists(st.tuples(BYTE, BYTE, BYTE), min_size=1, max_size=33).map(tuple)),
    st.builds(Nak, st.sampled_from(["hello", "type", "field"]), st.sampled_from(["", "frame"])),
)


@given(MESSAGES, NUMBER)
def test_every_message_comes_back_as_it_was_sent(message: Message, seq: int) -> None:
    read = decode_host if isinstance(message, Frame | Palette) else decode
    assert read(encode(message, seq).removesuffix(b"\n")) == (seq, message)


@given(MESSAGES, NUMBER, st.data())
def test_no_single_damaged_byte_gets_through(
    message: Message, seq: int, data: st.DataObject
) -> None:
    """A CRC of 16 bits finds every burst of up to 16 bits, so also any change of one byte."""
    line = bytearray(encode(message, seq).removesuffix(b"\n"))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    for read in (decode, decode_host):
        with pytest.raises(RemoteProtocolError):
            read(bytes(line))
