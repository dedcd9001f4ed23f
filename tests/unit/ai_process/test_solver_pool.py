"""Solver processes shared by several tables: never more than allowed, and each has its turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest

from host.ai.results import ChosenMove
from host.ai_process.client import SolverClient
from host.ai_process.connection import SolverConnection
from host.ai_process.protocol import HEADER, Answer, Query, decode_query, encode
from host.ai_process.solver_pool import SolverPool, usual_count
from host.ai_process.solver_process import SolverProcess
from host.engine.registry import game_named

WAIT_S = 20.0
GAME = game_named("kamisado-single")
START = GAME.position_text(GAME.start())


class SlowSolver:
    """A solver in this process that answers a query when it is told to, or by the next one."""

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._ended = asyncio.Event()
        self.asked: list[Query] = []
        self.stopped = 0

    @property
    def is_running(self) -> bool:
        return not self._ended.is_set()

    def write(self, frame: bytes) -> None:
        query = decode_query(frame[HEADER.size :])
        if query.request is None:
            self.stopped += 1
            self.answer("stopped")
        else:
            self.asked.append(query)

    def answer(self, text: str) -> None:
        chosen = ChosenMove(text)
        self._receive(encode(Answer(self.asked[-1].number, chosen))[HEADER.size :])

    def kill(self) -> None:
        self._ended.set()

    async def close(self) -> None:
        self._ended.set()

    async def wait(self) -> None:
        await self._ended.wait()


class Solvers:
    """The slow solvers that were started."""

    def __init__(self) -> None:
        self.started: list[SlowSolver] = []

    async def start(self, megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        self.started.append(SlowSolver(receive))
        return self.started[-1]

    async def until_asked(self, solver: int, times: int) -> SlowSolver:
        async with asyncio.timeout(WAIT_S):
            while len(self.started) <= solver or len(self.started[solver].asked) < times:
                await asyncio.sleep(0)
        return self.started[solver]


def _ask(client: SolverClient) -> asyncio.Task[ChosenMove | None]:
    return asyncio.create_task(client.choose_move(GAME.name, START, 1, 1, 1000))


@pytest.mark.parametrize(("cores", "count"), [({0, 3, 5}, 2), ({1}, 1)])
def test_of_the_cores_that_it_may_use_one_is_left_to_the_program(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], count: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores, raising=False)
    assert usual_count() == count


def test_a_process_that_is_lost_just_before_a_question_is_asked_only_once_anew() -> None:
    async def story() -> None:
        solvers = Solvers()
        async with SolverClient(solvers.start) as client:
            await asyncio.sleep(0)  # its end is waited for
            question = _ask(client)
            solvers.started[0].kill()
            asked = await solvers.until_asked(1, 1)
            for _ in range(10):
                await asyncio.sleep(0)
            asked.answer("a")
            assert (len(asked.asked), await question) == (1, ChosenMove("a"))

    asyncio.run(story())


def test_a_process_that_is_being_started_at_the_end_is_ended() -> None:
    async def story() -> None:
        solvers, go_on = Solvers(), asyncio.Event()

        async def start(megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
            await go_on.wait()
            return await solvers.start(megabytes, receive)

        client = SolverClient(start)
        question = _ask(client)
        await asyncio.sleep(0)
        closing = asyncio.create_task(client.close())
        await asyncio.sleep(0)
        go_on.set()
        async with asyncio.timeout(WAIT_S):
            await closing
            assert await question is None
        assert not solvers.started[0].is_running
        assert await _ask(client) is None
        assert len(solvers.started) == 1

    asyncio.run(story())


def test_an_idle_process_is_handed_over_and_no_other_started() -> None:
    async def story() -> None:
        solvers = Solvers()
        pool = SolverPool(solvers.start, 1)
        first, second = SolverClient(pool.start), SolverClient(pool.start)
        for times, client in enumerate((first, second, first, first), 1):
            move = _ask(client)
            (await solvers.until_asked(0, times)).answer(f"move {times}")
            chosen = await move
            assert chosen is not None
            assert chosen.move == f"move {times}"
        assert len(solvers.started) == len(pool) == 1
        for client in (first, second):
            await client.close()
        await pool.close()

    asyncio.run(story())


def test_who_comes_later_waits_for_the_answer_to_another() -> None:
    async def story() -> None:
        solvers = Solvers()
        pool = SolverPool(solvers.start, 2)
        clients = [SolverClient(pool.start) for _ in range(3)]
        moves = [_ask(client) for client in clients]
        await solvers.until_asked(0, 1)
        second = await solvers.until_asked(1, 1)
        await asyncio.sleep(0)
        assert [len(each.asked) for each in solvers.started] == [1, 1], "the third one waits"
        second.answer("second")
        (await solvers.until_asked(1, 2)).answer("third")
        solvers.started[0].answer("first")
        found = [chosen.move for chosen in await asyncio.gather(*moves) if chosen is not None]
        assert found == ["first", "second", "third"]
        assert second.stopped == 0
        await pool.close()

    asyncio.run(story())


def test_a_long_search_ends_with_what_it_knows_when_another_waits() -> None:
    async def story() -> None:
        solvers = Solvers()
        pool = SolverPool(solvers.start, 1, turn_s=0.01)
        long, short = SolverClient(pool.start), SolverClient(pool.start)
        endless = _ask(long)
        await solvers.until_asked(0, 1)
        move = _ask(short)
        ended = await endless
        assert ended is not None
        assert ended.move == "stopped", "it has an answer, and no process has died"
        (await solvers.until_asked(0, 2)).answer("short")
        chosen = await move
        assert chosen is not None
        assert chosen.move == "short"
        await pool.close()

    asyncio.run(story())


def test_a_process_that_dies_is_replaced() -> None:
    async def story() -> None:
        solvers = Solvers()
        pool = SolverPool(solvers.start, 1)
        client = SolverClient(pool.start)
        move = _ask(client)
        (await solvers.until_asked(0, 1)).kill()
        (await solvers.until_asked(1, 1)).answer("after all")
        chosen = await move
        assert chosen is not None
        assert (chosen.move, len(pool)) == ("after all", 1)
        await client.close()
        assert len(pool) == 1, "a client that ends leaves its process to others"
        await pool.close()
        assert len(pool) == 0

    asyncio.run(story())


@pytest.mark.slow
def test_real_processes_answer_several_clients() -> None:
    async def story() -> None:
        pool = SolverPool(SolverProcess.start, 1)
        clients = [SolverClient(pool.start) for _ in range(3)]
        async with asyncio.timeout(WAIT_S * 3):
            moves = await asyncio.gather(*map(_ask, clients))
        legal = {GAME.move_text(GAME.start(), move) for move in GAME.legal_moves(GAME.start())}
        assert all(move is not None and move.move in legal for move in moves)
        assert len(pool) == 1
        for client in clients:
            await client.close()
        await pool.close()

    asyncio.run(story())
