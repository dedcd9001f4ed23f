"""Analysis for single pages, with a solver of the test."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Hashable, Mapping

import pytest

from host.ai.results import Verdict
from host.ai_process.connection import SolverConnection
from host.ai_process.protocol import HEADER, Answer, decode_query, encode
from host.ai_process.solver_process import SolverProcess
from host.app import explorer
from host.app.explorer import Explorer
from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.requests import Analyse
from host.session.session import Session

DEADLINE_S = 20.0


class Solver:
    """A solver that proves everything at once, and takes its time to end.

    Attributes:
        closing: set once it is asked to end.
        may_end: set when it shall.
    """

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._ended = asyncio.Event()
        self.closing, self.may_end = asyncio.Event(), asyncio.Event()

    @property
    def is_running(self) -> bool:
        return not self._ended.is_set()

    def write(self, frame: bytes) -> None:
        query = decode_query(frame[HEADER.size :])
        if query.request is not None:
            proven = Verdict("win", {}, (), 1)
            self._receive(encode(Answer(query.number, proven))[HEADER.size :])

    def kill(self) -> None:
        self._ended.set()

    async def close(self) -> None:
        self.closing.set()
        await self.may_end.wait()
        self._ended.set()

    async def wait(self) -> None:
        await self._ended.wait()


def test_what_is_asked_while_the_solver_ends_is_proven_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "PAUSE_S", 0.0)
    session = Session(MatchSettings(game_named("kamisado-single")))
    solvers: list[Solver] = []
    answers: asyncio.Queue[Mapping[str, object]] = asyncio.Queue()

    async def start(megabytes: int, receive: Callable[[bytes], None]) -> SolverConnection:
        solvers.append(Solver(receive))
        return solvers[-1]

    async def until_proven(number: int) -> None:
        while (told := await answers.get())["number"] != number or not told["finished"]:
            pass
        assert told["value"] == "win"

    async def story() -> None:
        explored = Explorer(lambda: session, start)
        async with asyncio.timeout(DEADLINE_S):
            await explored.handle(Analyse(1, 0, (), True), answers.put_nowait)
            await until_proven(1)
            await solvers[0].closing.wait()
            await explored.handle(Analyse(2, 0, (), True), answers.put_nowait)
            solvers[0].may_end.set()
            await until_proven(2)
            solvers[1].may_end.set()
            await explored.end()

    asyncio.run(story())


def random_line(game: AnyGame, count: int) -> tuple[str, ...]:
    """Return moves that lead from the first position of a game, and do not end it."""
    chance, position, texts = random.Random(count), game.start(), list[str]()
    while len(texts) < count:
        move = chance.choice(tuple(game.legal_moves(position)))
        following = game.play(position, move)
        if game.outcome(following) is None:
            texts.append(game.move_text(position, move))
            position = following
    return tuple(texts)


def test_a_long_line_leaves_turns_to_others_and_is_played_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_named("five")
    session = Session(MatchSettings(game))
    line = random_line(game, explorer.MOST_MOVES)
    parse, parsed = type(game).parse_move, list[str]()

    def counted(self: AnyGame, position: Hashable, text: str) -> Hashable:
        parsed.append(text)
        return parse(self, position, text)

    monkeypatch.setattr(type(game), "parse_move", counted)
    answers: list[Mapping[str, object]] = []

    async def asked(number: int, moves: tuple[str, ...]) -> int:
        """Ask for a line; return the most moves that were played in one turn of the loop."""
        asking = asyncio.create_task(
            explored.handle(Analyse(number, 0, moves, False), answers.append)
        )
        most = before = 0
        parsed.clear()
        while not asking.done():
            await asyncio.sleep(0)
            most, before = max(most, len(parsed) - before), len(parsed)
        await asking
        assert answers[-1]["number"] == number
        assert answers[-1]["moves"] == moves
        return most

    async def story() -> None:
        assert await asked(1, line[:-1]) <= explorer.MOVES_AT_ONCE
        assert len(parsed) == len(line) - 1
        assert await asked(2, line) == 1, "one move more"
        assert await asked(3, line[:-5]) == 0, "some taken back"

    explored = Explorer(lambda: session, SolverProcess.start)
    asyncio.run(story())
