"""Console of the board: a program that has it open and does not read must not stop the game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from host.maintenance.installer import FIRMWARE
from tests.support.crashing_drive import crashing_drive
from tests.support.serial_cable import told_crash
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

OPENINGS = 24
"""CircuitPython's status bar would fill the console's buffer with the tenth."""


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    """Start a stopped simulator whose console is open and not read."""
    with SimulatedBoard("--seed", "3") as made:
        made.step(200)
        made.ask("fault", name="unread_console")
        yield made


def open_and_close_the_port(board: SimulatedBoard) -> None:
    for _ in range(OPENINGS):
        with serial.Serial(board.port):
            board.step(20)
        board.step(20)


def scans(board: SimulatedBoard) -> int:
    return int(str(board.ask("state")["scans"]))


def test_an_unread_console_does_not_stop_the_board(board: SimulatedBoard) -> None:
    open_and_close_the_port(board)
    before = scans(board)
    board.step(1000)
    assert scans(board) > before + 50


def test_the_status_bar_would_stop_it(tmp_path: Path) -> None:
    """The simulated console does block; so the test above can fail."""
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    boot = drive / "boot.py"
    boot.write_text("import usb_cdc\nusb_cdc.enable(console=True, data=True)\n")
    with SimulatedBoard("--firmware", str(drive)) as board:
        board.step(200)
        board.ask("fault", name="unread_console")
        open_and_close_the_port(board)
        before = scans(board)
        board.step(1000)
        assert scans(board) == before


def test_a_crash_with_an_unread_console_is_followed_by_a_restart(tmp_path: Path) -> None:
    with SimulatedBoard("--firmware", str(crashing_drive(tmp_path))) as board:
        board.ask("watch", what=["done"])
        board.ask("fault", name="unread_console")
        board.step(12_000 + board.import_ms)
        assert {"event": "board", "state": "restarted"} in board.events
        assert scans(board) > 0
        crash = told_crash(board)
    assert crash[2:4] == ["1", "up"]
    assert crash[4].startswith("RuntimeError: the converter does not answer at ")


def test_ctrl_c_on_the_console_restarts_the_board(board: SimulatedBoard) -> None:
    board.ask("watch", what=["done"])
    board.ask("interrupt")
    board.step(1000 + board.import_ms)
    assert {"event": "board", "state": "restarted"} in board.events
    assert scans(board) > 20
