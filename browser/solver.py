"""The solver in a worker: the host's end, which shares it, and the worker's."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from browser.javascript import JavaScript, JavaScriptSolver, JsBytes, Line
from host.ai_process.protocol import HEADER, Answer, Query, decode_answer, decode_query, encode
from host.ai_process.server import SolverServer

SOLVER_MB = 8
"""For the table: 90,000 positions; full, it drops estimates, which are soon made again."""


@dataclass(eq=False)
class _Job:
    """A query that waits for its last answer.

    Attributes:
        owner: whose it is.
        passed: answers that the owner has.
        skipped: answers that came again since the query was last sent.
    """

    owner: SharedSolver
    query: Query
    passed: int = 0
    skipped: int = 0


class SolverWorker:
    """A worker that answers the queries of several `SharedSolver`; it starts with the first query.

    The query that came last is at work.  It interrupts the others, and these are sent again after
    its last answer: what was proven is in the worker's table.

    Args:
        javascript: starts the worker.
    """

    def __init__(self, javascript: JavaScript) -> None:
        self._javascript = javascript
        self._numbers = itertools.count(1)
        self._sharing: list[SharedSolver] = []
        self._jobs: list[_Job] = []
        """Those that wait, and last the one at work."""
        self._sent: dict[int, _Job] = {}
        """Jobs whose answers are awaited from the worker, by the number that it knows."""
        self._received = bytearray()
        self._line: Line | None = None

    def share(self, receive: Callable[[bytes], None]) -> SharedSolver:
        """Return a solver of its own, as it seems; `receive` takes the payloads of its answers."""
        shared = SharedSolver(self, receive)
        self._sharing.append(shared)
        return shared

    def ask(self, owner: SharedSolver, query: Query) -> None:
        """Put a query to work; one of the same owner ends, and is answered with what is known."""
        for job in [job for job in self._jobs if job.owner is owner]:
            if job not in self._sent.values() and query.request is not None:
                self._send(job)  # answered as soon as the next one comes
            self._jobs.remove(job)
        if query.request is not None:
            self._interrupt()
            self._jobs.append(_Job(owner, query))
            self._send(self._jobs[-1])
        else:
            self._rest_or_go_on()

    def leave(self, owner: SharedSolver) -> None:
        """Forget an owner, and its queries; the worker ends with the last one."""
        self._sharing.remove(owner)
        self._sent = {number: job for number, job in self._sent.items() if job.owner is not owner}
        self._jobs = [job for job in self._jobs if job.owner is not owner]
        if not self._sharing:
            self._end()
        else:
            self._rest_or_go_on()

    def restart(self) -> None:
        """End the worker at once, and start another for what is still to be answered."""
        self._end()
        self._go_on()

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
        self._received.clear()
        self._sent.clear()

    def _interrupt(self) -> None:
        """Take the job at work from the worker."""
        self._sent = {n: job for n, job in self._sent.items() if job not in self._jobs}

    def _rest_or_go_on(self) -> None:
        """End what the worker does, unless that is still to be done."""
        if not self._jobs and self._line is not None:
            self._write(Query(0))
        self._go_on()

    def _go_on(self) -> None:
        """Send the last job, which ends what is at work, unless it is that."""
        if self._jobs and self._jobs[-1] not in self._sent.values():
            self._send(self._jobs[-1])

    def _send(self, job: _Job) -> None:
        number = next(self._numbers)
        self._sent[number] = job
        job.skipped = 0
        self._write(replace(job.query, number=number))

    def _write(self, query: Query) -> None:
        if self._line is None:
            self._line = self._javascript.startSolver(SOLVER_MB, self._receive, self._ended)
        self._line.send(encode(query))

    def _receive(self, data: JsBytes) -> None:
        self._received += data.to_bytes()
        while len(self._received) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(self._received)[0]
            if len(self._received) < end:
                break
            payload = bytes(self._received[HEADER.size : end])
            del self._received[:end]
            self._pass_on(decode_answer(payload))

    def _pass_on(self, answer: Answer) -> None:
        """Give an answer to who has asked, unless it has come before the job was interrupted."""
        job = self._sent.get(answer.number)
        if job is None:
            return
        job.skipped += 1
        if answer.is_last or job.skipped > job.passed:
            job.passed += 1
            job.owner.receive(encode(replace(answer, number=job.query.number))[HEADER.size :])
        if answer.is_last:
            del self._sent[answer.number]
            if job in self._jobs:
                self._jobs.remove(job)
            self._go_on()

    def _ended(self, last_words: str) -> None:
        """Tell all that the worker has ended by itself; they ask again."""
        self._end()
        self._jobs.clear()
        sharing, self._sharing = self._sharing, []
        for shared in sharing:
            shared.ending.set()


class SharedSolver:
    """A part in the worker of the solver; see `SolverConnection`.

    Args:
        worker: which it shares.
        receive: takes the payload of each answer.

    Attributes:
        ending: set once it has ended.
    """

    def __init__(self, worker: SolverWorker, receive: Callable[[bytes], None]) -> None:
        self.receive = receive
        self.ending = asyncio.Event()
        self._worker = worker

    @property
    def is_running(self) -> bool:
        """False once it has ended."""
        return not self.ending.is_set()

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        if self.is_running:
            self._worker.ask(self, decode_query(frame[HEADER.size :]))

    def kill(self) -> None:
        """End the worker at once; other queries go on in another."""
        if self.is_running:
            self.ending.set()
            self._worker.leave(self)
            self._worker.restart()

    async def close(self) -> None:
        """End it."""
        if self.is_running:
            self.ending.set()
            self._worker.leave(self)

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self.ending.wait()


class Queries:
    """Queries that come to the worker; see `QueryReader`."""

    def __init__(self, javascript: JavaScriptSolver) -> None:
        self._javascript = javascript

    def waiting(self) -> bool:
        """Return True if a query has come."""
        return self._javascript.available() > 0

    def take(self) -> bytes:
        """Wait for the next query; empty at the end."""
        header = self._javascript.take(HEADER.size).to_bytes()
        return self._javascript.take(*HEADER.unpack(header)).to_bytes() if header else b""


def serve(javascript: JavaScriptSolver, megabytes: int) -> None:
    """Answer queries until the page or the host ends the line."""

    def send(answer: Answer) -> None:
        javascript.send(encode(answer))

    SolverServer(Queries(javascript), send, megabytes).run()
