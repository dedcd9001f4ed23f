"""The computer as a player: announces its moves, fills the rows and answers offers.

It acts when it is its turn and the board stands as it must.  Hands carry its moves out, a simulated
hand by itself.  All it does are requests like a display's, so they are recorded like any other.
Where its process dies again and again, this program chooses its moves, at the lowest level.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from functools import partial

from host.ai.players.levels import LOWEST
from host.ai.players.opponent import Opponent
from host.ai.players.player import Player
from host.ai.results import ChosenMove
from host.ai_process.client import SolverClient, SolverLostError
from host.message import message
from host.session.requests import AnnounceMove, Answer, Choose, ModeRequest
from host.session.session import Session
from host.session.view import Action, Notice, Phase, Severity

_LOG = logging.getLogger(__name__)

TIME_MS = 5000
"""Time of the perfect level for a move; it is known in a fraction of a second, but
for the first moves of a round with sumo towers and for how to fill."""
RESULT_S = 4.0
"""Time for which the result of a round is left to be read before the next one is chosen."""

FILL_S = 2.0
"""Time for which the towers are left to walk home on pages, where a virtual hand fills the rows at
once: they take 1.8 s (`host/ui/static/js/board/homecoming.js`)."""

FAILED = Notice(Severity.WARN, message("app.computer_failed"))


class ComputerPlayer:
    """Plays one side of a session, if the match has a computer opponent.

    Args:
        session: where it plays.
        handle: carries a request out; None, or why not.
        tell: says something to people.
        run_blocking: runs a call of some tenths of a second beside the event loop.
        sleep: waits for some seconds.
    """

    def __init__(
        self,
        session: Session,
        handle: Callable[[ModeRequest], Awaitable[object]],
        tell: Callable[[Notice], None],
        run_blocking: Callable[[Callable[[], ChosenMove]], Awaitable[ChosenMove]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session = session
        self._handle = handle
        self._tell = tell
        self._run_blocking = run_blocking
        self._sleep = sleep
        self._has_failed = False
        self._asking: Hashable = None

    def due(self) -> Hashable:
        """Return the subject that waits for the computer; None if nothing does.

        Its own request does not interrupt what follows from it.
        """
        return self._waits() if self._asking is None else self._asking

    def _waits(self) -> Hashable:
        session, opponent = self._session, self._session.settings.opponent
        if not isinstance(opponent, Opponent):
            return None
        view = session.view()
        if view.offer is not None and view.offer.asked is opponent.side:
            return session.game_number, view.offer
        if view.offer is not None or view.menu or view.turn is not opponent.side:
            return None
        choosing = view.phase is Phase.ROUND_BREAK and view.reward is None and len(view.choices) > 1
        if view.thinking or choosing:
            return session.game_number, view.phase, len(view.plies), session.position, opponent
        return None

    async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
        """Announce a move, choose how the rows are filled, or answer an offer."""
        view, opponent = self._session.view(), self._session.settings.opponent
        if not isinstance(opponent, Opponent):
            return
        if view.offer is not None:
            # A new match it always grants; it plays on where a draw is offered.
            await self._request(subject, Answer(view.offer.action is Action.NEW))
            return
        played = await self._choose(solver_client, opponent)
        if played is None:
            return
        if not played.proven:
            text = message(
                "app.choice_not_proven", player=opponent.label, seconds=f"{TIME_MS / 1000:g}"
            )
            self._tell(Notice(Severity.INFO, text))
        if view.phase is Phase.ROUND_BREAK:
            await self._sleep(RESULT_S)
            await self._request(subject, Choose(played.move))
        else:
            if view.plies and view.plies[-1].between and self._session.has_virtual_hand:
                await self._sleep(FILL_S)
            await self._request(subject, AnnounceMove(played.move))

    async def _choose(self, solver_client: SolverClient, opponent: Opponent) -> ChosenMove | None:
        """Return the move to make; None if another query came meanwhile."""
        game, position = self._session.game, self._session.position
        text, strength = game.position_text(position), self._session.strength
        try:
            played = await solver_client.choose_move(
                game.name, text, strength, opponent.seed, TIME_MS
            )
        except (SolverLostError, ValueError):
            _LOG.info("no move", exc_info=True)
            if not self._has_failed:
                self._tell(FAILED)
            self._has_failed = True
            player = Player(LOWEST, opponent.seed)
            return await self._run_blocking(partial(player.choose, game, position))
        self._has_failed = False
        return played

    async def _request(self, subject: Hashable, request: ModeRequest) -> None:
        self._asking = subject
        try:
            refused = await self._handle(request)
        finally:
            self._asking = None
        if refused is not None:
            _LOG.info("%s is refused: %s", request, refused)
