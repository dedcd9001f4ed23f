"""LEDs of a real board on the displays, computed because they cannot be read back."""

from __future__ import annotations

import asyncio

from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.guidance.lighting import cell_rgb, is_moving
from host.ui.web.broadcast import Broadcast

FRAME_S = 1 / 30
"""Time between two pictures of a light that moves: smooth to the eye."""


class LedPublisher:
    """Publishes the frame of a board whenever it looks different, if a display shows it.

    Args:
        controller: has the frame.
        broadcast: takes the pictures.
    """

    def __init__(self, controller: BoardController, broadcast: Broadcast) -> None:
        self._controller = controller
        self._broadcast = broadcast
        self._changed = asyncio.Event()
        self._frame = controller.frame

    def look(self) -> None:
        """Notice another frame; called whenever there may be one."""
        if self._controller.frame != self._frame:
            self._frame = self._controller.frame
            self._changed.set()

    async def run(self) -> None:
        """Publish until cancelled."""
        shown = b""
        while True:
            await self._broadcast.until_viewed()
            self._changed.clear()
            controller = self._controller
            frame = cell_rgb(controller.frame, monotonic_ms(), controller.frame_changed_ms)
            if frame != shown:
                self._broadcast.publish(frame)
                shown = frame
            if is_moving(controller.frame):
                await asyncio.sleep(FRAME_S)
            else:
                await self._changed.wait()
