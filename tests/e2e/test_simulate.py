"""Simulator from outside: the firmware behind a serial port, power and cable, and time.

The port is read with pyserial, as any program does; the host's own link takes no part.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
import serial

from simulator.device.interpreter import find_micropython
from tests.e2e.simulator_support import BLUE, START, cells, square_rgb
from tests.support.require import require
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e


FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def test_the_real_firmware_says_hello_and_what_stands_where(board: SimulatedBoard) -> None:
    require(find_micropython() is not None, "there is no MicroPython here")
    assert board.runtime.startswith("micropython 1.")
    with closing(SerialCable(board)) as cable:
        cable.step(100)
        cable.say("hello,{seq},1.0,0.1.0")
        cable.step(60)
        hello, snap = cable.lines()[-2:]
        assert hello[0] == "hello"
        assert hello[2] == "1.7"
        assert hello[6:8] == ["8x8", "ahead+leds+levels+polarity"]
        assert snap[0] == "snap"
        assert snap[4] == START


def test_lifting_a_piece_changes_the_picture_and_putting_it_down_as_well(
    cable: SerialCable,
) -> None:
    cable.board.ask("lift", square="d8", seconds=0.2)
    cable.step(300)
    assert cable.lines("snap")[-1][4] == START[:59] + "." + START[60:]
    cable.board.ask("put", square="d4")
    cable.step(2000)
    assert cable.snapshot() == START[:27] + "s" + START[28:59] + "." + START[60:]


def test_every_piece_is_seen_on_every_square_it_is_put_on(cable: SerialCable) -> None:
    names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    for at, name in enumerate(names):
        pole = "ns"[at % 2]
        cable.board.ask("setup", pieces=[{"id": "x", "pole": pole, "square": name}])
        cable.step(80)
        assert cable.snapshot() == "." * at + pole + "." * (63 - at), name


def test_a_frame_lights_just_its_square_in_just_its_colour(cable: SerialCable) -> None:
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
        with closing(SerialCable(board)) as cable:
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
        with closing(SerialCable(board)) as cable:
            cable.step(100)
            cable.greet()
            names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
            assert cable.snapshot() == "".join("n" if name == seen else "." for name in names)


def test_leds_without_their_supply_stay_dark(tmp_path: Path) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    device = drive / "kamiboard" / "device.py"
    written = "supply.value = True"
    assert written in device.read_text()
    device.write_text(device.read_text().replace(written, written.replace("True", "False")))
    with SimulatedBoard("--firmware", str(drive)) as board, closing(SerialCable(board)) as cable:
        cable.step(100)
        cable.greet()
        cable.say(BLUE)
        cable.say("frame,{seq},7," + cells({"d4": "1-"}))
        cable.step(100)
        assert cable.lines("ack")
        assert set(str(board.ask("state")["rgb"])) == {"0"}
        assert board.ask("state")["ma"] == 0


def test_a_reset_starts_the_firmware_anew_on_the_same_port(cable: SerialCable) -> None:
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
    cable = SerialCable(board)
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
    with closing(SerialCable(board)) as again:
        again.missed, again.written = sent, cable.written
        again.step(100)
        again.greet()
        assert again.snapshot() == "." + START[1:16] + "n" + START[17:]


def test_bytes_that_were_announced_are_waited_for(cable: SerialCable) -> None:
    cable.say("look,{seq}")
    cable.written += 10
    with pytest.raises(ValueError, match=r"announced \d+ bytes, \d+ came"):
        cable.step(10)


def test_the_board_can_be_had_on_a_tcp_port(tmp_path: Path) -> None:
    with SimulatedBoard("--listen", "socket://127.0.0.1:0") as board:
        assert board.port.startswith("socket://127.0.0.1:")
        with closing(SerialCable(board)) as cable:
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
