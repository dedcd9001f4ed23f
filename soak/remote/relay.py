"""TCP relay between a host and the broker: cuts, delays and repeats what goes through."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field

from host.remote.address import BrokerAddress

PUBLISH, QOS_1, DUP = 0x30, 0x02, 0x08
"""Packet type, quality of service and repetition in the first byte of a packet: MQTT 3.1.1, 2.2."""


@dataclass
class Relay:
    """A way to the broker that can be disturbed.

    Attributes:
        target: address of the broker.
        chance: draws which packets are repeated.
        repeat_rate: part of the published messages that come twice, and of those that come to
            the host once more later.
        delay_s: how long each packet is held.
        is_down: connections are refused.
        port: where the host connects to.
        repeats: counts the packets that were repeated.
    """

    target: BrokerAddress
    chance: random.Random
    repeat_rate: float = 0.0
    delay_s: float = 0.0
    is_down: bool = False
    port: int = 0
    repeats: Counter[str] = field(default_factory=Counter)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _server: asyncio.Server | None = None

    @property
    def connections(self) -> int:
        """Number of open connections."""
        return len(self._writers) // 2

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> bool:
        """Break the connection at once; return True if there was one."""
        had_one = bool(self._writers)
        for writer in tuple(self._writers):
            writer.transport.abort()
        return had_one

    async def close(self) -> None:
        """Stop listening."""
        assert self._server is not None
        self.cut()
        self._server.close()
        await asyncio.gather(*self._tasks)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.is_down:
            writer.transport.abort()
            return
        self._writers.add(writer)
        try:
            far_reader, far_writer = await asyncio.open_connection(
                self.target.host, self.target.port
            )
        except OSError:
            self._writers.discard(writer)
            writer.transport.abort()
            return
        self._writers.add(far_writer)
        directions = [
            asyncio.create_task(self._pump(reader, far_writer, "to the broker")),
            asyncio.create_task(self._pump(far_reader, writer, "to the host")),
        ]
        with contextlib.suppress(asyncio.CancelledError):  # the soak was interrupted
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        for direction in directions:
            direction.cancel()
        for one in (writer, far_writer):
            self._writers.discard(one)
            one.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: str
    ) -> None:
        seen: list[bytes] = []
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                packet = await _read_packet(reader)
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                writer.write(packet)
                if packet[0] & 0xF6 == PUBLISH | QOS_1:
                    if self.chance.random() < self.repeat_rate:
                        self._repeat(packet, writer, f"repeated {direction}")
                    # A host sends nothing old: the connection and the broker keep the order.
                    seen.append(packet)
                    if direction == "to the host" and self.chance.random() < self.repeat_rate:
                        self._repeat(self.chance.choice(seen), writer, "late to the host")
                await writer.drain()

    def _repeat(self, packet: bytes, writer: asyncio.StreamWriter, kind: str) -> None:
        writer.write(bytes([packet[0] | DUP]) + packet[1:])
        self.repeats[kind] += 1


async def _read_packet(reader: asyncio.StreamReader) -> bytes:
    """Read one MQTT packet: first byte, length in 1 to 4 bytes of 7 bits, rest."""
    head = bytearray(await reader.readexactly(1))
    length = shift = 0
    while True:
        digit = (await reader.readexactly(1))[0]
        head.append(digit)
        length |= (digit & 0x7F) << shift
        shift += 7
        if digit < 0x80:
            return bytes(head) + await reader.readexactly(length)
