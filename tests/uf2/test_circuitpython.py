"""Firmware on CircuitPython itself, on the emulated RP2040, with an image that you provide.

    KAMISADO_UF2=adafruit-circuitpython-raspberry_pi_pico-en_US-10.0.3.uf2 ./kamisado test --uf2

also runs tests of tests/e2e on it: any board, power cuts, the console, suspend, the time of a step,
and a round.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from host.maintenance.installer import FIRMWARE
from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.device.circuitpy_drive import configured
from tests.__main__ import IMAGE_HINT
from tests.support.crashing_drive import crashing_drive
from tests.support.serial_cable import SerialCable, told_crash
from tests.support.simulated_board import SimulatedBoard

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("KAMISADO_UF2"),
        reason=f"they need an image: KAMISADO_UF2=FILE ./kamisado test --uf2. {IMAGE_HINT}",
    ),
]

AMBER = "201000" + "000000" * 63


@contextmanager
def drive_for_a_pico(build: str, size: int) -> Iterator[str]:
    """Make a drive whose pins have a Pico's names: those of the quarters are a Feather's, D5 ..."""
    wiring = Wiring.load(build)
    pins = {f"SEL{number}": pin for number, pin in enumerate(wiring.selects or ())}
    pins |= {"LED_DATA": wiring.led_data, "LED_EN": wiring.led_enable}
    with configured(FIRMWARE, Geometry(size, size), build) as drive:
        if build == "quarters":
            assert drive != FIRMWARE
            config = drive / "kamiboard" / "config.py"
            text = config.read_text()
            for signal, pin in pins.items():
                text = re.sub(rf'"{signal}": "D\d+"', f'"{signal}": "GP{pin}"', text)
            config.write_text(text)
        yield str(drive)


@pytest.mark.parametrize(
    ("build", "size", "towers"),
    [("strips", 8, "ns"), ("strips", 9, "ns"), ("quarters", 8, "ns"), ("switches", 8, "oo")],
)
def test_it_boots_says_hello_and_sees_the_pieces(build: str, size: int, towers: str) -> None:
    near, far = (letter * size for letter in towers)
    between = "." * (size * (size - 2))
    options = ("--build", build, "--size", f"{size}x{size}")
    with (
        drive_for_a_pico(build, size) as drive,
        SimulatedBoard(*options, "--firmware", drive) as board,
    ):
        assert board.runtime == "CircuitPython on rp2040js"
        with closing(SerialCable(board)) as cable:
            cable.say("hello,{seq},1.6,0.1.0")
            cable.step(100)
            told = {line[0]: line for line in cable.lines()}
            assert told["hello"][6] == f"{size}x{size}"
            assert "warn" not in told
            assert cable.snapshot() == near + between + far
            board.ask("lift", square="a1", seconds=0)
            cable.step(100)
            assert cable.lines("snap")[-1][4] == "." + near[1:] + between + far


def test_a_crash_shows_amber_and_is_told_after_the_restart(tmp_path: Path) -> None:
    with SimulatedBoard("--firmware", str(crashing_drive(tmp_path))) as board:
        board.ask("watch", what=["console"])
        for _ in range(60):
            board.step(100)
            if board.ask("state")["rgb"] == AMBER:
                break
        else:
            raise AssertionError("it did not crash")
        board.events.clear()
        board.step(9000)
        said = "".join(str(e["text"]) for e in board.events if e["event"] == "console")
        assert {"event": "board", "state": "restarted"} in board.events, said
        crash = told_crash(board)
        assert crash[2:4] == ["1", "up"]
        assert crash[4].startswith("RuntimeError: the converter does not answer at ")
