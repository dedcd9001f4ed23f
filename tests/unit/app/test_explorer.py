"""Analysis for single pages: what is asked while the solver's process ends is proven too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest

from host.ai.results import Verdict
from host.ai_process.connection import SolverConnection
from host.ai_process.protocol import HEADER, Answer, decode_query, encode
from host.app import explorer
from host.app.explorer import Explorer
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.requests import Analyse
from host.session.session import Session

DEADLINE_S = 20.0


class Solver:
    """A solver that proves everything at once, and takes its time to end.

    Attributes:
        closing: set once it is asked to end.
        may_end: set when it shall.
    """

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._ended = asyncio.Event()
        self.closing, self.may_end = asyncio.Event(), asyncio.Event()

    @property
    def is_running(self) -> bool:
        return not self._ended.is_set()

    def write(self, frame: bytes) -> None:
        query = decode_query(frame[HEADER.size :])
        if query.request is not None:
            proven = Verdict("win", {}, (), 1)
            self._receive(encode(Answer(query.number, proven))[HEADER.size :])

    def kill(self) -> None:
        self._ended.set()

    async def close(self) -> None:
        self.closing.set()
        await self.may_end.wait()
        self._ended.set()

    async def wait(self) -> None:
        await self._ended.wait()


def test_what_is_asked_while_the_solver_ends_is_proven_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "PAUSE_S", 0.0)
    session = Session(MatchSettings(game_named("kamisado-single")))
    solvers: list[Solver] = []
    answers: asyncio.Queue[Mapping[str, object]] = asyncio.Queue()

    async def start(megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        solvers.append(Solver(receive))
        return solvers[-1]

    async def until_proven(number: int) -> None:
        while (told := await answers.get())["number"] != number or not told["finished"]:
            pass
        assert told["value"] == "win"

    async def story() -> None:
        explored = Explorer(lambda: session, start)
        async with asyncio.timeout(DEADLINE_S):
            explored.handle(Analyse(1, 0, (), True), answers.put_nowait)
            await until_proven(1)
            await solvers[0].closing.wait()
            explored.handle(Analyse(2, 0, (), True), answers.put_nowait)
            solvers[0].may_end.set()
            await until_proven(2)
            solvers[1].may_end.set()
            await explored.end()

    asyncio.run(story())
