"""Speed of the simulated board: simulated time by the machine's, as fast as it goes.

`benchmarks.site` measures it with CPython here, and in the browser, where this text runs too.
"""

from __future__ import annotations

import asyncio
import time

from host.virtual.board import VirtualBoard

SIZE = (8, 8)
SEED = 1
WARM_UP_S = 1.0


async def speed(board: VirtualBoard, seconds: float) -> float:
    """Return how many times faster than real time a board runs that scans its squares.

    Args:
        seconds: of the machine's time.
    """
    await board.ask("run", rate=0.0)
    await asyncio.sleep(WARM_UP_S)
    begin_ms, begin_s = await _now_ms(board), time.monotonic()
    await asyncio.sleep(seconds)
    passed_ms, passed_s = await _now_ms(board) - begin_ms, time.monotonic() - begin_s
    return passed_ms / 1000 / passed_s


async def _now_ms(board: VirtualBoard) -> float:
    state = await board.ask("state")
    return float(str(state["time_ms"]))
