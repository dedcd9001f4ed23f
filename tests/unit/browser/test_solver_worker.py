"""The solver's worker and those that share it; what runs in the worker is the test."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from browser.javascript import Ended, JavaScript, Receive
from browser.solver import SharedSolver, SolverWorker
from host.ai_process.protocol import (
    HEADER,
    Answer,
    MoveRequest,
    ProveRequest,
    Query,
    ReviewRequest,
    decode_answer,
    decode_query,
    encode,
)
from host.engine.kamisado.notation import position_text
from host.engine.kamisado.position import start

GAME = "kamisado-single"
START = position_text(start())
MOVE = MoveRequest(GAME, START, 10.0, seed=1)
PROOF = ProveRequest(GAME, START)
REVIEW = ReviewRequest(GAME, START, ("d8d4",), 100.0)


class Bytes:
    """A Uint8Array of a worker."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def to_bytes(self) -> bytes:
        return self._data


class Worker:
    """The script that starts workers, and the only worker that runs at a time.

    Attributes:
        started: number of the workers that were started.
        is_running: False once it was closed.
        asked: queries that it was sent.
    """

    def __init__(self) -> None:
        self.started = 0
        self.is_running = False
        self.asked: list[Query] = []

    def startSolver(self, megabytes: int, receive: Receive, ended: Ended) -> Worker:  # noqa: N802
        assert not self.is_running
        self.started += 1
        self.is_running = True
        self._receive, self.end = receive, ended
        return self

    def send(self, data: bytes) -> None:
        assert self.is_running
        self.asked.append(decode_query(data[HEADER.size :]))

    def close(self) -> None:
        self.is_running = False

    def answer(self, number: int = -1, *, is_last: bool = True, cut: int = 3) -> None:
        """Answer one of the queries, in two pieces."""
        frame = encode(Answer(self.asked[number].number, is_last=is_last))
        self._receive(Bytes(frame[:cut]))
        self._receive(Bytes(frame[cut:]))

    @property
    def requests(self) -> list[object]:
        return [query.request for query in self.asked]


class User:
    """One that shares the worker; `answers` are the numbers of its queries that were answered."""

    def __init__(self, shared: SolverWorker) -> None:
        self.answers: list[int] = []
        self.solver: SharedSolver = shared.share(self._take)

    def _take(self, payload: bytes) -> None:
        self.answers.append(decode_answer(payload).number)

    def ask(self, number: int, request: MoveRequest | ProveRequest | ReviewRequest | None) -> None:
        self.solver.write(encode(Query(number, request)))


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def shared(worker: Worker) -> SolverWorker:
    return SolverWorker(cast(JavaScript, worker))


def test_one_worker_is_started_by_the_first_query_and_answers_all(
    worker: Worker, shared: SolverWorker
) -> None:
    first, second = User(shared), User(shared)
    assert worker.started == 0
    first.ask(1, MOVE)
    worker.answer()
    second.ask(1, PROOF)
    worker.answer()
    assert worker.started == 1
    assert (first.answers, second.answers) == ([1], [1])


def test_a_later_query_interrupts_one_of_another_which_is_then_gone_on_with(
    worker: Worker, shared: SolverWorker
) -> None:
    reviewer, player = User(shared), User(shared)
    reviewer.ask(7, REVIEW)
    worker.answer(is_last=False)
    player.ask(7, MOVE)
    worker.answer(0)  # the end of the review that was interrupted, with what is known
    assert reviewer.answers == [7]
    worker.answer(1)
    assert player.answers == [7]
    assert worker.requests == [REVIEW, MOVE, REVIEW]
    worker.answer(is_last=False)  # this one came before
    assert reviewer.answers == [7]
    worker.answer(is_last=False)
    worker.answer()
    assert reviewer.answers == [7, 7, 7]


def test_a_later_query_of_the_same_ends_the_earlier_one(
    worker: Worker, shared: SolverWorker
) -> None:
    player, other = User(shared), User(shared)
    player.ask(1, PROOF)
    player.ask(2, MOVE)
    worker.answer(0)
    assert player.answers == [1]
    other.ask(1, REVIEW)
    player.ask(3, PROOF)  # number 2 waits meanwhile, and is answered as well
    assert worker.requests == [PROOF, MOVE, REVIEW, MOVE, PROOF]
    worker.answer(2)
    assert other.answers == []
    worker.answer(3)
    worker.answer(4)
    assert player.answers == [1, 2, 3]
    assert worker.requests[5:] == [REVIEW]


def test_what_nobody_waits_for_is_ended_and_nothing_else(
    worker: Worker, shared: SolverWorker
) -> None:
    player, other = User(shared), User(shared)
    player.ask(1, PROOF)
    other.ask(1, REVIEW)
    player.ask(2, None)  # it waits: the review is not to be ended for that
    assert worker.requests == [PROOF, REVIEW]
    worker.answer()
    assert worker.requests == [PROOF, REVIEW]
    other.ask(2, REVIEW)
    other.ask(3, None)
    assert worker.requests[2:] == [REVIEW, None]


def test_a_hung_worker_is_killed_for_one_and_goes_on_for_the_others(
    worker: Worker, shared: SolverWorker
) -> None:
    player, other = User(shared), User(shared)
    other.ask(1, REVIEW)
    player.ask(1, MOVE)
    player.solver.kill()
    assert not player.solver.is_running
    assert worker.started == 2
    assert worker.requests == [REVIEW, MOVE, REVIEW, REVIEW]
    worker.answer()
    assert other.answers == [1]


def test_all_are_told_that_the_worker_has_ended_and_may_begin_anew(
    worker: Worker, shared: SolverWorker
) -> None:
    player, other = User(shared), User(shared)
    player.ask(1, MOVE)
    worker.end("out of memory")
    assert not player.solver.is_running
    assert not other.solver.is_running
    again = User(shared)
    again.ask(1, MOVE)
    assert worker.started == 2
    worker.answer()
    assert again.answers == [1]


def test_the_worker_ends_with_the_last_that_shares_it(worker: Worker, shared: SolverWorker) -> None:
    async def run() -> None:
        first, second = User(shared), User(shared)
        first.ask(1, MOVE)
        await first.solver.close()
        assert worker.is_running
        await second.solver.close()
        assert not worker.is_running
        await second.solver.wait()

    asyncio.run(run())
