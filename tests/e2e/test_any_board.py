"""Behaviour of every board: simulated, emulated, or built.

    pytest tests/e2e/test_any_board.py --board /dev/ttyACM1
    pytest tests/e2e/test_any_board.py --board socket://HOST:PORT --control KEY@HOST:PORT

Without `--board` a simulator is started for them.  Those that need to move a piece or to see the
lights need the control channel of docs/protocols/simulator.md.  They leave the board dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest

from host.link import codec, wire
from host.link.wire import Ack, Frame, Look, Nak, Palette, Snap
from host.virtual.stepped_process import ControlChannel
from tests.support.board_line import DEADLINE_S, BoardLine
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

WHITE = Palette(((255, 255, 255),))
DIAGNOSTICS = {"lines_in", "lines_bad", "lines_lost", "scans", "scan_us"}
DIAGNOSTICS |= {"free", "ms", "ma", "strips", "end"}


class Place(NamedTuple):
    """Addresses of a board: its port, and its control channel if there is one."""

    port: str
    control: str | None
    deadline_s: float


@pytest.fixture(scope="module")
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """The board that was named, or a simulated one."""
    given = request.config.getoption("--board")
    if given is not None:
        yield Place(given, request.config.getoption("--control"), DEADLINE_S)
        return
    with SimulatedBoard("--listen", "socket://127.0.0.1:0", running=True) as board:
        yield Place(board.port, board.control, board.deadline_s)


@pytest.fixture
def line(place: Place) -> Iterator[BoardLine]:
    """A board that has been greeted and lies dark."""
    with BoardLine(place.port, place.deadline_s) as made:
        made.ask(Frame(0, "0-" * made.cells), Ack)
        yield made
        made.ask(Frame(9999, "0-" * made.cells), Ack, lambda m: m.number == 9999)


@pytest.fixture
def control(place: Place) -> Iterator[ControlChannel]:
    """The board's control channel."""
    if place.control is None:
        pytest.skip("this board has no control channel: say where with --control KEY@HOST:PORT")
    with closing(ControlChannel(place.control, place.port)) as made:
        yield made


def test_a_board_says_who_it_is(line: BoardLine) -> None:
    hello = line.hello
    assert hello.protocol[0] == wire.PROTOCOL[0]
    assert "leds" in hello.capabilities
    assert bytes.fromhex(hello.uid)
    assert hello.boot
    assert hello.limit_ma >= line.cells, "less than its LEDs draw when they are dark"


def test_it_tells_its_picture_when_asked_and_once_a_second_unasked(line: BoardLine) -> None:
    asked = line.ask(Look(), Snap)
    assert isinstance(asked, Snap)
    assert len(asked.cells) == line.cells
    for _ in range(2):
        unasked = line.wait_for(Snap)
        assert isinstance(unasked, Snap)
        assert unasked.revision >= asked.revision
        assert unasked.board_ms != asked.board_ms


def test_it_shows_no_more_than_its_limit_and_says_what(line: BoardLine) -> None:
    line.write(line.encode(WHITE))
    ack = line.ask(Frame(1, "1-" * line.cells), Ack, lambda m: m.number == 1)
    assert isinstance(ack, Ack)
    assert line.hello.limit_ma - 25 <= ack.milliamps <= line.hello.limit_ma
    dark = line.ask(Frame(2, "0-" * line.cells), Ack, lambda m: m.number == 2)
    assert isinstance(dark, Ack)
    assert dark.milliamps == line.cells, "1 mA each"


def test_it_dims_a_frame_as_it_is_told(line: BoardLine) -> None:
    line.write(line.encode(WHITE))
    one = "1-" + "0-" * (line.cells - 1)
    told = []
    for number, brightness in ((1, 100), (2, 50)):
        ack = line.ask(Frame(number, one, brightness), Ack, lambda m, n=number: m.number == n)
        assert isinstance(ack, Ack)
        told.append(ack.milliamps - line.cells)
    assert told[0] == 60
    assert 13 <= told[1] <= 15, "22 % of the light"


