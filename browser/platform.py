"""The platform of a browser: workers instead of processes, and no threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from browser.board import WorkerBoard
from browser.javascript import JavaScript
from browser.saved_file import SavedFile
from browser.solver import SolverWorker
from browser.web_serial import URL, WebSerialPort
from host.ai_process.connection import SolverConnection
from host.link.errors import BoardNotFoundError
from host.link.port import Port
from host.message import Message, message
from host.virtual.board import OnEvent, VirtualBoard
from host.worker.immediate import run_now
from host.worker.worker import Worker

ResultT = TypeVar("ResultT")


class Immediate:
    """Runs calls at once; see `Worker`."""

    def submit(self, call: Callable[[], ResultT]) -> Future[ResultT]:
        """Run a call at once."""
        return run_now(call)

    def close(self, timeout_s: float) -> bool:
        """Return True: nothing waits."""
        return True


class BrowserPlatform:
    """This browser; see `Platform`.

    Args:
        javascript: starts workers.
        saved_file: of the matches.
    """

    def __init__(self, javascript: JavaScript, saved_file: SavedFile) -> None:
        self._javascript = javascript
        self._saved_file = saved_file
        self._solver = SolverWorker(javascript)
        self._boards: dict[str, WorkerBoard] = {}
        self._plugged_in: WebSerialPort | None = None
        self._numbers = itertools.count(1)

    def plug_in(self, port: WebSerialPort) -> None:
        """Take an open port of a real board; the link opens it by its name."""
        if self._plugged_in is not None:
            self._plugged_in.close()
        self._plugged_in = port

    def open_port(self, url: str, wake: Callable[[], None]) -> Port:
        """Open the port of a virtual board, or take that of a real one, once."""
        port = self._plugged_in
        if url == URL and port is not None and port.is_open:
            self._plugged_in = None
            port.wake_by(wake)
            return port
        board = self._boards.get(url)
        if board is None or board.ended.is_set():
            raise BoardNotFoundError(message("link.no_port", port=repr(url)), url)
        return board.open_port(wake)

    def find_board(self, wanted: str | None) -> str | None:
        """Return None: a page does not see the ports of the computer by itself."""
        return None if wanted is None else wanted

    def find_port_by_uid(self, uid: str) -> str | None:
        """Return None."""
        return None

    def find_any_port(self, uid: str) -> str | None:
        """Return None."""
        return None

    def explain_no_board(self) -> Message:
        """Explain that no board is plugged in."""
        return message("link.no_board")

    def worker(self, name: str) -> Worker:
        """Return what runs calls at once."""
        return Immediate()

    async def run_blocking(self, call: Callable[[], ResultT], /) -> ResultT:
        """Run a call, and keep the file if it has written to it."""
        result = call()
        await self._saved_file.keep()
        return result

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        """Start the simulator in this worker, and its firmware in another."""
        url = f"virtual-{next(self._numbers)}"
        board = WorkerBoard(self._javascript, on_event, size, seed, doze_ms, url)
        await board.start()
        self._boards = {url: board}
        return board

    async def start_solver(
        self, megabytes: int, receive: Callable[[bytes], None]
    ) -> SolverConnection:
        """Share the solver's worker, whose table has a size of its own."""
        return self._solver.share(receive)
