"""The simulated hand sets games up, also on boards of other sizes."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from host.app import mode_handler
from host.engine.registry import game_named
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.virtual.hand_speed import CLEAR_S
from tests.e2e.virtual_board import DEADLINE_S, at_virtual_board, do, lying, playing, until, wanted

pytestmark = pytest.mark.e2e


def test_everything_is_set_up_from_where_it_lies() -> None:
    async def story() -> None:
        async with playing("hasami") as app:
            assert lying(app) == (wanted(app), Counter())
            await do(app, t="remove", square="a1")
            await do(app, t="remove", square="i9")
            await do(app, t="lift", square="c1")
            await do(app, t="put", square="c5")
            await do(app, t="lift", square="d9")
            await do(app, t="put", square="a1")
            await do(app, t="lift", square="e1")
            assert lying(app)[1] == Counter(white=1, black=1)
            await do(app, t="arrange")
            assert lying(app) == (wanted(app), Counter())

    asyncio.run(story())


def test_stones_come_out_of_the_box_and_go_back_into_it() -> None:
    async def story() -> None:
        async with playing("seega") as app:
            assert lying(app) == ({}, Counter(white=12, black=12))
            await do(app, t="put", square="a1", side="white")
            await until(app, lambda: len(app.view.plies) == 1)
            assert lying(app) == ({"a1": "white"}, Counter(white=11, black=12))
            await do(app, t="takeback")
            assert lying(app) == ({}, Counter(white=12, black=12))

    asyncio.run(story())


def test_a_game_of_another_size_is_begun_on_the_same_board() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as app:
            await do(app, t="new", game="hasami:first=black", clock="")
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert lying(app) == (wanted(app), Counter())
            assert app.hand is not None
            await app.hand.act("move", 0.2, **{"from": "a9", "to": "a4"})
            await until(app, lambda: [ply.text for ply in app.view.plies] == ["a9a4"])
            await do(app, t="new", game="kamisado-single", clock="")
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert len(lying(app)[0]) == 16

    asyncio.run(story())


def test_what_is_drawn_by_lot_is_for_the_desk_to_say() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as app:
            assert isinstance(app.mode, Session)
            await do(app, t="new", game="hasami:first=black", clock="", lots=["first"])
            assert (app.game.name, app.mode.settings.drawn) == ("hasami:first=black", ())
            await do(app, t="new", game="hasami", clock="")
            assert app.mode.settings.drawn == ("first",)

    asyncio.run(story())


def test_a_game_that_does_not_fit_gets_a_larger_board() -> None:
    async def story() -> None:
        async with playing("seega") as app:
            assert await app.ask({"t": "new", "game": "hasami", "clock": ""}, Role.OWNER) is None
            assert app.game.name.startswith("hasami")
            assert app.hand is not None
            assert app.hand.pieces.size == app.controller.size == (9, 9)
            told = str(await app.ask({"t": "new", "game": "chess", "clock": ""}, Role.OWNER))
            assert told.startswith("unknown game 'chess'; choose one of ")

    asyncio.run(story())


def test_a_larger_board_is_started_although_the_page_that_asked_is_gone() -> None:
    async def story() -> None:
        async with playing("seega") as app:
            new = {"t": "new", "game": "hasami", "clock": ""}
            asking = asyncio.create_task(app.ask(new, Role.OWNER))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait({asking})
            assert asking.cancelled()
            await until(app, lambda: app.controller.size == (9, 9))
            assert await app.ask(new, Role.OWNER) is None
            assert app.game.name.startswith("hasami")

    asyncio.run(story())


def test_a_larger_board_that_says_nothing_is_told_and_the_game_can_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        async with playing("seega") as app:
            new = {"t": "new", "game": "hasami", "clock": ""}
            with monkeypatch.context() as patched:
                patched.setattr(mode_handler, "READY_S", 0.0)
                assert str(await app.ask(new, Role.OWNER)) == "The virtual board is silent."
            assert app.game.name == "seega"
            assert await app.ask(new, Role.OWNER) is None
            assert app.game.name.startswith("hasami")

    asyncio.run(story())


def test_a_board_that_is_too_small_is_not_begun_with() -> None:
    async def story() -> None:
        session = Session(MatchSettings(game_named("five")))
        with pytest.raises(ValueError, match=r"Five needs a board of 9x9 .*'--size 9x9'"):
            async with at_virtual_board(session, size=(8, 8)):
                pass

    asyncio.run(story())


def test_a_square_that_changes_its_side_is_empty_for_a_time_of_the_board() -> None:
    before = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"
    after = "1r1k2ng/4pGb1/o1P5/8/6y1/8/2O3N1/1R1K1BY1 w g"
    game = game_named("kamisado-single")

    async def story() -> None:
        async with playing("kamisado-single") as app:
            assert app.hand is not None
            assert app.virtual is not None
            await app.hand.set_up(game, game.parse_position(before))
            await app.virtual.ask("stop")  # the chip stands still, as on a computer that is busy
            setting_up = asyncio.create_task(app.hand.set_up(game, game.parse_position(after)))
            passed_ms = 0
            async with asyncio.timeout(DEADLINE_S):
                while not setting_up.done():
                    await app.virtual.ask("step", ms=1)
                    passed_ms += 1
            await setting_up
            assert passed_ms >= CLEAR_S * 1000
            await app.virtual.ask("run", rate=1.0)

    asyncio.run(story())
