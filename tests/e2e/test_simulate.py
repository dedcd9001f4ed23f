"""`kamisado simulate` from outside: the real firmware behind a serial port and a control channel.

Of the host only the driver of the control channel takes part; what the board says is read with
pyserial as any program would.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import serial

from host.errors import LinkLostError
from simulator.device.interpreter import find_micropython
from tests.support.require import require
from tests.support.serial_cable import DEADLINE_S, Cable, check
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
START = "n" * 8 + "." * 48 + "s" * 8
BLUE = "palette,{seq},0000ff,00ff00"


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    """A stopped simulator under the runtime that is here."""
    with SimulatedBoard("--seed", "3") as made:
        yield made


@pytest.fixture
def cable(board: SimulatedBoard) -> Iterator[Cable]:
    """Its port, greeted."""
    with closing(Cable(board)) as made:
        made.step(100)
        made.greet()
        yield made


def square_rgb(rgb: object, name: str) -> str:
    """What a square of a frame event or a state shows, as hex."""
    at = 6 * ((int(name[1]) - 1) * 8 + "abcdefgh".index(name[0]))
    return str(rgb)[at : at + 6]


def cells(lit: dict[str, str]) -> str:
    """The cells of a frame line."""
    names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    return "".join(lit.get(name, "0-") for name in names)


# --- The serial port ------------------------------------------------------------------------------


def test_the_real_firmware_says_hello_and_what_stands_where(board: SimulatedBoard) -> None:
    require(find_micropython() is not None, "there is no MicroPython here")
    assert board.runtime.startswith("micropython 1.")
    with closing(Cable(board)) as cable:
        cable.step(100)
        cable.say("hello,{seq},1.0,0.1.0")
        cable.step(60)
        hello, snap = cable.lines()[-2:]
        assert hello[0] == "hello"
        assert hello[2] == "1.4"
        assert hello[6:8] == ["8x8", "leds+levels+polarity"]
        assert snap[0] == "snap"
        assert snap[4] == START


def test_lifting_a_piece_changes_the_picture_and_putting_it_down_as_well(cable: Cable) -> None:
    cable.board.ask("lift", square="d8", seconds=0.2)
    cable.step(300)
    assert cable.lines("snap")[-1][4] == START[:59] + "." + START[60:]
    cable.board.ask("put", square="d4")
    cable.step(2000)
    assert cable.snapshot() == START[:27] + "s" + START[28:59] + "." + START[60:]


def test_every_piece_is_seen_on_every_square_it_is_put_on(cable: Cable) -> None:
    names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    for at, name in enumerate(names):
        pole = "ns"[at % 2]
        cable.board.ask("setup", pieces=[{"id": "x", "pole": pole, "square": name}])
        cable.step(80)
        assert cable.snapshot() == "." * at + pole + "." * (63 - at), name


def test_a_frame_lights_just_its_square_in_just_its_colour(cable: Cable) -> None:
    cable.board.ask("watch", what=["frames"])
    cable.say(BLUE)
    cable.say("frame,{seq},7," + cells({"d4": "1-", "h8": "2-"}))
    cable.step(100)
    (ack,) = cable.lines("ack")
    assert ack[2] == "7"
    frame = cable.board.wait_for("frame")
    assert square_rgb(frame["rgb"], "d4") == "0000ff"
    assert square_rgb(frame["rgb"], "h8") == "00ff00"
    assert str(frame["rgb"]).count("ff") == 2
    assert frame["ma"] == 64 + 2 * 20 == int(ack[3])
    assert cable.board.ask("state")["rgb"] == frame["rgb"]


@pytest.mark.parametrize("build", ["strips", "switches"])
def test_a_nine_by_nine_board_is_one_line_of_the_firmware_away(build: str) -> None:
    north, south = ("o", "o") if build == "switches" else ("n", "s")
    with SimulatedBoard("--size", "9x9", "--build", build) as board:
        assert board.ask("state")["size"] == [9, 9]
        with closing(Cable(board)) as cable:
            cable.step(100)
            cable.greet()
            board.ask("move", **{"from": "i9", "to": "e5"}, seconds=0)
            cable.step(100)
            assert cable.snapshot() == north * 9 + "." * 31 + south + "." * 31 + south * 8 + "."


@pytest.mark.parametrize(
    ("written", "wrong", "seen"),
    [
        ('"ROW3": "GP8"', '"ROW3": "GP9"', None),  # in use: the firmware says so and starts again
        (
            '"SEL0": "GP2",\n        "SEL1": "GP3"',
            '"SEL0": "GP3",\n        "SEL1": "GP2"',
            "",
        ),  # no strip answers
        ("(0, 1, 2, 3, 4, 8, 9, 10, 11)", "(1, 0, 2, 3, 4, 8, 9, 10, 11)", "a2"),
        ('"ROW2": "GP7",\n        "ROW3": "GP8"', '"ROW2": "GP8",\n        "ROW3": "GP7"', "b3"),
    ],
)
def test_a_wrong_pin_in_the_firmware_shows_as_a_wrong_square(
    tmp_path: Path, written: str, wrong: str, seen: str | None
) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    config = drive / "kamiboard" / "config.py"
    text = config.read_text()
    assert written in text
    config.write_text(text.replace(written, wrong))
    with SimulatedBoard("--firmware", str(drive)) as board:
        board.ask("watch", what=["console"])
        board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": "b2"}])
        if seen is None:
            board.step(100)
            assert "GP9 in use" in str(board.wait_for("console"))
            return
        with closing(Cable(board)) as cable:
            cable.step(100)
            cable.greet()
            names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
            assert cable.snapshot() == "".join("n" if name == seen else "." for name in names)


def test_leds_without_their_supply_stay_dark(tmp_path: Path) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    device = drive / "kamiboard" / "device.py"
    written = 'output(config.PINS["LED_EN"], True)'
    assert written in device.read_text()
    device.write_text(device.read_text().replace(written, written.replace("True", "False")))
    with SimulatedBoard("--firmware", str(drive)) as board, closing(Cable(board)) as cable:
        cable.step(100)
        cable.greet()
        cable.say(BLUE)
        cable.say("frame,{seq},7," + cells({"d4": "1-"}))
        cable.step(100)
        assert cable.lines("ack")
        assert set(str(board.ask("state")["rgb"])) == {"0"}
        assert board.ask("state")["ma"] == 0


# --- Power and cable ------------------------------------------------------------------------------


def test_a_reset_starts_the_firmware_anew_on_the_same_port(cable: Cable) -> None:
    cable.say("hello,{seq},1.0,0.1.0")
    cable.step(60)
    boot = cable.lines("hello")[-1][5]
    cable.board.ask("watch", what=["frames"])
    cable.board.ask("reset")
    cable.step(600)
    assert cable.board.wait_for("board")["state"] == "restarted"
    hello = cable.lines("hello")[0]
    assert hello[1] == "0", "its line counter begins anew"
    assert hello[5] != boot
    cable.say("look,{seq}")
    cable.step(60)
    assert [nak[2] for nak in cable.lines("nak")] == ["hello"]


def test_an_unplugged_port_is_gone_and_comes_back_under_its_name(board: SimulatedBoard) -> None:
    board.ask("watch", what=["frames"])
    cable = Cable(board)
    cable.step(100)
    cable.greet()
    board.ask("unplug")
    assert board.wait_for("board")["state"] == "unplugged"
    with pytest.raises((serial.SerialException, OSError)):
        cable.port.read(1)
    cable.close()
    with pytest.raises(serial.SerialException):
        serial.Serial(board.port)
    sent = int(str(board.step(1000)["sent"]))
    assert board.ask("state")["ma"] == 0
    board.ask("move", **{"from": "a1", "to": "a3"}, seconds=0)  # a hand needs no power
    board.ask("plug")
    board.step(499)
    assert not Path(board.port).exists(), "it has not started yet"
    board.step(2)
    assert board.wait_for("board")["state"] == "plugged"
    with closing(Cable(board)) as again:
        again.missed, again.written = sent, cable.written
        again.step(100)
        again.greet()
        assert again.snapshot() == "." + START[1:16] + "n" + START[17:]


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_the_same_seed_and_the_same_steps_give_the_same_run_byte_for_byte(runtime: str) -> None:
    require(runtime == "cpython" or find_micropython() is not None, "there is no MicroPython here")
    one, frames = story("--runtime", runtime)
    assert story("--runtime", runtime) == (one, frames)
    other, _ = story("--runtime", runtime, seed="6")
    assert other != one


def test_cpython_runs_the_same_files_to_the_same_lines_and_lights() -> None:
    require(find_micropython() is not None, "there is no MicroPython here")
    assert story("--runtime", "micropython") == story("--runtime", "cpython")


def story(*options: str, seed: str = "5") -> tuple[bytes, list[dict[str, object]]]:
    """A busy second on a board with a bad cable: what it sent and what it showed."""
    with SimulatedBoard("--seed", seed, *options) as board, closing(Cable(board)) as cable:
        board.ask("watch", what=["frames"])
        board.ask("noise", mt=0.3)
        cable.step(100)
        cable.greet()
        board.ask("fault", name="damage_bytes", percent=30, direction="in")
        board.ask("fault", name="double_lines", percent=30, direction="out")
        board.ask("bump", square="d1", mm=12)
        board.ask("move", **{"from": "d8", "to": "d4"})
        cable.say(BLUE)
        for number in range(12):
            cable.say(f"frame,{{seq}},{number}," + cells({"d4": "1b", "e5": "2A"}))
            cable.step(100)
        return cable.heard, [event for event in board.events if event["event"] == "frame"]


def test_a_step_goes_just_as_far_as_it_was_told(board: SimulatedBoard) -> None:
    for number, ms in enumerate([0.001, 5, 5, 5, 0.5, 1000], 1):
        before = float(str(board.ask("state")["time_ms"]))
        after = board.step(ms)["time_ms"]
        assert after == pytest.approx(before + ms), number
        assert board.ask("state")["time_ms"] == after


def test_a_step_may_end_when_the_board_speaks(cable: Cable) -> None:
    cable.step(1500)
    cable.lines()
    begin_ms, sent = time_ms(cable.board), len(cable.heard) + cable.missed
    answer = cable.board.step(5000, cable.written, until_sent=True)
    passed_ms = float(str(answer["time_ms"])) - begin_ms
    assert 0 < passed_ms <= 1000, "the board says each second what it sees"
    assert int(str(answer["sent"])) > sent
    cable.say("look,{seq}")
    answer = cable.board.step(5000, cable.written, until_sent=True)
    assert float(str(answer["time_ms"])) - begin_ms - passed_ms < 50, "it answers at once"


def test_how_long_the_steps_are_changes_nothing_but_the_time_they_take() -> None:
    def breathing(step_ms: int) -> tuple[bytes, list[dict[str, object]]]:
        with SimulatedBoard("--seed", "5") as board, closing(Cable(board)) as cable:
            board.ask("watch", what=["frames", "console"])
            cable.step(100)
            cable.greet()
            cable.say(BLUE)
            cable.say("frame,{seq},1," + cells({"d4": "1b", "e5": "2A"}))
            for _ in range(3000 // step_ms):
                cable.step(step_ms)
            return cable.heard, board.events

    often, seldom = breathing(4), breathing(3000)
    assert often == seldom
    assert len(often[1]) > 30, "something has moved"


def test_bytes_that_were_announced_are_waited_for(cable: Cable) -> None:
    cable.say("look,{seq}")
    cable.written += 10
    with pytest.raises(ValueError, match=r"announced \d+ bytes, \d+ came"):
        cable.step(10)


# --- The TCP port and real time -------------------------------------------------------------------


def test_the_board_can_be_had_on_a_tcp_port(tmp_path: Path) -> None:
    with SimulatedBoard("--listen", "socket://127.0.0.1:0") as board:
        assert board.port.startswith("socket://127.0.0.1:")
        with closing(Cable(board)) as cable:
            cable.step(100)
            cable.greet()
            assert cable.snapshot() == START
            board.ask("unplug")
            with pytest.raises(serial.SerialException):
                cable.port.read(1)
        with pytest.raises(serial.SerialException):
            serial.serial_for_url(board.port)
        board.ask("plug")
        board.step(501)
        serial.serial_for_url(board.port).close()


def test_a_running_board_keeps_pace_with_the_clock_and_answers_at_once() -> None:
    with SimulatedBoard(running=True) as board:
        with serial.serial_for_url(board.port, timeout=DEADLINE_S) as port:
            port.write(check("hello,0,1.0,0.1.0"))
            assert until_line(port, b"snap,").split(b",")[4].startswith(START.encode())
            before_ms, begin_s = time_ms(board), time.monotonic()
            port.write(check("look,1"))
            until_line(port, b"snap,")
            answered_s = time.monotonic() - begin_s
            for _ in range(2):
                until_line(port, b"snap,")  # the board's heartbeat, once a second
            passed_ms = time_ms(board) - before_ms
            waited_ms = (time.monotonic() - begin_s) * 1000
        assert answered_s < 0.5
        assert passed_ms == pytest.approx(waited_ms, rel=0.25)


def until_line(port: serial.Serial, begin: bytes) -> bytes:
    """The next line that begins so."""
    while line := port.readline():
        if line.startswith(begin):
            return bytes(line)
    raise AssertionError(f"no line {begin!r}")


def time_ms(board: SimulatedBoard) -> float:
    """Simulated time."""
    return float(str(board.ask("state")["time_ms"]))


def test_time_runs_at_the_rate_asked_for_and_stops_when_told(board: SimulatedBoard) -> None:
    board.ask("run", rate=0)
    deadline_s = time.monotonic() + DEADLINE_S
    while time_ms(board) < 5000:
        assert time.monotonic() < deadline_s
    stopped = board.ask("stop")["time_ms"]
    assert time_ms(board) == stopped == time_ms(board)
    assert board.step(1)["time_ms"] == pytest.approx(float(str(stopped)) + 1)


def test_a_request_is_carried_out_at_the_time_at_which_it_comes() -> None:
    # Nothing happens on a board without power, so nothing but the request itself wakes it.
    with SimulatedBoard(running=True) as board:
        board.ask("unplug")
        asked_s = time.monotonic()
        before_ms = time_ms(board)
        begin_s = time.monotonic()
        while time.monotonic() < begin_s + 0.2:
            pass
        # However long the two questions are under way.
        waited_s = time.monotonic() - begin_s
        passed_s = (time_ms(board) - before_ms) / 1000
        assert waited_s - 0.01 <= passed_s <= time.monotonic() - asked_s + 0.01


def test_stepped_time_takes_less_of_the_processor_than_would_pass() -> None:
    # Not of the clock: the machine may be busy with anything.
    before = os.times()
    with SimulatedBoard() as board:
        board.step(10_000)
    after = os.times()
    taken_s = after.children_user + after.children_system
    taken_s -= before.children_user + before.children_system
    assert 0 < taken_s < 10


def test_a_running_board_that_nobody_touches_dozes_and_wakes_when_somebody_does() -> None:
    def scans_a_second(board: SimulatedBoard) -> float:
        before, before_ms = int(str(board.ask("state")["scans"])), time_ms(board)
        deadline_s = time.monotonic() + DEADLINE_S
        while time_ms(board) < before_ms + 1000:
            assert time.monotonic() < deadline_s
        scans = int(str(board.ask("state")["scans"])) - before
        return scans / (time_ms(board) - before_ms) * 1000

    with (
        SimulatedBoard("--doze", "20", running=True) as board,
        serial.serial_for_url(board.port, timeout=DEADLINE_S) as port,
    ):
        port.write(check("hello,0,1.0,0.1.0"))
        until_line(port, b"snap,")
        port.write(check("beat,1"))
        assert scans_a_second(board) < 100
        board.ask("move", **{"from": "a1", "to": "a4"})
        moved = "." + START[1:24] + "n" + START[25:]
        while not until_line(port, b"snap,").split(b",")[4].startswith(moved.encode()):
            pass


def test_a_scan_takes_six_to_seven_milliseconds(cable: Cable) -> None:
    before = int(str(cable.board.ask("state")["scans"]))
    cable.step(5000)
    a_second = (int(str(cable.board.ask("state")["scans"])) - before) / 5
    assert 140 < a_second < 167


def test_a_firmware_in_an_endless_loop_does_not_take_the_simulator_with_it(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("while True:\n    pass\n")
    with SimulatedBoard("--firmware", str(tmp_path)) as board:
        with pytest.raises(ValueError, match="endless loop"):
            board.step(1000)
        assert board.ask("state")["time_ms"] < 1000
        (tmp_path / "main.py").write_text("print('out of it')\n")
        board.ask("watch", what=["console"])
        board.ask("reset")
        board.step(600)
        assert "out of it" in str(board.wait_for("console"))


# --- The control channel: every request -----------------------------------------------------------


def where(board: SimulatedBoard, name: str) -> object:
    """Where a piece is, by `state`: its square, or `hand` or `box`."""
    pieces = board.ask("state")["pieces"]
    assert isinstance(pieces, list)
    piece = next(each for each in pieces if each["id"] == name)
    off = (piece["dx_mm"], piece["dy_mm"])
    return (piece["square"] or piece["where"]) if off == (0, 0) else (piece["square"], *off)


def test_the_default_board_has_two_full_rows(board: SimulatedBoard) -> None:
    state = board.ask("state")
    pieces = state["pieces"]
    assert isinstance(pieces, list)
    assert [piece["id"] for piece in pieces] == [f"n-{file}1" for file in "abcdefgh"] + [
        f"s-{file}8" for file in "abcdefgh"
    ]
    assert pieces[0] == {
        "id": "n-a1",
        "pole": "n",
        "where": "board",
        "square": "a1",
        "dx_mm": 0.0,
        "dy_mm": 0.0,
    }
    assert (state["time_ms"], state["size"], state["ma"]) == (0, [8, 8], 0)
    assert state["rgb"] == "0" * 384
    assert state["port"] == board.port
    assert state["runtime"] == board.runtime


def test_setup_puts_just_these_on_the_board(board: SimulatedBoard) -> None:
    listed = [{"id": "x", "pole": "s", "square": "c3"}, {"id": "y", "pole": "n", "square": None}]
    board.ask("setup", pieces=listed)
    assert (where(board, "x"), where(board, "y")) == ("c3", "box")
    assert len(board.ask("state")["pieces"]) == 2  # type: ignore[arg-type]


HAND_WORK: list[tuple[str, dict[str, object], str, object]] = [
    ("lift", {"square": "d8"}, "s-d8", "hand"),
    ("lift", {"piece": "n-a1"}, "n-a1", "hand"),
    ("put", {"square": "d4"}, "held", "d4"),
    ("put", {"square": "d4", "piece": "held", "dx_mm": 3, "dy_mm": -4}, "held", ("d4", 3.0, -4.0)),
    ("put", {"square": "d4", "piece": "boxed"}, "boxed", "d4"),
    ("move", {"from": "d8", "to": "d4"}, "s-d8", "d4"),
    ("slide", {"from": "d8", "to": "d2"}, "s-d8", "d2"),
    ("push", {"from": "a1", "to": "a2"}, "n-a1", "a2"),
    ("nudge", {"square": "d8", "dx_mm": 6, "dy_mm": 1}, "s-d8", ("d8", 6.0, 1.0)),
    ("remove", {"piece": "held"}, "held", "box"),
    ("remove", {"square": "d8"}, "s-d8", "box"),
]


@pytest.mark.parametrize(("do", "fields", "piece", "end"), HAND_WORK)
def test_what_a_hand_is_asked_for_is_done_when_it_said_so(
    board: SimulatedBoard, do: str, fields: dict[str, object], piece: str, end: object
) -> None:
    pieces = [
        {"id": f"{pole}-{file}{rank}", "pole": pole, "square": f"{file}{rank}"}
        for pole, rank in (("n", 1), ("s", 8))
        for file in "abd"
    ]
    pieces += [
        {"id": "held", "pole": "s", "square": "h5"},
        {"id": "boxed", "pole": "n", "square": None},
    ]
    board.ask("setup", pieces=pieces)
    board.ask("lift", piece="held", seconds=0)
    board.ask("watch", what=["pieces", "done"])
    answer = board.ask(do, **fields, hand="hand")
    done_ms = float(str(answer["done_ms"]))
    assert board.step(done_ms - 1)["busy"] is True
    assert not any(event["event"] == "done" for event in board.events)
    assert board.step(1)["busy"] is False
    assert board.wait_for("done") == {"event": "done", "id": answer["id"]}
    assert where(board, piece) == end


def test_a_lift_and_a_put_are_told_once_each(board: SimulatedBoard) -> None:
    board.ask("watch", what=["pieces"])
    board.ask("move", **{"from": "d8", "to": "d4"}, seconds=1)
    board.step(1500)
    told = [
        next(piece["where"] for piece in event["pieces"] if piece["id"] == "s-d8")  # type: ignore[attr-defined]
        for event in board.events
    ]
    assert told[0] == "hand"
    assert told[-1] == "board"
    assert len(told) <= 5


def test_a_bump_displaces_pieces(cable: Cable) -> None:
    before = cable.board.ask("state")["pieces"]
    cable.board.ask("bump", square="d8", mm=14)
    cable.step(500)
    assert cable.board.ask("state")["pieces"] != before


def test_noise_that_drowns_the_towers_shows(cable: Cable) -> None:
    cable.board.ask("noise", mt=60)
    cable.step(1000)
    assert len({snap[4] for snap in cable.lines("snap")}) > 1


FAULTS: list[tuple[dict[str, object], str]] = [
    ({"name": "stuck", "square": "d4", "level_mt": 20}, START[:27] + "n" + START[28:]),
    ({"name": "stuck", "square": "d4", "level_mt": -20}, START[:27] + "s" + START[28:]),
    ({"name": "dead_sensor", "square": "a1"}, "." + START[1:]),
    ({"name": "missing_strip", "rank": 1}, "." * 8 + START[8:]),
]


@pytest.mark.parametrize(("fault", "picture"), FAULTS)
def test_a_broken_sensor_shows_and_is_mended(
    cable: Cable, fault: dict[str, object], picture: str
) -> None:
    cable.board.ask("fault", **fault)
    cable.step(10_000)  # a missing strip is found within nine seconds
    assert cable.snapshot() == picture
    cable.board.ask("mend")
    cable.step(10_000)
    assert cable.snapshot() == START


def test_a_dead_pixel_stays_dark(cable: Cable) -> None:
    cable.board.ask("fault", name="dead_pixel", square="d4")
    cable.say(BLUE)
    cable.say("frame,{seq},1," + cells({"d4": "1-", "e4": "1-"}))
    cable.step(100)
    rgb = cable.board.ask("state")["rgb"]
    assert (square_rgb(rgb, "d4"), square_rgb(rgb, "e4")) == ("000000", "0000ff")


@pytest.mark.parametrize("direction", ["in", "out", "both"])
def test_lost_lines_are_lost_in_the_direction_asked_for(cable: Cable, direction: str) -> None:
    cable.board.ask("fault", name="lose_lines", percent=100, direction=direction)
    cable.say("diag,{seq}")
    cable.step(500)
    assert cable.lines("diag") == []
    cable.board.ask("mend")
    cable.say("diag,{seq}")
    cable.step(100)
    pairs = [field for line in cable.lines("diag") for field in line[2:]]
    lost = int(pairs[pairs.index("lines_lost") + 1])
    assert lost == (0 if direction == "out" else 1)


def test_damaged_lines_are_counted_by_the_board(cable: Cable) -> None:
    cable.board.ask("fault", name="damage_bytes", percent=100, direction="in")
    for _ in range(5):
        cable.say("beat,{seq}")
        cable.step(20)
    cable.board.ask("mend")
    cable.say("diag,{seq}")
    cable.step(100)
    pairs = [field for line in cable.lines("diag") for field in line[2:]]
    assert int(pairs[pairs.index("lines_bad") + 1]) >= 4


def test_doubled_lines_come_twice(cable: Cable) -> None:
    cable.board.ask("fault", name="double_lines", percent=100, direction="out")
    cable.say("look,{seq}")
    cable.step(60)
    first, second = cable.lines("snap")
    assert first == second


def test_the_console_tells_what_the_firmware_prints(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('hello', 5)\n")
    with SimulatedBoard("--firmware", str(tmp_path)) as board:
        board.ask("watch", what=["console"])
        board.step(50)
        assert str(board.wait_for("console")["text"]).startswith("hello 5\n")


def test_watching_nothing_tells_nothing(board: SimulatedBoard) -> None:
    board.ask("watch", what=["frames", "pieces", "console", "done"])
    board.ask("watch", what=[])
    board.ask("move", **{"from": "d8", "to": "d4"})
    board.ask("reset")
    board.step(3000)
    assert board.events == []


def test_run_interrupts_a_step_that_waits(board: SimulatedBoard) -> None:
    with second_client(board) as (send, receive):
        send({"id": "long", "do": "step", "ms": 10, "received": 99})
        send({"id": "state", "do": "state"})
        assert receive()["id"] == "state", "a step that waits keeps nobody waiting"
        board.ask("stop")
        answer = receive()
    assert answer == {"id": "long", "ok": False, "error": "the step was interrupted by 'stop'"}


def test_several_clients_are_told_their_own(board: SimulatedBoard) -> None:
    board.ask("watch", what=["pieces", "done"])
    with second_client(board) as (send, receive):
        send({"id": [1, "any"], "do": "watch", "what": ["done"]})
        assert receive() == {"id": [1, "any"], "ok": True}
        send({"id": "mine", "do": "lift", "square": "a1", "hand": "white", "seconds": 0.1})
        assert receive()["id"] == "mine"
        other = board.ask("lift", square="h8", hand="black", seconds=0.1)["id"]
        board.step(200)
        assert receive() == {"event": "done", "id": "mine"}
    done = [event["id"] for event in board.events if event["event"] == "done"]
    assert done == [other]
    assert {event["event"] for event in board.events} == {"pieces", "done"}


Send = Callable[[dict[str, object]], None]
Receive = Callable[[], dict[str, object]]


class second_client:  # noqa: N801 (used as a function)
    """Another connection to the control channel: functions to send and to receive objects."""

    def __init__(self, board: SimulatedBoard) -> None:
        host, _, port = board.control.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=DEADLINE_S)
        self.file = self.socket.makefile("rb")

    def __enter__(self) -> tuple[Send, Receive]:
        return (
            lambda message: self.socket.sendall(json.dumps(message).encode() + b"\n"),
            lambda: json.loads(self.file.readline()),
        )

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.socket.close()


NONSENSE: list[tuple[dict[str, object], str]] = [
    ({"do": "dance"}, "'dance'"),
    ({"do": 5}, "5"),
    ({}, "None"),
    ({"do": "lift"}, "'square'"),
    ({"do": "lift", "square": "z9"}, "'z9'"),
    ({"do": "lift", "square": "d4"}, "'d4'"),
    ({"do": "lift", "piece": "ghost"}, "'ghost'"),
    ({"do": "lift", "square": "d8", "speed": 3}, "'speed'"),
    ({"do": "lift", "square": "d8", "seconds": -1}, "-1"),
    ({"do": "lift", "square": "d8", "seconds": "soon"}, "'soon'"),
    ({"do": "lift", "square": "d8", "hand": 7}, "7"),
    ({"do": "put", "square": "d4"}, "'hand'"),
    ({"do": "move", "from": "a1", "to": "b1"}, "'n-b1'"),
    ({"do": "move", "from": "a1"}, "'to'"),
    ({"do": "slide", "from": "a1", "to": "h1"}, "'n-b1'"),
    ({"do": "push", "from": "a1", "to": "a3"}, "'a3'"),
    ({"do": "push", "from": "a8", "to": "b8"}, "'s-h8'"),
    ({"do": "nudge", "square": "a1", "dx_mm": 25}, "25"),
    ({"do": "bump", "square": "a1", "mm": -3}, "-3"),
    ({"do": "remove"}, "'square'"),
    ({"do": "setup", "pieces": "all"}, "'all'"),
    ({"do": "setup", "pieces": [5]}, "5"),
    ({"do": "setup", "pieces": [{"id": "x", "pole": "up", "square": "a1"}]}, "'up'"),
    ({"do": "setup", "pieces": [{"pole": "n", "square": "a1"}]}, "None"),
    ({"do": "setup", "pieces": [{"id": "x", "pole": "n"}, {"id": "x", "pole": "n"}]}, "'x'"),
    ({"do": "noise", "mt": -1}, "-1"),
    ({"do": "noise", "mt": "much"}, "'much'"),
    ({"do": "fault", "name": "gremlin"}, "'gremlin'"),
    ({"do": "fault", "name": "stuck", "square": "a1"}, "'level_mt'"),
    ({"do": "fault", "name": "dead_pixel", "square": "a1", "percent": 5}, "'percent'"),
    ({"do": "fault", "name": "missing_strip", "rank": 9}, "9"),
    ({"do": "fault", "name": "lose_lines", "percent": 101}, "101"),
    ({"do": "fault", "name": "lose_lines", "percent": 5, "direction": "up"}, "'up'"),
    ({"do": "mend", "all": True}, "'all'"),
    ({"do": "plug"}, "'plug'"),
    ({"do": "run", "rate": -1}, "-1"),
    ({"do": "run", "rate": True}, "True"),
    ({"do": "step"}, "'ms'"),
    ({"do": "step", "ms": 0}, "0"),
    ({"do": "step", "ms": 1, "received": "all"}, "'all'"),
    ({"do": "step", "ms": 1, "until": "dawn"}, "'dawn'"),
    ({"do": "watch", "what": "frames"}, "'frames'"),
    ({"do": "watch", "what": ["weather"]}, "'weather'"),
    ({"do": "watch", "what": [["frames"]]}, "['frames']"),
    ({"do": "stop", "now": 1}, "'now'"),
]


def test_every_nonsense_is_refused_with_what_was_said_and_changes_nothing(
    board: SimulatedBoard,
) -> None:
    before = board.ask("state")
    with second_client(board) as (send, receive):
        for number, (request, quoted) in enumerate(NONSENSE):
            send({**request, "id": number})
            answer = receive()
            assert answer["id"] == number
            assert answer["ok"] is False, request
            assert quoted in str(answer["error"]), (request, answer)
    after = board.ask("state")
    assert {**after, "id": 0} == {**before, "id": 0}


def test_without_power_there_is_nothing_to_unplug_or_reset(board: SimulatedBoard) -> None:
    board.ask("unplug")
    for do in ("unplug", "reset"):
        with pytest.raises(ValueError, match=f"cannot '{do}'"):
            board.ask(do)


@pytest.mark.parametrize(
    "line",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"[1, 2]\n",
        b"\xff\xfe\n",
        b'{"do": "state"\n',
        b"[" * 100_000 + b"\n",
        b"x" * ((1 << 20) + 70_000),
    ],
)
def test_a_line_that_is_no_object_ends_the_conversation(board: SimulatedBoard, line: bytes) -> None:
    host, _, port = board.control.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=DEADLINE_S) as client:
        client.sendall(line)
        with client.makefile("rb") as file:
            answer = json.loads(file.readline())
            assert answer["ok"] is False
            assert "is not a JSON object" in answer["error"]
            assert ended(file.readline)
    assert board.ask("state")["ok"] is True


def ended(read: Callable[[], bytes]) -> bool:
    """Whether the other end has closed; it may do so in the middle of what we were sending."""
    try:
        return read() == b""
    except ConnectionResetError:
        return True


def test_a_client_that_goes_in_the_middle_of_a_step_leaves_no_trace(board: SimulatedBoard) -> None:
    with second_client(board) as (send, _):
        send({"id": 1, "do": "watch", "what": ["frames", "pieces"]})
        send({"id": 2, "do": "step", "ms": 10_000})
    assert board.step(10)["ok"] is True


# --- The program ----------------------------------------------------------------------------------


def simulate(*options: str) -> subprocess.Popen[str]:
    """The simulator, started as a person would."""
    return subprocess.Popen(
        [sys.executable, "-m", "simulator", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def first_lines(process: subprocess.Popen[str]) -> dict[str, str]:
    """What it says first, by its first word."""
    assert process.stdout is not None
    return dict(process.stdout.readline().rstrip("\n").split(" ", 1) for _ in range(3))


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit status and what it complained about."""
    _, complaint = process.communicate(timeout=DEADLINE_S)
    return process.returncode, complaint


