"""The computer as one of several tables has it: its own board, and solvers in common."""

from __future__ import annotations

from collections.abc import Callable

from host.ai_process.connection import SolverConnection
from host.ai_process.solver_pool import SolverPool
from host.cli.desktop import Desktop
from host.link import discover
from host.link.port import Port


class TablePlatform(Desktop):
    """This computer for one of several tables; see `Platform`.

    Args:
        solvers: that all tables share.
    """

    def __init__(self, solvers: SolverPool) -> None:
        self._solvers = solvers

    def open_port(self, url: str, wake: Callable[[], None]) -> Port:
        """Open a serial port, or the board with this number, plugged in now or later."""
        return super().open_port(discover.find_board(url) or url, wake)

    def find_any_port(self, uid: str) -> str | None:
        """Find the board with this chip's number: any other is that of another table."""
        return self.find_port_by_uid(uid) if uid else None

    async def start_solver(
        self, megabytes: int, receive: Callable[[bytes], None]
    ) -> SolverConnection:
        """Hand out a solver process."""
        return await self._solvers.start(megabytes, receive)
