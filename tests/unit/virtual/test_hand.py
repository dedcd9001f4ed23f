"""The simulated hand at a simulator that never says that an action is done."""

from __future__ import annotations

import asyncio

import pytest

from host.engine.game import Side
from host.link.errors import LinkTimeoutError
from host.virtual import hand
from host.virtual.board import JsonObject
from host.virtual.hand import VirtualHand


class SilentBoard:
    """A simulator that takes every action, and finishes none.

    Attributes:
        asked: the actions.
    """

    port = "virtual-1"
    runtime = "none"

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.asked: list[str] = []

    async def ask(self, do: str, **_: object) -> JsonObject:
        self.asked.append(do)
        return {"ok": True}

    async def close(self) -> None:
        self.ended.set()


def test_an_action_that_does_not_end_is_told_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand, "LONGEST_S", 0.01)

    async def story() -> None:
        board = SilentBoard()
        virtual_hand = VirtualHand(board, (8, 8), Side.WHITE, lambda _: None)
        await virtual_hand.act("lift", 0.1, square="a1")
        with pytest.raises(LinkTimeoutError, match="The virtual board is silent"):
            await virtual_hand.wait_idle()
        assert virtual_hand.is_idle
        await virtual_hand.act("lift", 0.1, square="b1")
        assert board.asked == ["lift", "lift"]

    asyncio.run(story())
