"""The computer as a player: what it leaves to people before it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.ai.players.opponent import Opponent
from host.ai.results import ChosenMove
from host.ai_process.client import SolverClient, SolverLostError
from host.ai_process.solver_process import SolverProcess
from host.app.ai.computer_player import FAILED, FILL_S, RESULT_S, ComputerPlayer
from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.snapshot import snapshot_of
from host.session.requests import AnnounceMove, Choose
from host.session.view import Notice
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import DEADLOCK, STANDARD

DEADLINE_S = 60
WON_BY_WHITE = "1bpkyrgn/N7/8/8/8/8/o7/1GRYKPBO w n standard 1 0:0 b"
"""White's brown tower is one move from Black's home row."""


async def at_once(call: Callable[[], ChosenMove]) -> ChosenMove:
    """Run a call."""
    return call()


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

    player = ComputerPlayer(hand.session, handle, events.append, at_once, sleep)
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


@pytest.mark.parametrize("virtual", [True, False])
def test_towers_walk_home_on_the_page_before_the_computer_moves(virtual: bool) -> None:
    hand = SnapshotHand(WON_BY_WHITE, game=STANDARD, opponent=Opponent(Side.BLACK, 1))
    hand.session.set_virtual_hand(virtual)
    hand.move("a7a8", rest_ms=5_000)
    hand.session.handle(Choose("fill left"), hand.now_ms)
    hand.snapshot = snapshot_of(hand.view.expectation.pieces, 64)
    hand.wait(5_000)
    events: list[object] = []

    async def handle(request: object) -> None:
        events.append(request)

    async def sleep(seconds: float) -> None:
        events.append(seconds)

    player = ComputerPlayer(hand.session, handle, events.append, at_once, sleep)
    asyncio.run(player.run(FailingClient(SolverProcess.start, 8), player.due()))
    failed, *waited, announced = events
    assert failed == FAILED
    assert waited == ([FILL_S] if virtual else [])
    assert isinstance(announced, AnnounceMove)


class FailingClient(SolverClient):
    """A client whose process dies over each query, until it works."""

    works = False

    async def choose_move(
        self, game: str, position: str, strength: float, seed: int, time_ms: float | None = None
    ) -> ChosenMove | None:
        if self.works:
            return ChosenMove("d8d2")
        raise SolverLostError("it died")


def test_a_process_that_dies_again_and_again_is_told_once_and_low_moves_are_made() -> None:
    hand = SnapshotHand(opponent=Opponent(Side.BLACK, 9))
    events: list[object] = []

    async def handle(request: object) -> None:
        events.append(request)

    player = ComputerPlayer(hand.session, handle, events.append, at_once)
    client = FailingClient(SolverProcess.start, 8)

    def told() -> list[object]:
        events.clear()
        asyncio.run(player.run(client, player.due()))
        return list(events)

    failed, announced = told()
    assert failed == FAILED
    assert isinstance(announced, AnnounceMove)
    hand.session.game.parse_move(hand.session.position, announced.move)  # it is legal
    assert told() == [announced], "nothing is told twice"
    client.works = True
    assert told() == [AnnounceMove("d8d2")]
    client.works = False
    assert told() == [FAILED, announced]


@pytest.mark.parametrize("name", ["kamisado-standard", "five", "hasami", "seega"])
def test_every_game_has_a_move_without_a_process(name: str) -> None:
    hand = SnapshotHand(game=name)
    opponent = Opponent(hand.session.game.turn(hand.session.position), 1)
    hand = SnapshotHand(game=name, opponent=opponent)
    events: list[object] = []

    async def handle(request: object) -> None:
        events.append(request)

    player = ComputerPlayer(hand.session, handle, events.append, at_once)
    asyncio.run(player.run(FailingClient(SolverProcess.start, 8), player.due()))
    assert [type(event) for event in events] == [Notice, AnnounceMove]
