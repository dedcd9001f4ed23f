"""LEDs of a real board on the displays, computed because they cannot be read back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from host.app.board_controller import BoardController
from host.app.clock import monotonic_ms
from host.guidance.lighting import cell_rgb

FRAME_S = 1 / 30


async def publish_leds(table: BoardController, publish: Callable[[bytes], None]) -> None:
    """Publish the frame of a board whenever it looks different, until cancelled."""
    shown = b""
    while True:
        frame = cell_rgb(table.frame, monotonic_ms(), table.frame_changed_ms)
        if frame != shown:
            publish(frame)
            shown = frame
        await asyncio.sleep(FRAME_S)
