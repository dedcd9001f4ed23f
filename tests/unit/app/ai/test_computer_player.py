"""The computer as a player: what it leaves to people before it goes on."""

from __future__ import annotations

import asyncio

import pytest

from host.ai.players.opponent import Opponent
from host.ai.results import ChosenMove
from host.ai_process.client import SolverClient, SolverLostError
from host.ai_process.solver_process import SolverProcess
from host.app.ai.computer_player import FAILED, RESULT_S, ComputerPlayer
from host.engine.game import Side
from host.engine.squares import square_name
from host.session.requests import Choose
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import DEADLOCK, STANDARD

DEADLINE_S = 60


def test_the_result_of_a_round_can_be_read_before_the_computer_chooses_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KAMISADO_PLAIN", "1")
    hand = SnapshotHand(DEADLOCK, game=STANDARD, opponent=Opponent(Side.BLACK, 1))
    events: list[object] = []

    async def handle(request: object) -> None:
        events.append(request)

    async def sleep(seconds: float) -> None:
        events.append(seconds)

    player = ComputerPlayer(hand.session, handle, events.append, sleep)
    assert player.due() is None, "it is White's move"
    hand.move("b1c2")
    reward = hand.view.reward
    assert reward is not None
    square = square_name(reward.square, 8)
    hand.lift(square)
    hand.wait(200)
    hand.put(square, Side.BLACK)
    hand.wait(600)
    assert hand.view.reward is None

    async def play() -> None:
        async with asyncio.timeout(DEADLINE_S), SolverClient(SolverProcess.start, 8) as client:
            await player.run(client, player.due())

    asyncio.run(play())
    waited, chosen = events
    assert waited == RESULT_S
    assert isinstance(chosen, Choose)


@pytest.mark.parametrize("error", [SolverLostError("it died"), ValueError("no such position")])
def test_a_solver_that_finds_no_move_is_told(error: Exception) -> None:
    class FailingClient(SolverClient):
        async def choose_move(
            self, game: str, position: str, strength: float, seed: int, time_ms: float | None = None
        ) -> ChosenMove | None:
            raise error

    hand = SnapshotHand(opponent=Opponent(Side.BLACK, 1))
    events: list[object] = []

    async def handle(request: object) -> None:
        events.append(request)

    player = ComputerPlayer(hand.session, handle, events.append)
    asyncio.run(player.run(FailingClient(SolverProcess.start, 8), player.due()))
    assert events == [FAILED]
