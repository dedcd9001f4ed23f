"""Analysis of positions beside the match, with the real solver process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from host.ai_process.solver_process import SolverProcess
from host.app.explorer import Explorer
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.requests import Analyse
from host.session.session import Session

pytestmark = pytest.mark.e2e

DEADLINE_S = 30.0
MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""
BLOCKING = "obp1yrgn/4k3/8/8/8/8/GR6/N2YKPBO b k"
"""Black's e7e5 binds White's brown tower, which is blocked and must pass."""

Answer = Mapping[str, Any]


class Page:
    """Answers to one page."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self._new = asyncio.Event()

    def take(self, answer: Answer) -> None:
        self.answers.append(answer)
        self._new.set()

    async def finished(self, number: int) -> Answer:
        """Wait for the last answer to a request."""
        while True:
            for answer in self.answers:
                if answer["number"] == number and answer["finished"]:
                    return answer
            self._new.clear()
            await self._new.wait()


def exploring(
    position: str, story: Callable[[Explorer, Session], Any], name: str = "kamisado-single"
) -> None:
    """Run a story about a match from a position."""
    game = game_named(name)
    session: Session = Session(MatchSettings(game), game.parse_position(position))

    async def run() -> None:
        explorer = Explorer(lambda: session, SolverProcess.start)
        try:
            async with asyncio.timeout(DEADLINE_S):
                await story(explorer, session)
        finally:
            await explorer.end()

    asyncio.run(run())


def test_values_are_proven_for_the_page_that_asks() -> None:
    async def story(explorer: Explorer, session: Session) -> None:
        page = Page()
        await explorer.handle(Analyse(1, 0, (), True), page.take)
        assert page.answers[0]["value"] is None
        answer = await page.finished(1)
        wins = {move["to"] for move in answer["legal"] if move["value"] == "win"}
        assert (answer["value"], wins) == ("win", {"c5", "d4", "e3"})
        assert len(answer["legal"]) == 8
        assert session.plies == (), "the match is not touched"

    exploring(MIXED, story)


def test_moves_are_tried_with_the_passes_that_they_force() -> None:
    async def story(explorer: Explorer, _session: Session) -> None:
        page = Page()
        await explorer.handle(Analyse(1, 0, ("e7e5",), False), page.take)
        (answer,) = page.answers
        assert answer["moves"] == ("e7e5", "pass")
        assert (answer["turn"], answer["finished"], answer["value"]) == ("black", True, None)
        assert {"square": "e5", "side": "black", "name": "pink", "teeth": 0} in answer["pieces"]

    exploring(BLOCKING, story)


@pytest.mark.parametrize(
    ("ply", "moves", "why"),
    [(1, (), "0 moves"), (-1, (), "0 moves"), (0, ("f2f1",), "f2f1"), (0, ("x",) * 201, "200")],
)
def test_what_cannot_be_analysed_is_told(ply: int, moves: tuple[str, ...], why: str) -> None:
    async def story(explorer: Explorer, _session: Session) -> None:
        page = Page()
        with pytest.raises(ValueError, match=why):
            await explorer.handle(Analyse(1, ply, moves, False), page.take)
        assert page.answers == []

    exploring(MIXED, story)


def test_a_page_gives_up_what_it_asked_before_and_others_get_their_answers() -> None:
    async def story(explorer: Explorer, _session: Session) -> None:
        hasty, patient = Page(), Page()
        for number in range(1, 6):
            await explorer.handle(Analyse(number, 0, (), True), hasty.take)
        await explorer.handle(Analyse(1, 0, ("f2d4",), True), patient.take)
        assert (await hasty.finished(5))["value"] == "win"
        assert (await patient.finished(1))["value"] == "loss"
        proven = {answer["number"] for answer in hasty.answers if answer["value"] is not None}
        assert proven == {5}

    exploring(MIXED, story)
