"""The controller of the simulated hand: what it shows of a lift before the sensors see it."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from host.ai.players.opponent import AnyOpponent, opponent_named
from host.app.virtual.hand_controller import HandController
from host.engine.game import Side
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.requests import MoveHand
from host.session.session import Session
from host.virtual.board import JsonObject
from host.virtual.hand import VirtualHand
from tests.unit.virtual.test_hand import SilentBoard
from tests.unit.virtual.test_placed_pieces import dealt, on


class Bench:
    """A session at the start of a game and a hand that tells where it has the pieces."""

    def __init__(self, opponent: AnyOpponent | None = None) -> None:
        settings = MatchSettings(game_named("kamisado-single"), opponent=opponent)
        self.session = Session(settings)
        self.session.see(self.session.view().expectation.snapshot, 0)
        self.board = SilentBoard()
        self._hand = VirtualHand(self.board, (8, 8), Side.WHITE, lambda _: None)
        self._hand.pieces, self._places = dealt()
        self._held: list[JsonObject] = []
        self.controller = HandController(self._hand, lambda: self.session)

    def ask(self, action: str, square: str) -> None:
        """Ask the hand for something, as a player does."""
        args = [("square", square)]
        if action == "put":
            args.append(("piece", str(self._held[-1]["id"])))
        asyncio.run(self.controller.handle(MoveHand(action, tuple(args))))  # type: ignore[arg-type]

    def tell_held(self, square: str) -> None:
        """Let the hand tell that it has done what it was asked for, and holds what stood there."""
        self._held.append(on(self._places, square))
        self._held[-1] |= {"where": "hand", "square": None}
        self._hand.handle_event({"event": "done"})
        self._hand.handle_event({"event": "pieces", "pieces": list(self._places)})

    @property
    def shown(self) -> int | None:
        """The square whose piece is shown as lifted."""
        lift = self.controller.lift(self.session.view())
        return None if lift is None else lift.square


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_lift_is_shown_as_soon_as_the_hand_tells_it(bench: Bench) -> None:
    bench.ask("lift", "d8")
    assert bench.shown is None
    bench.tell_held("d8")
    assert bench.shown == 59


def test_a_piece_that_is_put_down_is_not_shown_as_lifted(bench: Bench) -> None:
    bench.ask("lift", "d8")
    bench.tell_held("d8")
    bench.ask("put", "d5")
    assert bench.shown is None


def test_another_piece_that_is_still_in_the_air_is_not_shown_as_the_lifted_one(
    bench: Bench,
) -> None:
    bench.ask("lift", "d8")
    bench.tell_held("d8")
    bench.ask("lift", "c8")
    assert bench.shown is None
    bench.tell_held("c8")
    assert bench.shown is None


@pytest.mark.parametrize("opponent", [None, "1"])
def test_a_refused_move_is_put_right_but_for_one_of_the_computers_under_way(
    opponent: str | None,
) -> None:
    bench = Bench(None if opponent is None else opponent_named(opponent, Side.BLACK, 0))
    bench.ask("lift", "d8")
    bench.tell_held("d8")
    begun = len(bench.board.asked)
    with contextlib.suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(bench.controller.put_right(), 0.05))
    assert (len(bench.board.asked) > begun) is (opponent is None), "Black is to move"
