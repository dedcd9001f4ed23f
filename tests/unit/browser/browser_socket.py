"""The scripts of a tab that reach a broker, whose WebSocket is one of the package websockets."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from browser.javascript import Ended, Receive
from tests.unit.browser.serial_line import Bytes


class Socket:
    """A WebSocket of the browser; see `browser.javascript.Line`."""

    def __init__(
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> None:
        self._sent: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(url, opened, receive, ended))

    def send(self, data: bytes) -> None:
        self._sent.put_nowait(data)

    def close(self) -> None:
        asyncio.get_running_loop().call_later(0.05, self._task.cancel)  # what was sent goes out

    async def _run(
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> None:
        with contextlib.suppress(OSError, WebSocketException, ExceptionGroup):
            protocols = [Subprotocol("mqtt")]
            async with connect(url, subprotocols=protocols, proxy=None) as line:
                opened()

                async def write() -> None:
                    while True:
                        await line.send(await self._sent.get())

                writing = asyncio.create_task(write())
                try:
                    async for data in line:
                        assert isinstance(data, bytes)
                        receive(Bytes(data))
                finally:
                    writing.cancel()
        ended("")


class Scripts:
    """The scripts of a tab.

    Attributes:
        is_loaded: False if the packages cannot be fetched.
    """

    def __init__(self, is_encrypted: bool = False) -> None:
        self.is_loaded = True
        self._is_encrypted = is_encrypted

    def openSocket(  # noqa: N802
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> Socket:
        return Socket(url, opened, receive, ended)

    def isEncrypted(self) -> bool:  # noqa: N802
        return self._is_encrypted

    async def loadFar(self) -> None:  # noqa: N802
        if not self.is_loaded:
            raise OSError("no network")
