"""The tutor: has the solver think about the position on the board, and tells the session.

It thinks only while somebody has chosen to be helped, in a process of its own (`host.thinker`), and
nobody waits for it: whatever is proven is learned by the session as it comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable

from host.ai.verdict import Value, Verdict
from host.engine.registry import AnyGame
from host.guidance import Help
from host.session import Session
from host.thinker import Thinker, ThinkerLostError
from host.view import Level, Notice, Phase

_LOG = logging.getLogger(__name__)

MEGABYTES = 128
"""For the solver's table, beside all else that a small computer has to hold: 800,000 positions."""

FAILED = Notice(Level.WARN, "Who wins is not known: the solver has failed.")


class Tutor:
    """What is proven about one session, found out while it is played.

    Args:
        session: what is taught.
        changed: called when the session has learned something.
        tell: says something to people.
    """

    def __init__(
        self,
        session: Session[Hashable, Hashable],
        changed: Callable[[], None],
        tell: Callable[[Notice], None],
    ) -> None:
        self._session = session
        self._changed = changed
        self._tell = tell
        self._thinker = Thinker(MEGABYTES)
        self._subject: Hashable = None
        self._thinking: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End the process."""
        await self._stop()
        await self._thinker.close()

    async def look(self) -> None:
        """Think about what the session has come to, or not at all if that helps nobody now."""
        subject = self._subject_now()
        if subject == self._subject:
            return
        await self._stop()
        self._subject = subject
        if subject is not None:
            game, position = self._session.game, self._session.position
            self._thinking = asyncio.create_task(self._think(game, position))

    def _subject_now(self) -> Hashable:
        """What is to be thought about: a game's name and position; None for nothing."""
        session = self._session
        if session.help is not Help.PROVEN or session.outcome is not None:
            return None
        if session.view().phase is Phase.BETWEEN:
            return None
        return session.game.name, session.position

    async def _stop(self) -> None:
        thinking, self._thinking = self._thinking, None
        if thinking is not None:
            thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await thinking

    async def _think(self, game: AnyGame, position: Hashable) -> None:
        try:
            text = game.position_text(position)
            # The process goes on with what may come next, on the time of whoever moves.
            async for verdict in self._thinker.verdicts(game.name, text, think_on=True):
                self._learn(game, position, verdict)
        except ThinkerLostError:
            _LOG.exception("no proofs")
            self._tell(FAILED)

    def _learn(self, game: AnyGame, position: Hashable, verdict: Verdict) -> None:
        values: dict[Hashable, Value] = {
            move: verdict.moves.get(game.move_text(position, move), "unknown")
            for move in game.legal_moves(position)
        }
        self._session.lesson.learn(position, values)
        self._changed()
