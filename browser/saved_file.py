"""The file of the matches in a browser: written in memory, then kept by the browser as a whole.

The browser replaces what it keeps in one transaction, so that a page that is closed at any moment
finds the file as it was after some write, never half of one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from browser.javascript import JavaScript
from host.message import message, verbatim
from host.storage.database import SaveFileError
from host.worker.immediate import run_now

ResultT = TypeVar("ResultT")


class SavedFile:
    """The file, and a worker that writes to it; see `Worker`.

    Args:
        javascript: keeps it.
        path: of the file in memory.
    """

    def __init__(self, javascript: JavaScript, path: Path) -> None:
        self.path = path
        self._javascript = javascript
        self._kept: bytes | None = None
        self._keeping = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def restore(self, data: bytes) -> None:
        """Write the file as it was kept."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(data)

    async def keep(self) -> None:
        """Have the browser keep the file, unless it is unchanged.

        Raises:
            SaveFileError: the browser refuses it.
        """
        async with self._keeping:
            if not self.path.exists():
                return
            with closing(sqlite3.connect(self.path)) as file:
                data = file.serialize()
            if data == self._kept:
                return
            try:
                await self._javascript.save(data)
            except Exception as error:  # whatever the browser says
                raise SaveFileError(
                    message(
                        "storage.cannot_be_written",
                        file=repr(self.path.name),
                        why=verbatim(str(error)),
                    )
                ) from error
            self._kept = data

    def submit(self, call: Callable[[], ResultT]) -> Future[ResultT]:
        """Run a call that writes to the file; it is done when the file is kept."""
        written = run_now(call)
        if written.exception() is not None:
            return written
        kept: Future[ResultT] = Future()
        task = asyncio.get_running_loop().create_task(self._keep_into(kept, written.result()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return kept

    def close(self, timeout_s: float) -> bool:
        """Return True if everything is kept."""
        return not self._tasks

    async def _keep_into(self, kept: Future[ResultT], result: ResultT) -> None:
        try:
            await self.keep()
        except SaveFileError as error:
            kept.set_exception(error)
        else:
            kept.set_result(result)
