"""Analysis for single pages: positions beside the match, with their legal moves and proven values.

Nothing here touches the match.  The solver works in a process of its own, for one page at a time;
a page that asks again gives up what it asked before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.ai.solver.adapter import Value, check_provable
from host.ai.transposition_table_size import REVIEW_MB
from host.ai_process.client import SolverClient, SolverLostError
from host.ai_process.connection import StartSolver
from host.engine.game import AnyGame
from host.engine.successors import outcome_of
from host.message import message
from host.recognition.history import Ply
from host.recognition.matching import Expectation, expect_from
from host.session.modes.board_mode import BoardMode
from host.session.modes.replay import Replay
from host.session.requests import Analyse
from host.ui.messages.analysis import analysis_message

_LOG = logging.getLogger(__name__)

PROVE_MS = 4000
"""Time for the proof of a position: long enough for all but some openings."""
PAUSE_S = 0.15
"""Time before a proof is begun: who steps through a game asks for many positions."""
MOST_PAGES = 32
"""Pages that may wait for a proof."""
MOST_MOVES = 200
"""Moves of a line that may be tried beside the match."""
MOVES_AT_ONCE = 8
"""Moves of a line after which others have their turn: some 3 ms, of the slowest game."""

Reply = Callable[[Mapping[str, object]], None]


@dataclass(frozen=True, slots=True)
class Explored:
    """A position that is explored.

    Attributes:
        texts: the moves that lead there from the match, forced passes included.
    """

    request: Analyse
    game: AnyGame
    expectation: Expectation
    texts: tuple[str, ...]


class Explorer:
    """Positions for pages that analyse.

    Args:
        mode: returns the mode that has the board now.
        start_solver: starts the solver's process.
    """

    def __init__(self, mode: Callable[[], BoardMode], start_solver: StartSolver) -> None:
        self._start_solver = start_solver
        self._mode = mode
        self._waiting: dict[Reply, Explored] = {}
        self._answered: Reply | None = None
        self._proof: asyncio.Task[None] | None = None
        self._worker: asyncio.Task[None] | None = None

    async def handle(self, request: Analyse, reply: Reply) -> None:
        """Answer with a position, and later with its proven values if they are asked for.

        Raises:
            ValueError: there is no such position or move, or the game cannot be proven.
        """
        mode = self._mode()
        explored = await explore(mode.game, _plies(mode), mode.view().expectation, request)
        if request.values:
            check_provable(mode.game)
        self._waiting.pop(reply, None)
        if self._answered == reply and self._proof is not None:
            self._proof.cancel()
        over = not explored.expectation.candidates
        reply(_message(explored, finished=over or not request.values))
        if over or not request.values:
            return
        if len(self._waiting) >= MOST_PAGES:
            raise ValueError(message("app.too_many_analyse"))
        self._waiting[reply] = explored
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def end(self) -> None:
        """End all proofs."""
        self._waiting.clear()
        if self._worker is not None:
            self._worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._worker

    async def _work(self) -> None:
        while self._waiting:  # more may come while the solver's process ends
            async with SolverClient(self._start_solver, REVIEW_MB) as solver_client:
                await self._prove_waiting(solver_client)

    async def _prove_waiting(self, solver_client: SolverClient) -> None:
        while self._waiting:
            await asyncio.sleep(PAUSE_S)
            reply = next(iter(self._waiting), None)
            if reply is None:
                return
            explored = self._waiting.pop(reply)
            self._answered = reply
            self._proof = asyncio.create_task(_prove(solver_client, explored, reply))
            try:
                await asyncio.wait({self._proof})
            finally:
                self._proof.cancel()
            self._answered = None


async def _prove(solver_client: SolverClient, explored: Explored, reply: Reply) -> None:
    game, position = explored.game, explored.expectation.position
    value: Value = "unknown"
    values: Mapping[str, Value] = {}
    try:
        text = game.position_text(position)
        async for verdict in solver_client.verdicts(game.name, text, time_ms=PROVE_MS):
            value, values = verdict.value, verdict.moves
            reply(_message(explored, value, values, finished=False))
    except (SolverLostError, ValueError):
        _LOG.info("no analysis", exc_info=True)
    reply(_message(explored, value, values, finished=True))


def _plies(mode: BoardMode) -> Sequence[Ply]:
    return mode.record if isinstance(mode, Replay) else mode.view().plies


async def explore(
    game: AnyGame, plies: Sequence[Ply], now: Expectation, request: Analyse
) -> Explored:
    """Return the position after some moves of a match and others that are tried instead.

    A pass that is forced is made at once.  A long line takes several turns of the event loop.

    Args:
        plies: of the match.
        now: what they have led to.

    Raises:
        ValueError: the match has fewer moves, or one is not legal; the message quotes it.
    """
    if not 0 <= request.ply <= len(plies):
        raise ValueError(message("app.no_ply_to_analyse", ply=request.ply, count=len(plies)))
    if len(request.moves) > MOST_MOVES:
        raise ValueError(message("app.line_too_long", count=MOST_MOVES))
    if request.ply < len(plies):
        position = plies[request.ply].before.position
    else:
        position = game.play(plies[-1].before.position, plies[-1].move) if plies else now.position
    texts: list[str] = []
    for number, text in enumerate(request.moves, 1):
        position = _played(game, position, text)
        texts.append(text)
        if number % MOVES_AT_ONCE == 0:
            await asyncio.sleep(0)
    expectation = _expected(game, position)
    while texts and (forced := expectation.forced_pass) is not None:
        texts.append(game.move_text(position, forced.move))
        position = game.play(position, forced.move)
        expectation = _expected(game, position)
    return Explored(request, game, expectation, tuple(texts))


@lru_cache(maxsize=1024)
def _played(game: AnyGame, position: Hashable, text: str) -> Hashable:
    """Return the position after a move; of the last lines, as most requests add one move to one.

    Raises:
        ValueError: the move is not legal; the message quotes it.
    """
    return game.play(position, game.parse_move(position, text))


def _expected(game: AnyGame, position: Hashable) -> Expectation:
    return expect_from(game, position, () if outcome_of(game, position) is not None else None)


def _message(
    explored: Explored,
    value: Value | None = None,
    values: Mapping[str, Value] | None = None,
    *,
    finished: bool,
) -> Mapping[str, object]:
    request = explored.request
    return {
        **analysis_message(explored.game, explored.expectation, value, values or {}),
        "number": request.number,
        "ply": request.ply,
        "moves": explored.texts,
        "finished": finished,
    }
