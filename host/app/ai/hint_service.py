"""Hints and proofs of moves for a session, found while it is played.

The solver works only while somebody has chosen to be helped and has nothing more urgent to do
(`host.app.ai.scheduler`).  Nobody waits for it: the session learns each proof as it comes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable

from host.ai.analysis.picture import picture
from host.ai.results import MoveHint
from host.ai.solver.adapter import Value
from host.ai_process.client import SolverClient, SolverLostError
from host.engine.game import AnyGame
from host.guidance import phrases
from host.guidance.marks import Help
from host.message import message
from host.recognition.matching import expect_from
from host.session.analysis import Hint
from host.session.session import Session
from host.session.view import Notice, Phase, Severity

_LOG = logging.getLogger(__name__)

HINT_MS = 3000
"""Time for a hint: longer than all but the first moves of a round need."""

FAILED = Notice(Severity.WARN, message("app.who_wins_failed"))


class HintService:
    """Proofs for one session, found while it is played.

    Args:
        session: that is helped.
        changed: called when the session has learned something.
        tell: says something to people.
    """

    def __init__(
        self,
        session: Session,
        changed: Callable[[], None],
        tell: Callable[[Notice], None],
    ) -> None:
        self._session = session
        self._changed = changed
        self._tell = tell

    def due(self) -> Hashable:
        """Return the kind of help that is due, with game and position; None for none."""
        session = self._session
        if session.outcome is not None or session.phase is Phase.ROUND_BREAK:
            return None
        position = session.position
        if session.analysis.asked == position:
            return "hint", session.game.name, position
        if session.help is Help.PROVEN:
            return "values", session.game.name, position
        return None

    async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
        """Find a hint, or prove the moves."""
        game, position = self._session.game, self._session.position
        try:
            if self._session.analysis.asked == position:
                await self._find_hint(solver_client, game, position)
            else:
                await self._prove(solver_client, game, position)
        except (SolverLostError, ValueError):
            _LOG.info("no proofs", exc_info=True)
            self._session.analysis.ask(None)
            self._tell(FAILED)

    async def _prove(self, solver_client: SolverClient, game: AnyGame, position: Hashable) -> None:
        text = game.position_text(position)
        told: dict[Hashable, Value] | None = None
        # The process goes on proving the positions that may come next.
        async for verdict in solver_client.verdicts(game.name, text, think_on=True):
            values: dict[Hashable, Value] = {
                move: verdict.moves.get(game.move_text(position, move), "unknown")
                for move in game.legal_moves(position)
            }
            if values == told:
                continue  # nobody sees how far the search is; to show the board anew takes time
            told = values
            self._session.analysis.learn(position, values)
            self._changed()

    async def _find_hint(
        self, solver_client: SolverClient, game: AnyGame, position: Hashable
    ) -> None:
        self._tell(Notice(Severity.INFO, phrases.THINKING))
        text = game.position_text(position)
        move_hint = await solver_client.hint(game.name, text, time_ms=HINT_MS)
        if move_hint is None:
            return
        hint = hint_of(game, position, move_hint)
        self._session.analysis.tell(position, hint)
        self._tell(Notice(Severity.INFO, hint.words))
        self._changed()


def hint_of(game: AnyGame, position: Hashable, move_hint: MoveHint) -> Hint:
    """Return the hint to show for the move that the solver suggests."""
    move = game.parse_move(position, move_hint.move)
    candidate = expect_from(game, position, (move,)).candidates[0]
    words = move_hint.sentence(game.spell_move(position, move))
    ideas = () if move_hint.reason is None else picture(game, game.play(position, move))
    line = move_hint.line if move_hint.reason is not None else ()
    return Hint(move_hint.move, words, candidate.origin, candidate.target, ideas, line)
