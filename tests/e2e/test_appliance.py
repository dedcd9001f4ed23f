"""The program as a service: no screen, no keyboard, no browser, and the power is cut."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from host.storage.saved_match import SavedMatch
from host.storage.store import read_matches
from simulator.__main__ import two_rows
from simulator.board.geometry import Geometry
from tests.support.simulated_board import SimulatedBoard

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="a service of systemd"),
]

DEADLINE_S = 60.0
SERVICE = ("play", "--resume", "--wait", "--no-browser", "--listen", "127.0.0.1:0")
# Every move sends the opponent on with the tower of the colour on which it has ended.
MOVES = (("d8", "d4"), ("a1", "c3"), ("h8", "h3"), ("b1", "d3"), ("c8", "g4"))


class Appliance:
    """A computer whose power is switched on and off, with a board beside it.

    Attributes:
        board: the simulated board, whose pieces stay where they are.
    """

    def __init__(self, folder: Path, board: SimulatedBoard) -> None:
        self.board = board
        self._folder = folder

    @contextmanager
    def powered(self, *launcher: str) -> Iterator[tuple[subprocess.Popen[bytes], socket.socket]]:
        """Start the program as its unit does, and cut the power at the end of the block.

        Args:
            launcher: the command that starts it; none to start it at once.

        Yields:
            The program, and the socket of its notices, of which it has sent the first.
        """
        notices = self._folder / "notify"
        notices.unlink(missing_ok=True)
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
            manager.bind(str(notices))
            manager.settimeout(DEADLINE_S)
            process = subprocess.Popen(
                [*launcher, sys.executable, "-m", "host", *SERVICE, "--board", self.board.port],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={
                    **os.environ,
                    "XDG_DATA_HOME": str(self._folder),
                    "NOTIFY_SOCKET": str(notices),
                },
            )
            try:
                assert manager.recv(99) == b"READY=1"
                yield process, manager
            finally:
                process.kill()
                process.wait()

    def move(self, origin: str, target: str) -> None:
        """Move a piece, and wait until it stands."""
        self.board.ask("move", **{"from": origin, "to": target})
        self.board.wait_for("done")

    def set_up(self) -> None:
        """Put all pieces on their home rows."""
        geometry = Geometry(8, 8)
        self.board.ask(
            "setup",
            pieces=[
                {"id": name, "pole": pole, "square": geometry.name(square)}
                for name, pole, square in two_rows(geometry)
                if square is not None
            ],
        )

    @property
    def saved(self) -> list[SavedMatch]:
        """The saved matches, as another program reads them."""
        return read_matches(self._folder / "kamisado" / "matches.sqlite")

    def wait_for_moves(self, count: int) -> None:
        """Wait until so many moves of one match are saved."""
        until(lambda: [len(match.plies) for match in self.saved] == [count])


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline_s = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline_s


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    """An appliance with an empty board."""
    with SimulatedBoard("--doze", "20", running=True) as board:
        board.ask("watch", what=["done", "frames"])
        board.ask("setup", pieces=[])
        yield Appliance(tmp_path, board)


def is_lit(board: SimulatedBoard) -> bool:
    return int(str(board.ask("state")["rgb"]), 16) != 0


def test_power_on_set_up_play_and_a_power_cut_after_each_move_loses_nothing(
    appliance: Appliance,
) -> None:
    appliance.board.ask("unplug")
    with appliance.powered():  # before the board is plugged in
        appliance.board.ask("plug")
        until(lambda: is_lit(appliance.board))
        appliance.set_up()
        appliance.move(*MOVES[0])
        appliance.wait_for_moves(1)
    for number, move in enumerate(MOVES[1:], 2):
        with appliance.powered():
            appliance.move(*move)
            appliance.wait_for_moves(number)
    assert [ply.text for ply in appliance.saved[0].plies] == ["".join(move) for move in MOVES]


@pytest.mark.parametrize(
    "launcher",
    [(), ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")],
    ids=["as a service", "beside a script, where ctrl-C is ignored"],
)
def test_a_program_that_is_to_end_does_so_tidily(
    appliance: Appliance, launcher: tuple[str, ...]
) -> None:
    with appliance.powered(*launcher) as (process, manager):
        process.send_signal(signal.SIGTERM)
        assert manager.recv(99) == b"STOPPING=1"
        assert process.wait(DEADLINE_S) == 128 + signal.SIGTERM
