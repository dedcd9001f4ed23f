"""The simulated hand: any game, on a board of either size, with a box beside it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

import pytest

from host.app.application import Application
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase

pytestmark = pytest.mark.e2e

DEADLINE_S = 60.0


@asynccontextmanager
async def playing(name: str, size: tuple[int, int] | None = None) -> AsyncIterator[Application]:
    """A desk at a virtual board on which that game has begun."""
    session: Session = Session(MatchSettings(game_named(name)))
    desk = Application(session, "virtual", 1, size=size)
    async with asyncio.timeout(DEADLINE_S), desk.running():
        await until(desk, lambda: desk.view.phase is Phase.PLAY)
        yield desk


async def until(desk: Application, holds: Callable[[], bool]) -> None:
    """Wait until the condition holds after a change of state."""
    async with desk.changed:
        await desk.changed.wait_for(holds)


def lying(desk: Application) -> tuple[dict[str, str], Counter[str]]:
    """Return the side on each occupied square, and the number of each side in the box."""
    assert desk.hand is not None
    pieces = desk.hand.pieces_message()["pieces"]
    assert isinstance(pieces, list)
    board = {at["square"]: at["side"] for at in pieces if at["where"] == "board"}
    return board, Counter(at["side"] for at in pieces if at["where"] == "box")


def wanted(desk: Application) -> dict[str, str]:
    """Return the same for the position of the game."""
    pieces, files = desk.view.expectation.pieces, desk.game.size[0]
    return {square_name(s, files): piece.side.name.lower() for s, piece in pieces.items()}


async def do(desk: Application, **wish: object) -> None:
    """Send a request that is accepted, and wait until the hand is done."""
    request: Mapping[str, object] = wish
    assert await desk.ask(request) is None
    assert desk.hand is not None
    await desk.hand.wait_idle()


def test_everything_is_set_up_from_where_it_lies() -> None:
    async def story() -> None:
        async with playing("hasami") as desk:
            assert lying(desk) == (wanted(desk), Counter())
            await do(desk, t="remove", square="a1")
            await do(desk, t="remove", square="i9")
            await do(desk, t="lift", square="c1")
            await do(desk, t="put", square="c5")
            await do(desk, t="lift", square="d9")
            await do(desk, t="put", square="a1")
            await do(desk, t="lift", square="e1")
            assert lying(desk)[1] == Counter(white=1, black=1)
            await do(desk, t="arrange")
            assert lying(desk) == (wanted(desk), Counter())

    asyncio.run(story())


def test_stones_come_out_of_the_box_and_go_back_into_it() -> None:
    async def story() -> None:
        async with playing("seega") as desk:
            assert lying(desk) == ({}, Counter(white=12, black=12))
            await do(desk, t="put", square="a1", side="white")
            await until(desk, lambda: len(desk.view.plies) == 1)
            assert lying(desk) == ({"a1": "white"}, Counter(white=11, black=12))
            await do(desk, t="takeback")
            assert lying(desk) == ({}, Counter(white=12, black=12))

    asyncio.run(story())


def test_refusals_name_the_squares_of_the_game_wherever_it_lies() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as desk:
            assert "'a1'" in str(await desk.ask({"t": "lift", "square": "a1"}))
            told = await desk.ask({"t": "remove", "square": "b2"})
            assert str(told) == "There is nothing on b2 that could be taken off."
            told = await desk.ask({"t": "put", "square": "f1", "side": "white"})
            assert "on a board of 5x5" in str(told)
        async with playing("kamisado-single") as desk:
            told = await desk.ask({"t": "put", "square": "d4", "side": "white"})
            assert str(told) == "White has no piece beside the board."

    asyncio.run(story())


def test_a_game_of_another_size_is_begun_on_the_same_board() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as desk:
            await do(desk, t="new", game="hasami:first=black", clock="")
            await until(desk, lambda: desk.view.phase is Phase.PLAY)
            assert lying(desk) == (wanted(desk), Counter())
            assert desk.hand is not None
            await desk.hand.act("move", 0.2, **{"from": "a9", "to": "a4"})
            await until(desk, lambda: [ply.text for ply in desk.view.plies] == ["a9a4"])
            await do(desk, t="new", game="kamisado-single", clock="")
            await until(desk, lambda: desk.view.phase is Phase.PLAY)
            assert len(lying(desk)[0]) == 16

    asyncio.run(story())


def test_what_is_drawn_by_lot_is_for_the_desk_to_say() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as desk:
            assert isinstance(desk.mode, Session)
            await do(desk, t="new", game="hasami:first=black", clock="", lots=["first"])
            assert (desk.game.name, desk.mode.settings.drawn) == ("hasami:first=black", ())
            await do(desk, t="new", game="hasami", clock="")
            assert desk.mode.settings.drawn == ("first",)

    asyncio.run(story())


def test_a_game_that_does_not_fit_is_refused_and_the_one_under_way_goes_on() -> None:
    async def story() -> None:
        async with playing("seega") as desk:
            told = str(await desk.ask({"t": "new", "game": "hasami", "clock": ""}))
            assert told.startswith(
                "Hasami shogi needs a board of 9x9 squares, and this one has 8x8"
            )
            assert desk.game.name == "seega"
            told = str(await desk.ask({"t": "new", "game": "chess", "clock": ""}))
            assert told.startswith("there is no game 'chess'; there are: ")

    asyncio.run(story())


def test_a_board_that_is_too_small_is_not_begun_with() -> None:
    async def story() -> None:
        desk = Application(Session(MatchSettings(game_named("five"))), "virtual", 1, size=(8, 8))
        with pytest.raises(ValueError, match=r"Five needs a board of 9x9 .*'--size 9x9'"):
            async with desk.running():
                pass

    asyncio.run(story())
