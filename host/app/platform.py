"""Protocol of the platform: what an application takes from the machine on which it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from host.ai_process.connection import SolverConnection
from host.link.port import Port
from host.message import Message
from host.virtual.board import OnEvent, VirtualBoard
from host.worker.worker import Worker

ResultT = TypeVar("ResultT")


class RunBlocking(Protocol):
    """Runs a call that may take long while the event loop goes on, where that is possible."""

    async def __call__(self, call: Callable[[], ResultT], /) -> ResultT: ...


class Platform(Protocol):
    """Ports, threads and processes of a desktop computer, or what a browser has instead."""

    def open_port(self, url: str, wake: Callable[[], None]) -> Port:
        """Open a port; see `OpenPort`."""

    def find_board(self, wanted: str | None) -> str | None:
        """Return the data port of the wanted board, or None; it may block.

        Args:
            wanted: as of `host.link.discover.select_port`.

        Raises:
            BoardNotFoundError: no board or more than one matches.
        """

    def find_port_by_uid(self, uid: str) -> str | None:
        """Return the data port of the board with this chip's number; it may block."""

    def find_any_port(self, uid: str) -> str | None:
        """Return the data port of this board, or else of the only one; it may block.

        Args:
            uid: the chip's number; "" if none is known yet.
        """

    def explain_no_board(self) -> Message:
        """Explain that `find_board` finds no board, with the remedy."""

    def worker(self, name: str) -> Worker:
        """Return a new worker."""

    async def run_blocking(self, call: Callable[[], ResultT], /) -> ResultT:
        """Run a call as `RunBlocking` does."""

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        """Start a simulator.

        Args:
            on_event: receives the watched events.
            size: files and ranks of the board.
            seed: of the simulator.
            doze_ms: how long its chip may doze while nothing is touched.

        Raises:
            BoardNotFoundError: it does not start; the message says why.
        """

    async def start_solver(
        self, megabytes: int, receive: Callable[[bytes], None]
    ) -> SolverConnection:
        """Start a solver; see `StartSolver`."""
