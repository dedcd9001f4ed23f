"""LEDs of a real board on the displays, computed because they cannot be read back."""

from __future__ import annotations

import asyncio

from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.guidance.lighting import cell_rgb, is_moving
from host.ui.web.broadcast import Broadcast

FRAME_S = 1 / 30


class LedPublisher:
    """Publishes the frame of a board whenever it looks different, if a display shows it.

    Args:
        table: has the frame.
        broadcast: takes the pictures.
    """

    def __init__(self, table: BoardController, broadcast: Broadcast) -> None:
        self._table = table
        self._broadcast = broadcast
        self._changed = asyncio.Event()
        self._frame = table.frame

    def look(self) -> None:
        """Notice another frame; called whenever there may be one."""
        if self._table.frame != self._frame:
            self._frame = self._table.frame
            self._changed.set()

    async def run(self) -> None:
        """Publish until cancelled."""
        shown = b""
        while True:
            await self._broadcast.until_viewed()
            self._changed.clear()
            table = self._table
            frame = cell_rgb(table.frame, monotonic_ms(), table.frame_changed_ms)
            if frame != shown:
                self._broadcast.publish(frame)
                shown = frame
            if is_moving(table.frame):
                await asyncio.sleep(FRAME_S)
            else:
                await self._changed.wait()
