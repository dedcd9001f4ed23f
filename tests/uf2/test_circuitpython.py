"""Firmware on CircuitPython itself, on the emulated RP2040, with an image that you provide.

    KAMISADO_UF2=adafruit-circuitpython-raspberry_pi_pico-en_US-10.0.3.uf2 ./kamisado test --uf2

also runs tests of tests/e2e on it: any board, power cuts, the console, suspend, the time of a step,
and a round.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from host.maintenance.installer import FIRMWARE
from tests.__main__ import IMAGE_HINT
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
START = "n" * 8 + "-" * 48 + "s" * 8


def test_it_boots_says_hello_and_sees_the_pieces() -> None:
    with SimulatedBoard() as board:
        assert board.runtime == "CircuitPython on rp2040js"
        with closing(SerialCable(board)) as cable:
            cable.step(100)
            cable.greet()
            assert cable.snapshot().startswith(START[:8])


def test_a_crash_shows_amber_and_is_told_after_the_restart(tmp_path: Path) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    scanner = drive / "kamiboard" / "sensing" / "scan_strips.py"
    text = scanner.read_text()
    begin = "    def scan(self"
    assert text.count(begin) == 1
    body = text.index("\n", text.index(begin)) + 1
    broken = text[:body] + (
        "        self.lives = getattr(self, 'lives', 200) - 1\n"
        "        if not self.lives:\n"
        "            raise RuntimeError('the converter does not answer')\n"
    )
    scanner.write_text(broken + text[body:])
    with SimulatedBoard("--firmware", str(drive)) as board:
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
        assert "the converter does not answer" in ",".join(crash)
