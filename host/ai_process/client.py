"""Client of the solver process, which is started when it is needed and again when it has died.

The event loop only writes and reads frames (`host.ai_process.protocol`); it never waits for the
solver.  A `StartSolver` starts the process, or what stands for one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self, TypeVar

from host.ai.results import ChosenMove, MoveHint, ReviewedMove, Verdict
from host.ai.transposition_table_size import DEFAULT_MB, max_slots
from host.ai_process.connection import SolverConnection, StartSolver
from host.ai_process.protocol import (
    Answer,
    HintRequest,
    MoveRequest,
    ProveRequest,
    Query,
    Request,
    ReviewRequest,
    decode_answer,
    encode,
)

_LOG = logging.getLogger(__name__)

ATTEMPTS = 3
"""Number of processes that may die over one query before it is given up."""
HUNG_S = 30.0
"""Time beyond the limit of a request after which the process is taken for hung, and killed."""
SEARCHES_PER_ANSWER = 12
"""Limit of the searches, each with the time limit of the request, between two answers."""

ResultT = TypeVar("ResultT", Verdict, MoveHint, ChosenMove, ReviewedMove)


class SolverLostError(RuntimeError):
    """The solver process has died again and again over one query."""


@dataclass
class _OpenQuery:
    """A query that waits for its last answer; None among the answers: the process died.

    Attributes:
        connection: to the process that has it; None before it is sent.
    """

    frame: bytes
    connection: SolverConnection | None = None
    answers: asyncio.Queue[Answer | None] = field(default_factory=asyncio.Queue)


class SolverClient:
    """The solver of this program, in a process of its own.

    One query is at work at a time: the next one ends it, and it is then answered with what is
    known.  Use it as a context manager, which ends the process.

    Args:
        start: starts the process.
        megabytes: of the solver's table.

    Attributes:
        connection: to the process that was started last; None if there is none.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, start: StartSolver, megabytes: int = DEFAULT_MB) -> None:
        max_slots(megabytes)
        self._megabytes = megabytes
        self._start = start
        self.connection: SolverConnection | None = None
        self._watching: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._last_number = 0
        self._closed = False
        self._open: dict[int, _OpenQuery] = {}

    async def __aenter__(self) -> Self:
        """Start the process."""
        await self._run()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the process."""
        await self.close()

    async def verdicts(
        self, game: str, position: str, *, time_ms: float | None = None, think_on: bool = False
    ) -> AsyncGenerator[Verdict, None]:
        """Yield the verdict of a position whenever more is proven, at least once.

        Args:
            game: name in the registry, as in all requests.
            position: its text.
            time_ms: time limit; None for none.
            think_on: let the process prove afterwards what may be asked for next.

        Raises:
            ValueError: there is no such game or position.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        request = ProveRequest(game, position, time_ms, think_on)
        is_answered = False
        async with aclosing(self._ask(request)) as answers:
            async for answer in answers:
                yield _result(answer, Verdict)
                is_answered = answer.is_last
        if not is_answered:
            yield Verdict("unknown", {}, (), 0)

    async def hint(self, game: str, position: str, *, time_ms: float) -> MoveHint | None:
        """Return a hint; None if the next query, or `close`, came before the answer.

        Raises:
            ValueError: there is no such game or position, or no legal move in it.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        hint = None
        async for answer in self._ask(HintRequest(game, position, time_ms)):
            hint = _result(answer, MoveHint)
        return hint

    async def choose_move(
        self, game: str, position: str, strength: float, seed: int, time_ms: float | None = None
    ) -> ChosenMove | None:
        """Return the move of a `Player`; None if another query came meanwhile.

        Raises:
            ValueError: there is no such game, position or strength.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        chosen = None
        async for answer in self._ask(MoveRequest(game, position, strength, seed, time_ms)):
            chosen = _result(answer, ChosenMove)
        return chosen

    async def review(
        self,
        game: str,
        start: str,
        moves: Sequence[str],
        *,
        time_ms: float,
        match: bool = False,
    ) -> AsyncGenerator[ReviewedMove, None]:
        """Yield the review of each move of a match, the last one first.

        It ends early if the next query, or `close`, comes before.

        Args:
            start: text of the position before the first move.
            moves: texts, passes and choices between rounds included.
            time_ms: limit of each search.
            match: tell where the match was lost as well.

        Raises:
            ValueError: there is no such game, position or move.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        request = ReviewRequest(game, start, tuple(moves), time_ms, match)
        async with aclosing(self._ask(request)) as answers:
            async for answer in answers:
                if answer.result is not None:
                    yield _result(answer, ReviewedMove)

    async def _ask(self, request: Request) -> AsyncGenerator[Answer, None]:
        """Yield the answers to a request; the last one is missing if another query ended it.

        Raises:
            ValueError: the request is refused.
            SolverLostError: the process died `ATTEMPTS` times.
        """
        self._last_number += 1
        number = self._last_number
        query = _OpenQuery(encode(Query(number, request)))
        self._open[number] = query
        is_answered = False
        try:
            for _ in range(ATTEMPTS):
                query.connection = connection = await self._run()
                if connection is None:
                    return
                connection.write(query.frame)
                while (answer := await self._next(query, request.time_ms)) is not None:
                    is_answered = answer.is_last
                    if answer.error is not None:
                        raise ValueError(answer.error)
                    yield answer
                    if is_answered:
                        return
                if self._closed or number != self._last_number:
                    # `close`, or a later query, has ended this one.
                    is_answered = True
                    return
                _LOG.info("the solver process has ended; it is started again")
            raise SolverLostError(
                f"the solver process died {ATTEMPTS} times over {request.position!r}"
            )
        finally:
            del self._open[number]
            if not is_answered and number == self._last_number:
                self.stop()  # nobody listens any more

    async def _next(self, query: _OpenQuery, time_ms: float | None) -> Answer | None:
        """Return the next answer to a query; None if the process has ended, or hung."""
        timeout_s = None if time_ms is None else SEARCHES_PER_ANSWER * time_ms / 1000 + HUNG_S
        try:
            async with asyncio.timeout(timeout_s):
                return await query.answers.get()
        except TimeoutError:
            self._kill()
            return await query.answers.get()

    def _kill(self) -> None:
        """Kill a hung process; it is started again when it is needed."""
        if self.connection is not None:
            self.connection.kill()

    def stop(self) -> None:
        """End the search at work without another request."""
        if self.connection is not None and self.connection.is_running:
            self._last_number += 1
            self.connection.write(encode(Query(self._last_number)))

    async def close(self) -> None:
        """End the process for good; open queries are answered `unknown`."""
        self._closed = True
        async with self._starting:  # one that is being started ends as well
            connection, self.connection = self.connection, None
        if connection is not None:
            await connection.close()
        if self._watching is not None:
            await self._watching

    async def _run(self) -> SolverConnection | None:
        """Return the process, started if there is none; None after `close`."""
        async with self._starting:
            if self._closed:
                return None
            if self.connection is None or not self.connection.is_running:
                if self._watching is not None:
                    await self._watching
                self.connection = await self._start(self._megabytes, self._receive)
                self._watching = asyncio.create_task(self._watch(self.connection))
            return self.connection

    def _receive(self, payload: bytes) -> None:
        """Hand out an answer."""
        answer = decode_answer(payload)
        query = self._open.get(answer.number)
        if query is not None:
            query.answers.put_nowait(answer)

    async def _watch(self, connection: SolverConnection) -> None:
        """Wait until the process ends, then tell the open queries that it has."""
        await connection.wait()
        for query in self._open.values():
            if query.connection is connection:
                query.answers.put_nowait(None)


def _result(answer: Answer, kind: type[ResultT]) -> ResultT:
    """Return the result of an answer, which is of the kind that was asked for."""
    assert isinstance(answer.result, kind)
    return answer.result
