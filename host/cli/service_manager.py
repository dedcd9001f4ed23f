"""Notify systemd that the program is ready and alive: the protocol of sd_notify(3)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping

STATE_BYTES = 4096
"""Longest datagram that systemd reads, by far."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state, e.g. "READY=1"; does nothing where no service manager listens."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # Linux's abstract sockets
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
    ):
        sock.sendto(state.encode()[:STATE_BYTES], address)


def is_service(environment: Mapping[str, str] = os.environ) -> bool:
    """Return True if a service manager has started the program and wants to be notified."""
    return bool(environment.get("NOTIFY_SOCKET"))


def watchdog_s(environment: Mapping[str, str] = os.environ) -> float | None:
    """Return the time within which systemd's watchdog must be notified; None without one."""
    wanted = environment.get("WATCHDOG_USEC", "")
    if not wanted.isdecimal() or environment.get("WATCHDOG_PID", "") not in ("", str(os.getpid())):
        return None
    return int(wanted) / 1e6 or None


@contextlib.asynccontextmanager
async def notified(turns: Callable[[], int]) -> AsyncIterator[None]:
    """Tell the service manager that the program is ready, and alive as long as the block lasts.

    Args:
        turns: returns the number of turns of the program's main loop; while it does not grow,
            the watchdog is not notified, and the service manager restarts the program.
    """
    notify("READY=1")
    alive = asyncio.create_task(_notify_watchdog(turns))
    try:
        yield
    finally:
        alive.cancel()
        notify("STOPPING=1")


async def _notify_watchdog(turns: Callable[[], int]) -> None:
    limit_s = watchdog_s()
    if limit_s is None:
        return
    seen = -1
    while True:
        if (now := turns()) != seen:
            seen = now
            notify("WATCHDOG=1")
        await asyncio.sleep(limit_s / 3)
