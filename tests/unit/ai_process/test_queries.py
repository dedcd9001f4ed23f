"""Queries to the server of the solver process, without a process."""

from __future__ import annotations

from host.ai.results import Verdict
from host.ai_process.input_reader import FrameReader
from host.ai_process.protocol import HEADER, Answer, ProveRequest, Query, encode
from host.ai_process.server import SolverServer
from tests.unit.ai_process.rounds import GAME, OPENING, ROUND

NOT_LATE = "ygk1rb1p/5nO1/1o6/8/8/5Y2/8/1RP1NGBK w k"


class Script(FrameReader):
    """Queries that come when the server has searched enough."""

    def __init__(self, *queries: Query) -> None:
        self._script = list(queries)
        self.server: SolverServer | None = None
        self.nodes_for_each = 10**9

    def waiting(self) -> bool:
        assert self.server is not None
        return self.server.solver.nodes >= self.nodes_for_each

    def take(self) -> bytes:
        return encode(self._script.pop(0))[HEADER.size :] if self._script else b""


def answers(script: Script) -> list[Answer]:
    """The last answers of a server to these queries."""
    sent: list[Answer] = []
    script.server = SolverServer(script, sent.append, 64)
    script.server.run()
    return [answer for answer in sent if answer.is_last]


def verdict_of(answer: Answer) -> Verdict:
    assert isinstance(answer.result, Verdict)
    return answer.result


def test_it_thinks_on_about_the_answers_to_each_move() -> None:
    position = GAME.parse_position(NOT_LATE)
    afters = [GAME.play(position, move) for move in GAME.legal_moves(position)]
    then = [
        Query(number, ProveRequest(ROUND, GAME.position_text(after)))
        for number, after in enumerate(afters, 2)
    ]
    _, *alone = answers(Script(Query(1, ProveRequest(ROUND, NOT_LATE)), *then))
    _, *prepared = answers(Script(Query(1, ProveRequest(ROUND, NOT_LATE, think_on=True)), *then))
    assert sum(verdict_of(answer).nodes for answer in alone) > 5_000
    assert sum(verdict_of(answer).nodes for answer in prepared) < 100
    assert [verdict_of(answer).moves for answer in prepared] == [
        verdict_of(answer).moves for answer in alone
    ]


def test_a_query_that_waits_ends_what_is_at_work() -> None:
    script = Script(Query(1, ProveRequest(ROUND, OPENING, think_on=True)), Query(2))
    script.nodes_for_each = 500
    (answer,) = answers(script)
    assert answer.number == 1
    assert verdict_of(answer).value == "unknown"
    assert script.server is not None
    assert script.server.solver.nodes < 1000


def test_a_wrong_query_is_answered_with_what_is_wrong() -> None:
    (answer,) = answers(Script(Query(3, ProveRequest(ROUND, "x"))))
    assert answer.number == 3
    assert "'x' is not a position of kamisado" in str(answer.error)
