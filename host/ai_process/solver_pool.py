"""A bounded number of solver processes, shared by all tables of a program.

A client has a process as long as no other needs it.  If all are taken, the one whose client has
been idle longest is handed over, with all that it has proven.  If none is idle, who comes waits in
line; what has been at work for TURN_S is then asked to answer with what it knows, as by the next
query of its own client.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from host.ai.transposition_table_size import PLAY_MB
from host.ai_process.connection import SolverConnection, StartSolver
from host.ai_process.protocol import HEADER, Query, decode_answer, decode_query, encode
from host.worker.executor import cores

TURN_S = 6.0
"""Time at work after which a process must be left to others: longer than a move of the computer
takes (`host.app.ai.computer_player.TIME_MS`)."""


def usual_count() -> int:
    """Return how many processes leave a core to the program itself."""
    return max(1, cores() - 1)


class SolverPool:
    """Hands out solver processes; `start` is a `StartSolver`.

    Args:
        start: starts a process.
        count: processes at most.
        turn_s: time for one query while others wait.
    """

    def __init__(self, start: StartSolver, count: int, turn_s: float = TURN_S) -> None:
        self._start = start
        self._count = count
        self._turn_s = turn_s
        self._seats: list[_Seat] = []
        self._line = asyncio.Lock()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        """Return the number of processes."""
        return len(self._seats)

    async def start(self, megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        """Hand out a process; see `StartSolver`.  All have tables of one size, `PLAY_MB`."""
        async with self._line:
            seat = await self._free_seat()
            seat.lease = _Lease(seat, receive)
            return seat.lease

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(seat.close() for seat in list(self._seats)))

    async def _free_seat(self) -> _Seat:
        """Return a process that nobody works with, its former client told that it is gone."""
        while True:
            self._changed.clear()
            idle = [seat for seat in self._seats if seat.busy_since_s is None]
            free = [seat for seat in idle if seat.lease is None]
            if not free and len(self._seats) < self._count:
                return await self._new_seat()
            if idle:
                seat = min(free or idle, key=lambda each: each.idle_since_s)
                seat.take_back()
                return seat
            now_s = asyncio.get_running_loop().time()
            eldest = min(self._seats, key=lambda each: each.busy_since_s or now_s)
            wait_s = (eldest.busy_since_s or now_s) + self._turn_s - now_s
            if wait_s <= 0:
                eldest.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s if wait_s > 0 else self._turn_s):
                    await self._changed.wait()

    async def _new_seat(self) -> _Seat:
        seat = _Seat(self._changed.set, self._seats.remove)
        # Kept from now on: a start that waits counts as well.
        self._seats.append(seat)
        try:
            await seat.run(self._start)
        except BaseException:
            self._seats.remove(seat)
            raise
        return seat


class _Seat:
    """A solver process and the client that has it.

    Attributes:
        lease: of that client; None for nobody.
        busy_since_s, idle_since_s: when the last query began, None once it is answered; and when
            that was; by the clock of the loop.
    """

    _process: SolverConnection

    def __init__(self, changed: Callable[[], None], ended: Callable[[_Seat], None]) -> None:
        self.lease: _Lease | None = None
        self._changed, self._ended = changed, ended
        self._loop = asyncio.get_running_loop()
        self.busy_since_s: float | None = None
        self.idle_since_s = self._loop.time()
        self._number = 0

    async def run(self, start: StartSolver) -> None:
        """Start the process."""
        self._process = await start(PLAY_MB, self._receive)
        self._watching = asyncio.create_task(self._watch())

    @property
    def is_running(self) -> bool:
        """False once the process has ended."""
        return self._process.is_running

    def write(self, frame: bytes) -> None:
        """Send a query of the client."""
        query = decode_query(frame[HEADER.size :])
        if query.request is not None:
            self._number, self.busy_since_s = query.number, self._loop.time()
        self._process.write(frame)

    def stop(self) -> None:
        """Have the query at work answered with what is known; a process that does not is hung."""
        assert self.busy_since_s is not None
        self.busy_since_s = self._loop.time()
        self._process.write(encode(Query(self._number)))

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def take_back(self) -> None:
        """Tell the client that its process is gone."""
        lease, self.lease = self.lease, None
        if lease is not None:
            lease.ended.set()

    async def close(self) -> None:
        """End the process."""
        await self._process.close()
        await self._watching

    def _receive(self, payload: bytes) -> None:
        answer = decode_answer(payload)
        if self.lease is not None:
            self.lease.receive(payload)
        if answer.is_last and answer.number == self._number:
            self._rest()

    def _rest(self) -> None:
        self.busy_since_s, self.idle_since_s = None, self._loop.time()
        self._changed()

    async def _watch(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()
        self._ended(self)
        self.take_back()
        self._rest()


class _Lease:
    """A process as one client has it; see `SolverConnection`.

    Attributes:
        receive: takes the answers.
        ended: set when the client has lost it.
    """

    def __init__(self, seat: _Seat, receive: Callable[[bytes], None]) -> None:
        self._seat = seat
        self.receive = receive
        self.ended = asyncio.Event()

    @property
    def is_running(self) -> bool:
        """False once another client has the process, or it has ended."""
        return not self.ended.is_set() and self._seat.is_running

    def write(self, frame: bytes) -> None:
        """Send a frame without waiting."""
        if not self.ended.is_set():
            self._seat.write(frame)

    def kill(self) -> None:
        """End the process at once."""
        if not self.ended.is_set():
            self._seat.kill()

    async def close(self) -> None:
        """Leave the process to others; the search at work ends."""
        if not self.ended.is_set():
            self.receive = _ignore
            if self._seat.busy_since_s is not None:
                self._seat.stop()
            self._seat.take_back()

    async def wait(self) -> None:
        """Wait until the process is gone."""
        await self.ended.wait()


def _ignore(payload: bytes) -> None:
    """Take an answer for which nobody waits any more."""
