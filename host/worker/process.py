"""End of a process that exits by itself once its input is closed."""

from __future__ import annotations

import asyncio

EXIT_S = 0.5
"""Time that a process has to exit by itself before it is killed."""


async def end_process(process: asyncio.subprocess.Process, exit_s: float = EXIT_S) -> None:
    """Close the input of a process, and wait until it has ended; kill it after `exit_s` seconds."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(exit_s):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
