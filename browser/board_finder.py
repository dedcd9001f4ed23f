"""Finds the board among open ports by its answer to a hello.

A browser tells only the vendor and the product of a port, which are the same for the console of a
board and for its data port.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TypeAlias

from browser.web_serial import WebSerialPort
from host import VERSION
from host.app.clock import monotonic_ms
from host.link.connection import Connection
from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.events import BoardReady, BoardRefused, NotOurBoard
from host.link.problems import connection_closed

Verdict: TypeAlias = BoardReady | BoardRefused | NotOurBoard

START_MS = 60_000
"""Time for a board that was plugged in to start its firmware, also beside a busy computer: after it
the board must be plugged in again."""


async def find_board(ports: Sequence[WebSerialPort], patience_ms: int = 0) -> WebSerialPort:
    """Return the port on which a Kamisado board answers; the others are closed.

    Args:
        ports: at least one, that which is probably right first.
        patience_ms: how long a board may take to answer; at least as long as the link has it.

    Raises:
        BoardNotFoundError: none answers; the message says what the first port seems to be, or what
            is wrong with the board.  All are closed.
    """
    asking = {asyncio.create_task(_greet(port, patience_ms)): port for port in ports}
    found: WebSerialPort | None = None
    waiting = set(asking)
    try:
        while waiting and found is None:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            ready = (asking[each] for each in done if isinstance(each.result(), BoardReady))
            found = next(ready, None)
    finally:
        for task in waiting:
            task.cancel()
        for port in ports:
            if port is not found:
                port.close()
    if found is None:
        raise _refusal([task.result() for task in asking])
    return found


def _refusal(verdicts: Sequence[Verdict]) -> BoardNotFoundError:
    """Return the error for ports of which none has a board that can be played on."""
    first, *others = [each for each in verdicts if not isinstance(each, BoardReady)]
    # A board that must not be used is told before a console that is none.
    told = next((each for each in (first, *others) if isinstance(each, BoardRefused)), first)
    return BoardNotFoundError(told.message)


async def _greet(port: WebSerialPort, patience_ms: int) -> Verdict:
    """Say hello until it is clear what is at a port."""
    woken = asyncio.Event()
    port.wake_by(woken.set)
    begun_ms = monotonic_ms()
    connection = Connection(VERSION, begun_ms)
    silence: NotOurBoard | None = None
    while True:
        woken.clear()
        now_ms = monotonic_ms()
        try:
            events = connection.receive(port.read_available(), now_ms) + connection.tick(now_ms)
            if hello := connection.data_to_send():
                port.write(hello)
        except LinkLostError:
            return NotOurBoard(connection_closed(port.url))
        for event in events:
            if isinstance(event, BoardReady | BoardRefused):
                return event
            if isinstance(event, NotOurBoard):
                silence = event
        if silence is not None and now_ms - begun_ms >= patience_ms:
            return silence
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, connection.next_wake_ms - now_ms) / 1000):
                await woken.wait()
