"""The platform of a desktop computer: serial ports, threads and processes."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from typing import TypeVar

from host.ai_process.connection import SolverConnection
from host.ai_process.solver_process import SolverProcess
from host.app.board_choice import BoardOptions
from host.link import discover
from host.link.port import Port
from host.link.serial_port import SerialPort
from host.message import Message
from host.recognition.sensing.cell_map import size_text
from host.virtual.board import OnEvent, VirtualBoard
from host.virtual.process import SimulatorProcess
from host.worker.thread import WorkerThread
from host.worker.worker import Worker

ResultT = TypeVar("ResultT")


def board_options(options: argparse.Namespace) -> BoardOptions:
    """Return the board that the options of a command ask for, as `add_board` and `add_wait` have
    added them."""
    return BoardOptions(
        options.board,
        options.seed,
        options.size,
        options.north,
        options.brightness,
        getattr(options, "wait", False),
    )


class Desktop:
    """This computer; see `Platform`."""

    def open_port(self, url: str, wake: Callable[[], None]) -> Port:
        """Open a serial port."""
        return SerialPort(url, wake)

    def find_board(self, wanted: str | None) -> str | None:
        """Find the wanted board among the serial ports."""
        return discover.find_board(wanted)

    def find_port_by_uid(self, uid: str) -> str | None:
        """Find the board with this chip's number."""
        return discover.find_port_by_uid(uid)

    def find_any_port(self, uid: str) -> str | None:
        """Find the board with this chip's number, or else the only one."""
        return discover.find_any_port(uid)

    def explain_no_board(self) -> Message:
        """Explain that no board is plugged in."""
        return discover.explain_no_board()

    def worker(self, name: str) -> Worker:
        """Return a thread."""
        return WorkerThread(name)

    async def run_blocking(self, call: Callable[[], ResultT], /) -> ResultT:
        """Run a call in a thread."""
        return await asyncio.to_thread(call)

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        """Start the simulator as a process."""
        options = ("--size", size_text(size), "--seed", str(seed), "--doze", str(doze_ms))
        return await SimulatorProcess.start(on_event, *options)

    async def start_solver(
        self, megabytes: int, receive: Callable[[bytes], None]
    ) -> SolverConnection:
        """Start the solver as a process."""
        return await SolverProcess.start(megabytes, receive)
