"""Review of a match, move by move, for the displays.

The solver works in a process of its own, for as long as the review takes; the review grows with
every move that has been judged, the last one first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable, Sequence

from host.ai.analysis.moments import moments
from host.ai.results import ReviewedMove
from host.ai.solver.adapter import check_provable
from host.ai.transposition_table_size import REVIEW_MB
from host.ai_process.client import SolverClient, SolverLostError
from host.ai_process.connection import StartSolver
from host.engine.game import AnyGame
from host.message import message
from host.session.modes.replay import Replay
from host.session.session import Session
from host.session.view import Phase
from host.ui.messages.moves import ReviewMessage, review_message

_LOG = logging.getLogger(__name__)

SEARCH_MS = 2000
"""Time for one question, of three for a move: long enough for all but some openings."""


class Reviewer:
    """One review at a time.

    Args:
        publish: takes the messages for the displays, `review` of docs/protocols/page.md.
        start_solver: starts the solver's process.
    """

    def __init__(self, publish: Callable[[ReviewMessage], None], start_solver: StartSolver) -> None:
        self._start_solver = start_solver
        self._publish = publish
        self._task: asyncio.Task[None] | None = None
        self._beginning = asyncio.Lock()
        self._shown = False

    async def begin(self, mode: object) -> None:
        """Review what was played.

        Args:
            mode: a session whose round is over, or a replay.

        Raises:
            ValueError: there is nothing to review now; the sentence says why.
        """
        match = True
        if isinstance(mode, Replay):
            plies = mode.record
        elif isinstance(mode, Session):
            if mode.phase not in (Phase.ROUND_BREAK, Phase.ENDED):
                raise ValueError(message("app.review_after_round"))
            plies = mode.plies
            match = mode.phase is Phase.ENDED  # while it goes on this would be help
        else:
            raise ValueError(message("app.no_match_to_review"))
        if not plies:
            raise ValueError(message("app.no_move_to_review"))
        check_provable(mode.game)
        start = plies[0].before.position
        texts = [ply.text for ply in plies]
        async with self._beginning:  # another page may ask while the review before ends
            await self.end()
            self._task = asyncio.create_task(self._review(mode.game, start, texts, match))

    async def forget(self) -> None:
        """Drop the review: its game is played no more."""
        await self.end()
        if self._shown:
            self._shown = False
            self._publish(review_message())

    async def end(self) -> None:
        """Stop a review that is under way."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _review(
        self, game: AnyGame, start: Hashable, texts: Sequence[str], match: bool
    ) -> None:
        judged: list[ReviewedMove] = []
        self._tell(judged, finished=False)
        position = game.position_text(start)
        try:
            async with SolverClient(self._start_solver, REVIEW_MB) as solver_client:
                async for one in solver_client.review(
                    game.name, position, texts, time_ms=SEARCH_MS, match=match
                ):
                    judged.insert(0, one)
                    self._tell(judged, finished=False)
        except SolverLostError:
            _LOG.info("no review", exc_info=True)
        self._tell(judged, finished=True)

    def _tell(self, judged: Sequence[ReviewedMove], *, finished: bool) -> None:
        self._shown = True
        if finished:
            from host.ai.analysis.review import summary, table_lines

            told = summary(judged), table_lines(judged), moments(judged)
            self._publish(review_message(judged, *told))
        else:
            self._publish(review_message(judged, finished=False))
