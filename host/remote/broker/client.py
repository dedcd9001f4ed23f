"""The program's client of an MQTT broker: aiomqtt, in a thread where the event loop needs that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module

from host.message import Message
from host.remote.broker.connection import AioConnection, close, new_client
from host.remote.broker.retaining_client import RetainingClient
from host.remote.broker.socket_thread import SocketThread, watches_sockets
from host.remote.broker.troubles import connection_trouble


class Broker(RetainingClient):
    """A broker as seen from here; see `RetainingClient`."""

    _thread: SocketThread | None = None
    """Watches the sockets where the event loop watches none; else None."""

    async def run(self) -> None:
        """Keep the connection until cancelled, as `RetainingClient` does."""
        await asyncio.to_thread(import_module, "aiomqtt")  # it has many files
        if watches_sockets(asyncio.get_running_loop()):
            await super().run()
        else:  # that of Windows starts processes, but does not watch sockets, as aiomqtt needs
            self._thread = SocketThread()
            try:
                await self._thread.run(super().run())
            finally:
                self._thread = None

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[AioConnection]:
        client = new_client(self.address, self._client_id, self._will)
        try:
            async with client:
                yield AioConnection(client)
        finally:
            close(client)

    @property
    def _failures(self) -> tuple[type[Exception], ...]:
        import aiomqtt

        return (aiomqtt.MqttError,)

    def _trouble(self, failure: BaseException) -> Message:
        return connection_trouble(self.address, failure)

    def _at_the_socket(self, call: Callable[..., object], *arguments: object) -> None:
        if self._thread is None:
            call(*arguments)
        else:
            self._thread.call(call, *arguments)

    def _at_home(self, call: Callable[..., object], *arguments: object) -> None:
        if self._thread is None:
            call(*arguments)
        else:
            self._thread.call_home(call, *arguments)
