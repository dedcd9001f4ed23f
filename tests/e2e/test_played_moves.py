"""Moves that a page asks for on a virtual board, faster than anybody presses."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest

from host.app.application import Application
from host.engine.squares import square_name
from host.session.access.role import Role
from host.session.view import Phase
from tests.e2e.virtual_board import playing, until

pytestmark = pytest.mark.e2e

FILES = 8
SQUARES = [square_name(square, FILES) for square in range(FILES * FILES)]
ACTIONS = 60
PRESS_S = 0.01
"""From one press to the next: no hand is faster."""


def pressed(draw: random.Random, app: Application) -> dict[str, str]:
    """Return what somebody presses; most of it is legal."""
    legal = [
        (SQUARES[move.origin], SQUARES[move.target])
        for move in app.view.expectation.candidates
        if move.origin is not None and move.target is not None
    ]
    if not legal:
        return {"t": "takeback"}  # the game is over
    origin, target = draw.choice(legal)
    match draw.randrange(8):
        case 0:
            return {"t": "play", "from": draw.choice(SQUARES), "to": draw.choice(SQUARES)}
        case 1:
            return {"t": "play", "from": target, "to": origin}
        case 2:
            return {"t": "lift", "square": draw.choice((origin, draw.choice(SQUARES)))}
        case 3:
            return {"t": "takeback"}
    return {"t": "play", "from": origin, "to": target}


def standing(app: Application) -> dict[object, tuple[object, object]]:
    """Side and name of the piece on each square of the virtual board."""
    assert app.hand is not None
    rows = app.hand.pieces.rows()
    return {at["square"]: (at["side"], at["name"]) for at in rows if at["where"] == "board"}


def due(app: Application) -> dict[object, tuple[object, object]]:
    """The same, where the game has them."""
    pieces = app.view.expectation.pieces
    return {SQUARES[at]: (piece.side.name.lower(), piece.name) for at, piece in pieces.items()}


@pytest.mark.parametrize("seed", range(3))
def test_every_piece_ends_where_the_game_has_it_whatever_was_pressed(seed: int) -> None:
    draw = random.Random(seed)

    async def story() -> None:
        async with playing("kamisado-single") as app:
            made = 0
            for _ in range(ACTIONS):
                before = len(app.view.plies)
                await app.ask(pressed(draw, app), Role.OWNER)
                made += len(app.view.plies) > before
                if app.view.phase is Phase.SETUP:  # the end was taken back
                    await until(app, lambda: app.view.phase is Phase.PLAY)
            # What was only lifted goes back with the next move that is refused.
            assert await app.ask({"t": "play", "from": "a1", "to": "a1"}, Role.OWNER) is not None
            page = app.connect(leds=False)
            while app.view.phase is Phase.SETUP or standing(app) != due(app):
                await page.next()  # tells what the hand has done, and what the board shows
            await until(app, lambda: not app.view.returning)
            assert app.view.correction is None
            assert made > ACTIONS // 4

    asyncio.run(story())


def test_a_refused_move_does_not_bring_the_computers_move_back() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            await app.ask({"t": "new", "game": "kamisado-single", "opponent": "1"}, Role.OWNER)
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert await app.ask({"t": "play", "from": "d8", "to": "d4"}, Role.OWNER) is None
            page = app.connect(leds=False)
            asked = 0
            while len(app.view.plies) < 2:  # all the time in which it thinks and is carried out
                told = await app.ask({"t": "play", "from": "e8", "to": "e7"}, Role.OWNER)
                assert told is not None
                asked += 1
                # Without a pause the program has no time to play.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PRESS_S):
                        await page.next()
            assert asked > 3
            await until(app, lambda: standing(app) == due(app) and app.view.correction is None)
            assert len(app.view.plies) == 2

    asyncio.run(story())
