"""Tidying on a virtual board gives way to a player who is quicker."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from host.app.virtual.tidier import Tidier
from host.engine.game import Side
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import View
from host.virtual.hand import VirtualHand
from tests.unit.virtual.test_hand import SilentBoard
from tests.unit.virtual.test_placed_pieces import dealt, on


class Shown(Session):
    """A session that says whether pieces are to be led back as a test wants it."""

    returning = True

    def view(self) -> View:
        return replace(super().view(), returning=self.returning)


@pytest.mark.parametrize("player_is_quicker", [False, True])
def test_a_piece_that_a_player_has_moved_meanwhile_is_not_led_back(player_is_quicker: bool) -> None:
    async def story() -> list[str]:
        board = SilentBoard()
        hand = VirtualHand(board, (8, 8), Side.WHITE, lambda _: None)
        hand.pieces, places = dealt()
        on(places, "d8")["square"] = "d4"
        hand.handle_event({"event": "pieces", "pieces": list(places)})
        session = Shown(MatchSettings(game_named("kamisado-single")))
        session.see(session.view().expectation.snapshot, 0)
        Tidier(hand, lambda: session, lambda: None).check(session.view())
        async with hand._setting_up:  # the hand does what the player has asked for
            await asyncio.sleep(0)
            session.returning = not player_is_quicker
        for _ in range(9):
            await asyncio.sleep(0)
        return board.asked

    assert asyncio.run(story()) == ([] if player_is_quicker else ["lift", "put"])
