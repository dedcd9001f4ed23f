"""A short match against the computer in each game in which nothing is proven, through the whole
stack: its own process, the real firmware, and the simulated hand that carries out both sides."""

from __future__ import annotations

import asyncio

import pytest

from host.ai.players.opponent import Opponent
from host.ai.players.player import Player
from host.engine.game import Side
from host.engine.registry import game_named
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.virtual.hand_speed import HAND_S
from host.virtual.move_actions import hand_actions
from tests.e2e.virtual_board import at_virtual_board

pytestmark = pytest.mark.e2e

SEED = 4
STRENGTH = 3
DEADLINE_S = 400


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # Two moves of each side without a capture end it; before, a dark stone can be taken.
        ("hasami:limit=2", "9/9/2s6/S2s5/2S6/9/7s1/1S4S2/6s2 w 0"),
        # The light stones are one move from a line, if dark lets them.
        ("five:limit=3", "ss5ss/ss5ss/9/4s4/2SSS4/9/1S7/SS5SS/SS5SS w 0 -"),
        # The last stones are put, then dark begins to move.
        ("seega:limit=2", "SsSsS/sSsSs/Ss1sS/sSsS1/S1s2 w 0 4 -"),
    ],
)
def test_a_short_match_against_the_computer(name: str, text: str) -> None:
    game = game_named(name)
    opponent = Opponent(Side.BLACK, STRENGTH, seed=SEED)
    player, computer = Player(2, SEED), Player(STRENGTH, SEED)

    async def story() -> None:
        session = Session(MatchSettings(game, opponent=opponent), game.parse_position(text))
        async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
            await app.wait_for(lambda view: view.phase is not Phase.SETUP, DEADLINE_S)
            while session.outcome is None:
                view = app.view
                made = len(view.plies)
                if view.turn is Side.WHITE:
                    chosen = player.choose(game, session.position).move
                    assert app.hand is not None
                    move = game.parse_move(session.position, chosen)
                    if requests := hand_actions(game, view.expectation, move):
                        await app.hand.carry_out(requests, HAND_S)
                    else:
                        assert await app.ask({"t": "choose", "text": chosen}, Role.OWNER) is None
                await app.wait_for(lambda view: len(view.plies) > made, DEADLINE_S)  # noqa: B023
            assert app.view.phase is Phase.ENDED
        played = [ply for ply in session.plies if ply.side is Side.BLACK and not ply.forced]
        assert played, "the computer has moved"
        for ply in played:
            assert ply.text == computer.choose(game, ply.before.position).move

    asyncio.run(story())
