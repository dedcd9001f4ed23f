"""Crashes of the firmware on MicroPython: LEDs, messages and restarts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host import VERSION
from host.link import wire
from host.maintenance.installer import FIRMWARE
from tests.support.lockstep import lockstep
from tests.support.serial_cable import SerialCable, told_crash
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

AMBER = "201000" + "000000" * 63
DARK = "000000" * 64


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    """Start a stopped simulator."""
    with SimulatedBoard("--seed", "3") as made:
        made.ask("watch", what=["console"])
        made.step(500)
        yield made


def console(board: SimulatedBoard) -> str:
    """Return the firmware's console output."""
    return "".join(str(event["text"]) for event in board.events if event["event"] == "console")


def test_a_failure_shows_amber_prints_the_traceback_and_is_told_after_the_restart(
    board: SimulatedBoard,
) -> None:
    board.ask("fault", name="adc_error")
    board.step(100)
    assert board.ask("state")["rgb"] == AMBER
    board.ask("mend")
    board.step(4500)
    assert board.ask("state")["rgb"] == AMBER
    board.step(2000)
    assert board.ask("state")["rgb"] != AMBER
    assert "Traceback (most recent call last)" in console(board)
    assert "RuntimeError: the converter does not answer" in console(board)
    crash = told_crash(board)
    assert crash[2:4] == ["1", "up"]
    assert crash[4].startswith("RuntimeError: the converter does not answer at ")
    assert " scan_strips.py:" in crash[4]
    assert " main.py:" in crash[4]


def test_a_failure_that_comes_again_and_again_ends_in_the_dark_until_reset_is_pressed(
    board: SimulatedBoard,
) -> None:
    board.ask("fault", name="adc_error")
    board.step(5 * 5600)
    said = console(board)
    assert said.count("Traceback") == 5
    assert "given up after 5 deaths" in said
    assert board.ask("state")["rgb"] == DARK
    assert board.ask("state")["ma"] == 0
    board.ask("mend")
    board.step(10_000)
    scans = board.ask("state")["scans"]
    assert scans == 0, "it does not even look"
    with closing(SerialCable(board)) as cable:
        cable.missed = int(str(board.step(10)["sent"]))
        cable.step(3000)
        assert {tuple(line[2:4]) for line in cable.lines()} == {("5", "down")}
    board.ask("reset")
    board.step(1000)
    assert int(str(board.ask("state")["scans"])) > 0


def test_a_firmware_that_hangs_is_reset_by_the_watchdog_and_says_so(board: SimulatedBoard) -> None:
    board.ask("fault", name="hang")
    board.step(7900)
    scans = board.ask("state")["scans"]
    board.step(50)
    assert board.ask("state")["scans"] == scans
    board.step(200)  # now it starts
    board.ask("mend")
    board.step(1000)
    crash = told_crash(board)
    assert crash[2:] == ["1", "up", "the program hung; its watchdog has reset the board"]


def test_a_player_is_told_that_the_firmware_failed_and_goes_on() -> None:
    with lockstep() as rig:
        rig.run(400)
        assert rig.controller.link_state.state == "up"
        rig.board.ask("fault", name="adc_error")
        rig.run(100)
        rig.board.ask("mend")
        rig.run(7000)
        (failed,) = [notice.text for notice in rig.notices if "failed" in notice.text]
        assert failed.startswith("The board's firmware failed and started again; play on. It said:")
        assert "RuntimeError: the converter does not answer at " in failed
        assert " scan_strips.py:" in failed
        assert rig.controller.link_state.state == "up"


def test_a_player_is_told_what_to_do_with_a_board_that_has_given_up() -> None:
    with lockstep() as rig:
        rig.board.ask("fault", name="adc_error")
        rig.run(30_000)
        state = rig.controller.link_state
        assert state.state == "refused"
        assert "failed 5 times in a row and has switched itself off" in str(state.words)
        assert "Press the board's reset button" in str(state.words)
        assert [n.text for n in rig.notices].count(str(state.words)) == 1
        rig.board.ask("mend")
        rig.board.ask("reset")
        rig.run(2000)
        assert rig.controller.link_state.state == "up"


def test_a_player_with_an_older_firmware_is_told_once_how_to_update_it(tmp_path: Path) -> None:
    drive = shutil.copytree(FIRMWARE, tmp_path / "drive", ignore=shutil.ignore_patterns("*cache*"))
    config = drive / "kamiboard" / "config.py"
    text = config.read_text()
    major, minor = wire.PROTOCOL
    assert f"PROTOCOL_MINOR = {minor}" in text
    config.write_text(text.replace(f"PROTOCOL_MINOR = {minor}", "PROTOCOL_MINOR = 0"))
    with lockstep("--firmware", str(drive)) as rig:
        rig.board.ask("reset")
        rig.run(2000)
        told = [notice.text for notice in rig.notices if "./kamisado flash" in notice.text]
        assert told == [
            f"The board's firmware is older (protocol 1.0, version {VERSION}) than this "
            f"program (protocol {major}.{minor}, version {VERSION}). It works; to update it: "
            "./kamisado flash"
        ]
