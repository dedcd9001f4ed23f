"""Interruptions of cable, host and board in mid-game: play continues within 2 s.

All of it in simulated time, with the real firmware, a real port, and the host's own rig.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host import VERSION
from host.app.board_controller import BoardController
from host.link.board_link import BoardLink
from host.link.errors import BoardNotFoundError
from host.link.events import NotOurBoard
from host.link.serial_port import SerialPort
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

SOON_MS = 2000
RASPBERRY_PI = 0x2E8A


def start_the_host_anew(rig: LockstepRig) -> None:
    """Resume the stored game in a new host while the board runs on."""
    rig.link.close()
    rig.link = BoardLink(rig.board.port, VERSION, SerialPort)
    rig.controller = BoardController(rig.session, rig.link)
    rig.open()


def test_a_host_that_is_started_anew_goes_on_within_two_seconds() -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        start_the_host_anew(rig)
        rig.board.ask("move", **{"from": "a1", "to": "c3"})
        rig.run_apart(SOON_MS)
        assert rig.controller.link_state.state == "up"
        assert rig.texts == ["d8d4", "a1c3"]
        assert rig.lit


def test_a_host_that_comes_late_finds_a_board_that_waited() -> None:
    """The board has shown its four corners by then, and keeps sensing."""
    with lockstep() as rig:
        rig.move("d8d4")
        rig.link.close()
        rig.board.step(10_000)
        rig.board.ask("move", **{"from": "a1", "to": "c3"})
        rig.board.step(3000)
        start_the_host_anew(rig)
        rig.run_apart(1)  # its clock is the board's again
        rig.run_apart(SOON_MS)
        assert rig.texts == ["d8d4", "a1c3"]


@pytest.mark.parametrize("action", ["reset", "unplug"])
def test_a_board_that_starts_anew_with_a_tower_in_the_air_goes_on_within_two_seconds(
    action: str,
) -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        rig.board.ask("lift", square="a1")
        rig.run_until_idle(rest_ms=200)
        rig.board.ask(action)
        rig.run_apart(300)
        if action == "unplug":
            rig.board.ask("plug")
        rig.board.ask("put", square="c3")
        rig.run_apart(SOON_MS)
        assert rig.controller.link_state.state == "up"
        assert rig.texts == ["d8d4", "a1c3"]


def test_a_board_that_comes_back_at_another_port_is_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        first = rig.link.url
        uid = rig.link._uid
        assert len(uid) == 16

        def listed_ports() -> list[tuple[str, int | None, str, str]]:
            """Return a port list with another device and the board's two ports."""
            port = str(rig.board.ask("state")["port"])
            ours = [(f"{port}-console", RASPBERRY_PI, uid, "0"), (port, RASPBERRY_PI, uid, "2")]
            others = [("/dev/ttyS0", None, "", ""), ("/dev/x", RASPBERRY_PI, "E66141", "0")]
            return [*others, *(ours if Path(port).exists() else [])]

        monkeypatch.setattr("host.link.discover.listed_ports", listed_ports)
        rig.board.ask("unplug")
        rig.run_apart(1000)
        assert rig.controller.link_state.state == "lost"
        assert rig.link.url == first
        rig.board.ask("plug", name="board2")
        rig.board.ask("move", **{"from": "a1", "to": "c3"})
        rig.run_apart(SOON_MS)
        assert rig.controller.link_state.state == "up"
        assert rig.link.url == rig.board.ask("state")["port"]
        assert rig.link.url == str(Path(first).with_name("board2"))
        assert rig.texts == ["d8d4", "a1c3"]


def test_a_second_host_at_a_serial_port_is_told_that_it_is_in_use() -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        with pytest.raises(BoardNotFoundError, match="in use by another program"):
            BoardLink(rig.board.port, VERSION, SerialPort).open(rig.now_ms)
        rig.move("a1c3")
        assert rig.texts == ["d8d4", "a1c3"], "the first has not noticed"


def test_a_second_host_at_an_address_is_told_that_it_is_in_use() -> None:
    """A socket can be opened by two; the board hangs up on the second."""
    with lockstep("--listen", "socket://127.0.0.1:0") as rig:
        rig.move("d8d4")
        second = BoardLink(rig.board.port, VERSION, SerialPort)
        second.open(rig.now_ms)
        try:
            events = second.pump(rig.now_ms)
            while not events:
                rig.run(10)
                events = second.pump(rig.now_ms)
        finally:
            second.close()
        (event,) = events
        assert isinstance(event, NotOurBoard)
        assert "Another program is using it" in str(event.message)
        assert rig.board.port in str(event.message)
        rig.move("a1c3")
        assert rig.texts == ["d8d4", "a1c3"], "the first has not noticed"
