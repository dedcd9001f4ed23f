"""The requests of one page that wait for their turn, in their order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import TypeAlias

from starlette.types import Message

from host.message import Words

MOST_WAITING = 100
"""Requests of a page that wait for their turn; whoever asks for more is hung up on."""

MOST_SKIPPED = 20
"""Requests to analyse that are given up in a row: who drags along a line sees half a second later
where that was."""

Refusal: TypeAlias = Words | None
"""The refusal of a request in words; None if it is carried out."""

_ANALYSES = re.compile(r'"t"\s*:\s*"analyse"')


class RequestLine(asyncio.Queue[Message]):
    """The requests of one page; one to analyse is given up as soon as the next one comes."""

    def __init__(self) -> None:
        super().__init__(MOST_WAITING)
        self._analyses = self._skipped = 0
        self._analysis: asyncio.Future[Refusal] | None = None

    def _put(self, item: Message) -> None:
        if _analyses(item):
            self._analyses += 1
            if self._analysis is not None and self._skipped < MOST_SKIPPED:
                self._analysis.cancel()
        super()._put(item)

    async def carry_out(self, event: Message, work: Coroutine[object, object, Refusal]) -> Refusal:
        """Do the work that a request asks for; return the refusal if there is one."""
        if not _analyses(event):
            return await work
        self._analyses -= 1
        if self._analyses and self._skipped < MOST_SKIPPED:
            self._skipped += 1
            work.close()
            return None
        self._analysis = asyncio.ensure_future(work)
        try:
            await asyncio.wait({self._analysis})
            is_cancelled = self._analysis.cancelled()
            self._skipped = self._skipped + 1 if is_cancelled else 0
            return None if is_cancelled else self._analysis.result()
        finally:
            self._analysis.cancel()
            self._analysis = None


def _analyses(event: Message) -> bool:
    return _ANALYSES.search(event.get("text") or "") is not None