def test_it_says_its_port_its_control_channel_and_what_runs_the_firmware() -> None:
    with simulate("--stopped", "--with-stdin") as process:
        told = first_lines(process)
        assert list(told) == ["port", "control", "runtime"]
        assert told["control"].startswith("127.0.0.1:")
        assert end(process) == (0, "")
    assert not Path(told["port"]).parent.exists(), "it has tidied up"


def test_quit_and_a_signal_end_it_cleanly() -> None:
    with SimulatedBoard() as board:
        board.ask("quit")
        with pytest.raises(LinkLostError):
            board.wait_for("anything")
    require(os.name == "posix", "signals are sent otherwise here")
    for number in (signal.SIGTERM, signal.SIGINT):
        with simulate() as process:
            port = first_lines(process)["port"]
            process.send_signal(number)
            assert end(process) == (0, "")
        assert not Path(port).exists()


def test_it_ends_with_whoever_started_it() -> None:
    with simulate("--with-stdin") as process:
        first_lines(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(DEADLINE_S) == 0
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == process.stderr.read() == ""


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--size", "8"], 2, "'8' is no size"),
        (["--size", "12x8"], 1, "'12x8' cannot be wired: 1 to 9 files and 2 to 9 ranks can"),
        (["--build", "quarters", "--size", "9x9"], 1, "'9x9' cannot be wired: only 8x8 can"),
        (["--listen", "127.0.0.1:7000"], 1, "say socket://HOST:PORT"),
        (["--listen", "socket://127.0.0.1:x"], 1, "'127.0.0.1:x' is no address"),
        (["--control", "here"], 1, "'here' is no address"),
        (["--firmware", "nowhere"], 1, "neither main.py nor code.py in the folder 'nowhere'"),
        (["--seed", "one"], 2, "invalid int value: 'one'"),
    ],
)
def test_a_command_line_that_cannot_be_obeyed_is_one_plain_sentence(
    options: list[str], status: int, words: str
) -> None:
    with simulate(*options) as process:
        code, complaint = end(process)
    assert code == status
    assert words in complaint
    assert "Traceback" not in complaint


def test_a_control_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = f"127.0.0.1:{server.getsockname()[1]}"
        with simulate("--control", taken) as process:
            code, complaint = end(process)
    assert code == 1
    assert f"cannot listen on {taken}" in complaint


def test_where_there_is_no_micropython_it_runs_under_cpython_and_says_so(tmp_path: Path) -> None:
    # A Python without MicroPython beside it, and none on the path either.
    require(os.name == "posix", "links are made otherwise here")
    lonely = tmp_path / "python3"
    lonely.symlink_to(sys.executable)
    with subprocess.Popen(
        [lonely, "-m", "simulator", "--stopped", "--with-stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
    ) as process:
        assert first_lines(process)["runtime"].startswith("cpython 3.")
        status, complaint = end(process)
    assert status == 0
    assert "There is no MicroPython here" in complaint
