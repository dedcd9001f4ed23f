"""Reviews that several pages ask for at the same time: one is under way, and none is left over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from host.ai_process.connection import SolverConnection
from host.ai_process.protocol import HEADER, ReviewRequest, decode_query
from host.app.ai.reviewer import Reviewer
from host.engine.game import Side
from host.engine.registry import game_named
from host.session.modes.replay import Replay
from host.session.view import Action, Phase
from tests.unit.session.rounds import after_a_round

DEADLINE_S = 20.0


class Solver:
    """A solver that never answers, and takes a moment to end."""

    def __init__(self) -> None:
        self._ended = asyncio.Event()
        self.frames: list[bytes] = []

    @property
    def is_running(self) -> bool:
        return not self._ended.is_set()

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)

    def kill(self) -> None:
        self._ended.set()

    async def close(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        self._ended.set()

    async def wait(self) -> None:
        await self._ended.wait()


def test_of_reviews_that_are_asked_for_at_once_one_goes_on() -> None:
    solvers: list[Solver] = []

    async def start(megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        solvers.append(Solver())
        return solvers[-1]

    async def settle() -> None:
        for _ in range(50):
            await asyncio.sleep(0)

    async def story() -> None:
        game = game_named("kamisado-single")
        move = game.parse_move(game.start(), "d8d4")
        replay = Replay(game, game.start(), [move])
        reviewer = Reviewer(lambda _: None, start)
        async with asyncio.timeout(DEADLINE_S):
            await reviewer.begin(replay)
            await settle()
            await asyncio.gather(*(reviewer.begin(replay) for _ in range(2)))
            await settle()
            assert [solver.is_running for solver in solvers].count(True) == 1
            await reviewer.end()
        assert not any(solver.is_running for solver in solvers)

    asyncio.run(story())


def test_while_a_match_goes_on_a_review_tells_nothing_of_who_wins_it() -> None:
    solvers: list[Solver] = []

    async def start(megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        solvers.append(Solver())
        return solvers[-1]

    async def asks_for_the_match(mode: object) -> bool:
        reviewer = Reviewer(lambda _: None, start)
        await reviewer.begin(mode)
        for _ in range(50):
            await asyncio.sleep(0)
        await reviewer.end()
        request = decode_query(solvers[-1].frames[0][HEADER.size :]).request
        assert isinstance(request, ReviewRequest)
        return request.match

    async def story() -> None:
        hand = after_a_round()
        assert hand.view.phase is Phase.ROUND_BREAK
        assert not await asks_for_the_match(hand.session)
        hand.session.act(Action.RESIGN, Side.BLACK, hand.now_ms)
        assert hand.session.phase is Phase.ENDED
        assert await asks_for_the_match(hand.session)

    asyncio.run(story())
