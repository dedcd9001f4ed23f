"""The simulator as an asyncio subprocess, driven in real time over its control channel.

The host talks to the simulated board over its serial port as to any other.  The control channel
moves pieces and watches the LEDs; see docs/protocols/simulator.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import AsyncIterator, Mapping

from host.link.errors import BoardNotFoundError, LinkLostError, LinkTimeoutError
from host.message import message
from host.virtual.board import JsonObject, OnEvent
from host.virtual.channel_address import ChannelAddress
from host.worker.process import APART, ctrl_c_blocked, end_process

START_S = 20.0
"""Timeout of the start; it takes well under 1 s."""
BEGUN_EXIT_S = 5.0
"""Time to exit of one that still starts: it sees only then that its input is closed."""
ANSWER_S = 10.0
"""Timeout of an answer, which takes milliseconds: a busy computer is no failure."""


class SimulatorProcess:
    """A running simulator; see `VirtualBoard`.

    Attributes:
        port: of the simulated board, to be opened as a serial port.
        control: address of the control channel, `KEY@HOST:PORT`.
        runtime: interpreter of the firmware, in words.
        ended: set when the simulator has ended.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        announced: Mapping[str, str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_event: OnEvent,
    ) -> None:
        self.port = announced["port"]
        self.control = announced["control"]
        self.runtime = announced.get("runtime", "")
        self._process = process
        self._reader = reader
        self._writer = writer
        self._on_event = on_event
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[JsonObject]] = {}
        self.ended = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, on_event: OnEvent, *options: str) -> SimulatorProcess:
        """Start a simulator with command line options; `on_event` receives the watched events.

        Raises:
            BoardNotFoundError: it did not start; the message has its output.
        """
        with ctrl_c_blocked():
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "simulator",
                "--with-stdin",
                *options,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                creationflags=APART,
            )
        assert process.stdout is not None
        assert process.stderr is not None
        announced: dict[str, str] = {}
        try:
            async with asyncio.timeout(START_S):
                async for line in _lines(process.stdout):
                    name, _, value = line.partition(" ")
                    announced[name] = value
                    if name == "runtime":
                        break
            channel = ChannelAddress.parse(announced["control"])
            reader, writer = await asyncio.open_connection(
                channel.host, channel.port, limit=1 << 20
            )
            writer.write(channel.opening)
        except (TimeoutError, KeyError, ValueError, OSError) as error:
            if process.returncode is None:
                process.kill()
            output = (await process.stderr.read()).decode(errors="replace").strip()
            why = output or repr(error)
            raise BoardNotFoundError(message("virtual.did_not_start", why=why)) from error
        except asyncio.CancelledError:
            await end_process(process, BEGUN_EXIT_S)
            raise
        return cls(process, announced, reader, writer, on_event)

    async def ask(self, do: str, **fields: object) -> JsonObject:
        """Send a request and return its answer.

        Raises:
            ValueError: the simulator refused it; the message is the simulator's.
            LinkTimeoutError: no answer came.
            LinkLostError: the simulator has ended.
        """
        if self.ended.is_set():
            raise LinkLostError(message("virtual.ended"), self.port)
        number = next(self._ids)
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._writer.write(json.dumps({"id": number, "do": do, **fields}).encode() + b"\n")
        try:
            async with asyncio.timeout(ANSWER_S):
                reply = await answer
        except TimeoutError as error:
            raise LinkTimeoutError(
                message("virtual.no_answer", request=repr(do)), self.port
            ) from error
        finally:
            self._waiting.pop(number, None)
        if not reply.get("ok"):
            refusal = reply.get("error")
            raise ValueError(message("virtual.refused") if refusal is None else str(refusal))
        return reply

    async def close(self) -> None:
        """End the simulator."""
        self._listening.cancel()
        self._writer.close()
        await end_process(self._process)

    async def _listen(self) -> None:
        with contextlib.suppress(OSError):  # a killed process resets the connection
            async for line in _lines(self._reader):
                event = json.loads(line)
                number = event.get("id")
                if "ok" not in event:
                    self._on_event(event)
                elif number in self._waiting and not self._waiting[number].done():
                    self._waiting[number].set_result(event)
        self.ended.set()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(LinkLostError(message("virtual.ended"), self.port))


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    while line := await reader.readline():
        yield line.decode(errors="replace").strip()
