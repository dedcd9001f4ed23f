"""Controller of the simulated hand: requests of displays, and moves of the computer.

With a real board there is no such hand, and people move the pieces.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import cast

from host.engine.game import Side
from host.message import message
from host.session.board_mode import BoardMode
from host.session.hand_permissions import PlacedPiece
from host.session.requests import (
    AnnounceMove,
    Arrange,
    GoToPly,
    ModeRequest,
    MoveHand,
    NewGame,
    Redo,
    ShowPuzzle,
    Step,
    TakeBack,
)
from host.ui.messages.pieces import HandPieceData
from host.virtual.hand import VirtualHand
from host.virtual.hand_speed import CARRY_S, HAND_S, SLIDE_S
from host.virtual.move_actions import hand_actions


class HandController:
    """Controller of the simulated hand.

    Args:
        hand: None with a real board.
        mode: tells what runs on the board by now.
    """

    def __init__(self, hand: VirtualHand | None, mode: Callable[[], BoardMode]) -> None:
        self._hand = hand
        self._mode = mode

    @property
    def placed(self) -> list[PlacedPiece]:
        """Pieces of the virtual board; none with a real one."""
        if self._hand is None:
            return []
        return [
            PlacedPiece(
                at["id"],
                Side[at["side"].upper()],
                at["name"],
                at["square"] if at["where"] == "board" else None,
                at["where"] == "hand",
            )
            for at in cast(list[HandPieceData], self._hand.pieces_message()["pieces"])
        ]

    async def handle(self, request: MoveHand | Arrange) -> None:
        """Have the hand do something.

        Raises:
            ValueError: there is no hand, or it cannot do that; the sentence says why.
            BoardError: the simulator has ended.
        """
        hand = self._known()
        match request:
            case MoveHand(action, args):
                seconds = SLIDE_S if action in ("slide", "push") else HAND_S
                await hand.act(action, seconds, **dict(args))
            case Arrange():
                await hand.restore_position(self._mode().view().expectation.pieces)

    async def follow(self, request: ModeRequest) -> bool:
        """Bring the pieces to where a request, just carried out, has them.

        Returns:
            True if nobody could see which piece went where.
        """
        if self._hand is None:
            return False
        match request:
            case NewGame() | ShowPuzzle():
                await self.set_up()
                return True
            case TakeBack() | Redo() | Step() | GoToPly():
                await self._hand.restore_position(self._mode().view().expectation.pieces)
            case AnnounceMove():
                await self._carry_out(self._hand)
        return False

    async def set_up(self) -> None:
        """Set up the pieces of the mode's position at once, if there is a simulated hand."""
        if self._hand is not None:
            mode = self._mode()
            await self._hand.set_up(mode.game, mode.view().expectation.position)

    def look(self) -> None:
        """Let the pieces look as the mode has them."""
        if self._hand is not None:
            self._hand.update_pieces(self._mode().view().expectation.pieces)

    async def _carry_out(self, hand: VirtualHand) -> None:
        """Carry the computer's move out, or leave it to a person who is about something else."""
        mode = self._mode()
        expectation = mode.view().expectation
        requests = hand_actions(mode.game, expectation, expectation.options[0].move)
        with contextlib.suppress(ValueError):
            await hand.carry_out(requests, CARRY_S)

    def _known(self) -> VirtualHand:
        """The hand.

        Raises:
            ValueError: there is none.
        """
        if self._hand is None:
            raise ValueError(message("app.pieces_moved_by_hand"))
        return self._hand
