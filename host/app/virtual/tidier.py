"""Tidying by the simulated hand: captured pieces come off, moves that were taken back
go back, and a new round sets itself up.

On a real board players do that; on a virtual one too if they have asked for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Hashable

from host.engine.squares import square_name
from host.link.errors import BoardError
from host.session.modes.board_mode import BoardMode
from host.session.view import Phase, View
from host.virtual.board import JsonObject
from host.virtual.hand import VirtualHand
from host.virtual.hand_speed import HAND_S


class Tidier:
    """Tidying on a virtual board.

    Args:
        mode: returns the mode that has the board now.
        forget: called when nobody could see which piece went where.
    """

    def __init__(
        self, hand: VirtualHand, mode: Callable[[], BoardMode], forget: Callable[[], None]
    ) -> None:
        self._hand = hand
        self._mode = mode
        self._forget = forget
        self._done: Hashable = None
        self._task: asyncio.Task[None] | None = None

    def check(self, view: View) -> None:
        """Begin to tidy up if a view shows that something is due, and the hand is free."""
        due = _is_due(view) and not self._hand.by_hand
        if not due:
            self._done = None
            return
        # What has not helped once will not help again.
        situation = _situation(view)
        if self._hand.is_idle and situation != self._done:
            self._done = situation
            self._task = asyncio.create_task(self._tidy(view))

    async def _tidy(self, view: View) -> None:
        game = self._mode().game

        def is_due() -> bool:
            """Return True if it still is: the hand may have carried a player's move out first."""
            return _situation(self._mode().view()) == _situation(view)

        # Somebody may have been quicker, or the simulator has ended, which is told elsewhere.
        with contextlib.suppress(ValueError, BoardError):
            if view.phase is Phase.SETUP:
                await self._hand.set_up(game, view.expectation.position, is_due)
                self._forget()
                return
            if view.returning:
                await self._hand.restore_position(lambda: view.expectation.pieces, is_due)
                return
            squares = [square_name(square, game.size[0]) for square in view.capturing]
            removals: list[JsonObject] = [{"do": "remove", "square": square} for square in squares]
            await self._hand.carry_out(removals, HAND_S, is_due)


def _situation(view: View) -> Hashable:
    """Return what decides whether and how it is tidied up."""
    return view.phase, view.expectation.position, view.capturing, view.returning


def _is_due(view: View) -> bool:
    """Return True if pieces are to be taken off, led back or set up."""
    if view.capturing or view.returning:
        return True
    return view.phase is Phase.SETUP and view.arranged is not None
