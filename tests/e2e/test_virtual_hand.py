"""The simulated hand: any game, on a board of either size, with a box beside it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from host.app.application import Application
from host.app.background import Background
from host.engine.registry import game_named
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from tests.e2e.virtual_board import (
    DEADLINE_S,
    at_virtual_board,
    do,
    lying,
    playing,
    refusal,
    until,
    wanted,
)

pytestmark = pytest.mark.e2e


def test_the_lights_do_not_wait_for_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    woken = []

    async def story() -> None:
        async with playing("kamisado-single") as app:
            run = Background.run

            async def noted(at: Background, work: Coroutine[object, object, None]) -> None:
                woken.append(app._woken.is_set())
                await run(at, work)

            monkeypatch.setattr(Background, "run", noted)
            assert await app.ask({"t": "help", "level": "off"}, Role.OWNER) is None

    asyncio.run(story())
    assert woken == [True]


def test_what_is_asked_of_the_hand_while_it_takes_a_move_back_is_done_after_it() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            assert app.hand is not None
            await do(app, t="lift", square="d8")
            await do(app, t="put", square="d4", piece="black-pink")
            await until(app, lambda: len(app.view.plies) == 1)
            # The hand carries the tower home meanwhile.
            assert await app.ask({"t": "takeback"}, Role.OWNER) is None
            assert app.hand.pieces_message()["busy"] is True
            lift = {"t": "lift", "square": "d8"}
            put = {"t": "put", "square": "d5", "piece": "black-pink"}
            assert [await app.ask(each, Role.OWNER) for each in (lift, put)] == [None, None]
            await until(app, lambda: len(app.view.plies) == 1)
            assert app.hand.pieces_message()["busy"] is False
            assert lying(app)[0] == wanted(app)
            assert "d5" in wanted(app)

    asyncio.run(story())


def test_a_takeback_that_is_refused_moves_no_piece() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            assert app.hand is not None
            await do(app, t="lift", square="d8")
            assert app.view.plies == ()
            assert await app.ask({"t": "takeback"}, Role.WHITE) is None
            assert app.hand.pieces_message()["busy"] is False
            assert "d8" not in lying(app)[0], "it is still in the hand"

    asyncio.run(story())


def test_what_a_lift_leads_to_is_told_before_the_sensors_see_it() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            assert app.virtual is not None
            page = app.connect(leds=False)

            async def state(holds: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
                while True:
                    message = await page.next()
                    if isinstance(message, bytes) or message["t"] != "state":
                        continue
                    if holds(message):
                        return message

            await app.virtual.ask("stop")  # time stands, and so does what the sensors show
            # Refused by the hand: nothing is told.
            assert await refusal(app, t="lift", square="d4")
            assert await app.ask({"t": "lift", "square": "d8"}, Role.OWNER) is None
            await app.virtual.ask("step", ms=1)
            early = await state(lambda told: told["lifting"] is not None)
            assert (early["lifting"]["square"], early["lifted"]) == ("d8", None)
            destinations = {mark["square"] for mark in early["lifting"]["marks"]}
            assert {"d7", "d2", "e7", "d8"} <= destinations
            assert {mark["entry"] for mark in early["marks"]} == {"any"}
            await app.virtual.ask("run", rate=1.0)
            seen = await state(lambda told: told["lifted"] == "d8")
            assert seen["lifting"] is None
            assert seen["marks"] == early["lifting"]["marks"]

    asyncio.run(story())


@pytest.mark.slow
def test_a_piece_that_is_put_down_is_not_taken_for_one_that_is_lifted() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            page = app.connect(leds=False)
            await do(app, t="lift", square="d8")
            assert app.hand is not None
            # Slowly: the move is made before the hand lets go.
            await app.hand.act("put", 3.0, square="d4", piece="black-pink")
            await until(app, lambda: len(app.view.plies) == 1)
            assert not app.hand.is_idle
            told: list[Mapping[str, Any]] = []
            while not told or not told[-1]["moves"]:
                message = await page.next()
                if not isinstance(message, bytes) and message["t"] == "state":
                    told.append(message)
            assert told[-1]["lifting"] is None

    asyncio.run(story())


SUMO_FROM_HOME = "1r1k2ng/4PG+b1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g long 2 1:0 b"
"""White's green sumo tower on f7 must move, and both its moves reach Black's home row."""


@pytest.mark.slow
def test_a_sumo_towers_new_tooth_goes_and_comes_with_the_move_that_won_it() -> None:
    game = game_named("kamisado-long")

    def crowned(app: Application) -> dict[str, int]:
        assert app.hand is not None
        pieces = app.hand.pieces_message()["pieces"]
        assert isinstance(pieces, list)
        return {str(at["square"]): int(at["teeth"]) for at in pieces if at["teeth"]}

    async def story() -> None:
        session: Session = Session(MatchSettings(game), game.parse_position(SUMO_FROM_HOME))
        async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert crowned(app) == {"f7": 1}
            await do(app, t="lift", square="f7")
            await do(app, t="put", square="e8", piece="white-green")
            await until(app, lambda: app.view.phase is Phase.ROUND_BREAK and not app.view.reward)
            assert crowned(app) == {"e8": 2}
            await do(app, t="takeback")
            await until(app, lambda: app.view.phase is Phase.PLAY and not app.view.returning)
            assert crowned(app) == {"f7": 1}
            assert lying(app)[0] == wanted(app)
            await do(app, t="redo")
            await until(app, lambda: app.view.phase is Phase.ROUND_BREAK and not app.view.reward)
            assert crowned(app) == {"e8": 2}
            await do(app, t="choose", text="fill left")
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert crowned(app) == {"h1": 2}
            # The choice, and the move before it.
            for _ in range(2):
                await do(app, t="takeback")
            await until(app, lambda: app.view.phase is Phase.PLAY and len(app.view.plies) == 0)
            await until(app, lambda: lying(app)[0] == wanted(app))
            assert crowned(app) == {"f7": 1}

    asyncio.run(story())


def test_a_piece_that_stands_on_the_board_is_named_by_its_square() -> None:
    async def story() -> None:
        async with playing("hasami", (9, 9)) as app:
            assert app.hand is not None
            (stone,) = (
                at["id"] for at in app.hand.pieces_message()["pieces"] if at["square"] == "a1"
            )
            told = await refusal(app, t="put", square="a5", piece=stone)
            assert told == "That piece stands on a1 already: lift it first."

    asyncio.run(story())


def test_refusals_name_no_piece_by_its_id() -> None:
    async def story() -> None:
        async with playing("kamisado-single") as app:
            requests: list[dict[str, object]] = [
                {"t": "put", "square": "d4", "piece": "black-yellow"},
                {"t": "put", "square": "d8", "piece": "black-yellow"},
                {"t": "lift", "square": "d8"},
                {"t": "put", "square": "e8", "piece": "black-pink"},
            ]
            told = [await refusal(app, **request) for request in requests[:2]]
            await do(app, t="remove", piece="black-pink")
            told += [await refusal(app, **request) for request in requests[2:]]
            assert told[0] == "That piece stands on e8 already: lift it first."
            assert not [text for text in told if re.search(r"(black|white)-[a-z]", text)], told
            assert told[2] == "no piece stands on 'd8'"
            assert "the black yellow stands there" in told[3]

    asyncio.run(story())


def test_refusals_name_the_squares_of_the_game_wherever_it_lies() -> None:
    async def story() -> None:
        async with playing("seega", (9, 9)) as app:
            assert "'a1'" in await refusal(app, t="lift", square="a1")
            told = await refusal(app, t="remove", square="b2")
            assert told == "There is nothing to take off on b2."
            told = await refusal(app, t="put", square="f1", side="white")
            assert "of the 5x5 board" in told
        async with playing("kamisado-single") as app:
            told = await refusal(app, t="put", square="d4", side="white")
            assert told == "White has no piece beside the board."

    asyncio.run(story())


ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"
FOUR_IN_A_ROW = "b++p+k+r+4/8/4g+3/4n+1y+1/4o+1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 19 14:10 b"
"""White's triple sumo on e3 may push orange, brown and green from e4 to e7."""


