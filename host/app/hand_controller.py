"""Handiwork: what the hand at a virtual board does for the displays, and for the computer.

With a real board there is no such hand, and people move the pieces.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from host.session.board_mode import BoardMode
from host.virtual.hand import CARRY_S, HAND_S, SLIDE_S, VirtualHand
from host.virtual.move_actions import hand_actions


class HandController:
    """Does what is wished of the hand.

    Args:
        hand: None with a real board.
        mode: tells what runs on the board by now.
    """

    def __init__(self, hand: VirtualHand | None, mode: Callable[[], BoardMode]) -> None:
        self._hand = hand
        self._mode = mode

    async def do(self, wish: Mapping[str, object]) -> bool:
        """Do what a display wishes of the hand; whether it is anything for a hand.

        Raises:
            ValueError: there is no hand, or it cannot do that; the sentence says why.
            BoardError: the simulator has ended.
        """
        match wish:
            case {"t": "lift", "square": str(square)}:
                await self._known().act("lift", HAND_S, square=square)
            case {"t": "put", "square": str(square), "piece": str(piece)}:
                await self._known().act("put", HAND_S, square=square, piece=piece)
            case {"t": "put", "square": str(square), "side": "white" | "black" as side}:
                await self._known().act("put", HAND_S, square=square, side=side)
            case {"t": "put", "square": str(square)}:
                await self._known().act("put", HAND_S, square=square)
            case {"t": "remove", "square": str(square)}:
                await self._known().act("remove", HAND_S, square=square)
            case {"t": "remove", "piece": str(piece)}:
                await self._known().act("remove", HAND_S, piece=piece)
            case {"t": "slide" | "push" as do, "from": str(origin), "to": str(target)}:
                await self._known().act(str(do), SLIDE_S, **{"from": origin, "to": target})
            case {"t": "arrange"}:
                await self._known().restore_position(self._mode().view().expectation.pieces)
            case _:
                return False
        return True

    async def follow(self, wish: Mapping[str, object]) -> bool:
        """Bring the pieces to where a wish, just granted, has them; whether that went unseen."""
        if self._hand is None:
            return False
        match wish["t"]:
            case "new" | "puzzle":
                await self.set_up()
                return True
            case "takeback" | "redo" | "step" | "go":
                await self._hand.restore_position(self._mode().view().expectation.pieces)
            case "bid":
                await self._carry_out(self._hand)
        return False

    async def set_up(self) -> None:
        """Put the pieces at once where the course has them, if there is a hand."""
        if self._hand is not None:
            mode = self._mode()
            await self._hand.set_up(mode.game, mode.view().expectation.position)

    def look(self) -> None:
        """Let the pieces look as the course has them."""
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
            raise ValueError("The pieces of a real board are moved by hand, on the board.")
        return self._hand
