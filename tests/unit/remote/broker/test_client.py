"""The client at a server that is no broker, and before it is connected."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import pytest

from host.message import Message
from host.remote.address import BrokerAddress
from host.remote.broker import connection
from host.remote.broker.client import Broker

WAIT_S = 20.0


async def trouble_at(
    serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    path: str | None = None,
) -> Message:
    """Return what the client says of a server that serves each connection so, and then ends.

    Args:
        path: of the WebSocket; None without one.
    """
    told: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
    served: set[asyncio.Task[None]] = set()

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        served.add(task)
        await serve(reader, writer)

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    address = BrokerAddress("127.0.0.1", port, path=path)
    broker = Broker(address, "one", on_trouble=told.set_result)
    running = asyncio.create_task(broker.run())
    async with server, asyncio.timeout(WAIT_S):
        trouble = await told
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await asyncio.wait(served)
    return trouble


def test_what_is_retained_waits_for_a_connection() -> None:
    broker = Broker(BrokerAddress("127.0.0.1", 1), "one")
    broker.subscribe("a/#", lambda topic, payload: None)
    broker.retain("a/b", b"1")
    broker.retain("a/b", b"2")
    assert broker.unacknowledged == {"a/b"}
    assert not broker.is_connected


def test_what_is_retained_while_a_connection_ends_waits_for_the_next() -> None:
    broker = Broker(BrokerAddress("127.0.0.1", 1), "one")

    async def fail() -> None:
        raise ConnectionError

    async def serve() -> None:
        async with asyncio.TaskGroup() as tasks:
            broker._connection, broker._tasks = cast(Any, object()), tasks
            tasks.create_task(fail())
            try:
                await asyncio.Event().wait()
            finally:  # the group is shutting down
                broker.retain("a/b", b"1")
                broker.subscribe("a/#", lambda topic, payload: None)

    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(serve())
    assert not raised.group_contains(RuntimeError)
    assert broker.unacknowledged == {"a/b"}


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_server_that_is_no_broker_is_told(monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    monkeypatch.setattr(connection, "ANSWER_S", 0.1)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()

    assert asyncio.run(trouble_at(serve)).id == "remote.broker_silent"


def test_a_server_without_a_websocket_is_told() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()

    told = asyncio.run(trouble_at(serve, "/mqtt"))
    assert told.id == "remote.broker_silent"
    assert "wss://" in str(told)


@pytest.mark.parametrize("path", [None, "/mqtt"])
def test_a_connection_that_ends_without_an_answer_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch, path: str | None
) -> None:
    monkeypatch.setattr(connection, "ANSWER_S", 2 * WAIT_S)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.close()

    assert asyncio.run(trouble_at(serve, path)).id == "remote.broker_silent"


def test_a_cancellation_that_is_swallowed_by_what_is_awaited_ends_it_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`asyncio.wait_for` of Python 3.11 returns if its task is cancelled just as it is done."""

    class Silent:
        """A connection on which nothing comes."""

        async def messages(self) -> AsyncIterator[object]:
            await asyncio.get_running_loop().create_future()
            yield None

    async def subscribe(broker: Broker, connection: object, topics: str) -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0)

    monkeypatch.setattr(Broker, "_subscribe", subscribe)

    async def story() -> bool:
        broker = Broker(BrokerAddress("127.0.0.1", 1), "one")
        broker.subscribe("a/#", lambda topic, payload: None)
        running = asyncio.create_task(broker._serve(cast("Any", Silent()), None))
        await asyncio.wait({running}, timeout=WAIT_S)
        is_cancelled = running.cancelled()
        running.cancel()
        await asyncio.wait({running})
        return is_cancelled

    assert asyncio.run(story())