def test_it_takes_every_colour_and_every_wave(line: BoardLine) -> None:
    line.write(line.encode(Palette(tuple((n, 0, 1) for n in range(33)))))
    codes = [
        colour + pattern
        for colour, pattern in zip(wire.COLOURS, sorted(wire.PATTERNS) * 2, strict=False)
    ]
    for number, shift in enumerate(range(0, len(codes), 8), 3):
        cells = "".join((codes[shift:] + codes[:shift])[: line.cells])
        cells += "0-" * (line.cells - len(cells) // 2)
        line.ask(Frame(number, cells), Ack, lambda m, n=number: m.number == n)
    assert not [m for m in line.heard if isinstance(m, Nak)]


def test_damaged_lines_change_nothing_and_are_counted(line: BoardLine) -> None:
    before = int(line.diagnostics()["lines_bad"])
    good = line.encode(Frame(5, "1-" * line.cells))
    since = len(line.heard)
    for at in range(0, len(good) - 1, 9):
        line.write(good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :])
    after = int(line.diagnostics()["lines_bad"])
    assert after - before == len(range(0, len(good) - 1, 9))
    assert not [m for m in line.heard[since:] if isinstance(m, Ack | Nak)]


def test_a_line_in_single_bytes_is_a_line(line: BoardLine) -> None:
    since = len(line.heard)
    for byte in line.encode(Frame(6, "0-" * line.cells)):
        line.write(bytes((byte,)))
    line.wait_for(Ack, lambda m: m.number == 6, since)


@pytest.mark.parametrize(
    "noise", [b"x" * 5000, bytes(range(256)), b"\xff" * 300 + b"\r", b"frame,1,2,0-0-"]
)
def test_after_noise_the_next_line_is_heard(line: BoardLine, noise: bytes) -> None:
    line.write(noise + b"\n")
    line.ask(Look(), Snap)


def test_what_it_cannot_do_is_refused_by_name(line: BoardLine) -> None:
    def sealed(body: str) -> bytes:
        return body.encode() + b"*" + codec.checksum(body) + b"\n"

    for body, refusal in (
        ("sing,1,la", Nak("type", "sing")),
        ("frame,2,7,0-", Nak("field", "frame")),
        ("palette,3,red", Nak("field", "palette")),
    ):
        assert line.ask(sealed(body), Nak) == refusal


def test_it_tells_how_it_is(line: BoardLine) -> None:
    told = line.diagnostics()
    assert set(told) >= DIAGNOSTICS
    assert int(told["scans"]) > 0
    later = line.diagnostics()
    assert int(later["lines_in"]) > int(told["lines_in"])


def test_whoever_opens_the_port_anew_is_answered(line: BoardLine) -> None:
    before = line.hello
    line.close()
    line.open()
    assert (line.hello.uid, line.hello.boot) == (before.uid, before.boot), "it went on running"


# With a hand and with eyes


def test_a_piece_that_is_lifted_and_put_back_is_seen(
    line: BoardLine, control: ControlChannel
) -> None:
    def is_seen(snapshot: str) -> None:
        line.wait_for(Snap, lambda m: m.cells == snapshot, since)

    snapshot = line.ask(Look(), Snap).cells
    square = next(cell for cell, state in enumerate(snapshot) if state in "ns")
    name = f"{'abcdefghi'[square % line.hello.size[0]]}{square // line.hello.size[0] + 1}"
    since = len(line.heard)
    control.ask("lift", square=name, seconds=0)
    is_seen(snapshot[:square] + "." + snapshot[square + 1 :])
    since = len(line.heard)
    control.ask("put", square=name, seconds=0)
    is_seen(snapshot)


def test_the_lights_are_those_of_the_frame(line: BoardLine, control: ControlChannel) -> None:
    line.write(line.encode(Palette(((1, 2, 3), (40, 50, 60)))))
    cells = "1-2-" + "0-" * (line.cells - 2)
    line.ask(Frame(11, cells), Ack, lambda m: m.number == 11)
    shown = bytes.fromhex(str(control.ask("state")["rgb"]))
    assert shown == bytes((1, 2, 3, 40, 50, 60)) + bytes(3 * line.cells - 6)


def test_the_leds_really_draw_no_more_than_the_limit(
    line: BoardLine, control: ControlChannel
) -> None:
    line.write(line.encode(WHITE))
    line.ask(Frame(12, "1-" * line.cells), Ack, lambda m: m.number == 12)
    drawn = float(str(control.ask("state")["ma"]))
    assert line.hello.limit_ma - 25 <= drawn <= line.hello.limit_ma