@asynccontextmanager
async def playing_from(name: str, position: str) -> AsyncIterator[Application]:
    """A game from a position on the smallest virtual board."""
    game = game_named(name)
    session: Session = Session(MatchSettings(game), game.parse_position(position))
    async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
        await until(app, lambda: app.view.phase is Phase.PLAY)
        yield app


@pytest.mark.parametrize("lifted", [False, True], ids=["standing", "lifted before"])
def test_a_push_is_one_request_also_of_a_tower_in_the_hand(lifted: bool) -> None:
    async def story() -> None:
        async with playing_from("kamisado-marathon", FOUR_IN_A_ROW) as app:
            if lifted:
                await do(app, t="lift", square="e3")
                await until(app, lambda: app.view.lifted is not None)
            await do(app, t="push", **{"from": "e3", "to": "e4"})
            await until(app, lambda: [ply.text for ply in app.view.plies] == ["e3e4+"])
            assert lying(app)[0] == wanted(app)
            assert {"e4": "white", "e7": "black"}.items() <= lying(app)[0].items()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("origin", "target", "why"),
    [
        ("e3", "f4", "Nothing can be pushed on f4."),
        ("g4", "g5", "yellow tower on e3 must move (T2)."),
        ("e3", "e5", "can go 1 square at most (TS1)."),
        ("d5", "d6", "Nothing can be pushed on d6."),
    ],
)
def test_a_push_that_is_not_legal_is_told_and_its_tower_stands_again(
    origin: str, target: str, why: str
) -> None:
    async def story() -> None:
        async with playing_from("kamisado-marathon", FOUR_IN_A_ROW) as app:
            before = lying(app)
            if origin in before[0]:
                await do(app, t="lift", square=origin)
            request = {"t": "push", "from": origin, "to": target}
            assert why in await refusal(app, **request)
            assert app.hand is not None
            await app.hand.wait_idle()
            assert lying(app) == before

    asyncio.run(story())


