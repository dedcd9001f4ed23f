"""An application with a virtual board, in this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.storage.autosave import NoSaver, Saver

DEADLINE_S = 30.0


def at_virtual_board(
    session: Session, saver: Saver | None = None, size: tuple[int, int] | None = None
) -> AbstractAsyncContextManager[Application]:
    """Play a session at a virtual board as long as the context lasts."""
    board = BoardOptions("virtual", size=size)
    return compose(Composition(session, Desktop(), board, saver or NoSaver()))


@asynccontextmanager
async def playing(name: str, size: tuple[int, int] | None = None) -> AsyncIterator[Application]:
    """A desk at a virtual board on which that game has begun."""
    session: Session = Session(MatchSettings(game_named(name)))
    async with asyncio.timeout(DEADLINE_S), at_virtual_board(session, size=size) as app:
        await until(app, lambda: app.view.phase is Phase.PLAY)
        yield app


async def until(app: Application, holds: Callable[[], bool]) -> None:
    """Wait until the condition holds after a change of state."""
    await app.wait_for(lambda _: holds(), DEADLINE_S)


def lying(app: Application) -> tuple[dict[str, str], Counter[str]]:
    """Return the side on each occupied square, and the number of each side in the box."""
    assert app.hand is not None
    pieces = app.hand.pieces_message()["pieces"]
    assert isinstance(pieces, list)
    board = {at["square"]: at["side"] for at in pieces if at["where"] == "board"}
    return board, Counter(at["side"] for at in pieces if at["where"] == "box")


def wanted(app: Application) -> dict[str, str]:
    """Return the same for the position of the game."""
    pieces, files = app.view.expectation.pieces, app.game.size[0]
    return {square_name(s, files): piece.side.name.lower() for s, piece in pieces.items()}


async def do(app: Application, **request: object) -> None:
    """Send a request that is accepted, and wait until the hand is done."""
    request: Mapping[str, object] = request
    assert await app.ask(request, Role.OWNER) is None
    assert app.hand is not None
    await app.hand.wait_idle()


async def refusal(app: Application, **request: object) -> str:
    """Send a request that is refused, and return why.

    On a busy computer, or after what the hand does just then, the answer has been given before the
    hand refuses, and the reason comes as a notice.
    """
    page = app.connect(leds=False)
    try:
        answer = await app.ask(request, Role.OWNER)
        while answer is None:
            message = await page.next()
            if isinstance(message, bytes) or message["t"] != "notice":
                continue
            if message["level"] == "warn":
                return str(message["text"])
        return str(answer)
    finally:
        page.close()