CAPTURE = "2s2ssss/9/9/9/sS7/9/9/9/S1SSSSSSS b 0"
"""Black captures b5 between a5 and c5."""


def test_captured_stones_come_off_unless_the_players_take_them_off() -> None:
    async def story() -> None:
        async with playing_from("hasami:first=black", CAPTURE) as app:
            await do(app, t="by_hand", on=True)
            await do(app, t="lift", square="c9")
            await do(app, t="put", square="c5")
            await until(app, lambda: bool(app.view.capturing))
            assert app.hand is not None
            assert app.hand.pieces_message()["by_hand"] is True
            assert "b5" in lying(app)[0]
            assert app.view.plies == ()
            await do(app, t="by_hand", on=False)
            await until(app, lambda: [ply.text for ply in app.view.plies] == ["c9c5"])
            await app.hand.wait_idle()  # it may still carry the stone to the box
            assert lying(app)[0] == wanted(app)
            assert lying(app)[1]["white"] == 1

    asyncio.run(story())


def test_a_tooth_is_put_on_unless_the_players_do() -> None:
    async def story() -> None:
        async with playing_from("kamisado-standard", ONE_FROM_HOME) as app:
            await do(app, t="by_hand", on=True)
            await do(app, t="lift", square="f7")
            await do(app, t="put", square="e8")
            await until(app, lambda: app.view.phase is Phase.ROUND_BREAK)
            assert app.view.reward is not None
            await do(app, t="by_hand", on=False)
            await until(app, lambda: app.view.reward is None)

    asyncio.run(story())


def test_the_next_round_sets_itself_up_unless_the_players_do() -> None:
    async def story() -> None:
        async with playing_from("kamisado-standard", ONE_FROM_HOME) as app:
            await do(app, t="lift", square="f7")
            await do(app, t="put", square="e8")
            await until(app, lambda: app.view.phase is Phase.ROUND_BREAK)
            await do(app, t="by_hand", on=True)
            await do(app, t="choose", text="fill left")
            await until(app, lambda: app.view.arranged is not None)
            assert lying(app)[0] != wanted(app)
            await do(app, t="by_hand", on=False)
            await until(app, lambda: app.view.phase is Phase.PLAY)
            assert lying(app)[0] == wanted(app)

    asyncio.run(story())
