"""The notices to systemd, received as systemd does."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.service_manager import is_service, notified, notify, watchdog_s

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Unix sockets")

DEADLINE_S = 10.0


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return the socket of a service manager that wants a sign of life every 30 ms."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as sock:
        sock.bind(str(tmp_path / "notify"))
        sock.settimeout(DEADLINE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield sock


def test_the_manager_is_told_of_the_start_of_life_and_of_the_end(manager: socket.socket) -> None:
    turns = 0

    async def story() -> None:
        nonlocal turns
        async with notified(lambda: turns):
            assert await asyncio.to_thread(manager.recv, 99) == b"READY=1"
            for _ in range(3):
                turns += 1
                assert await asyncio.to_thread(manager.recv, 99) == b"WATCHDOG=1"

    asyncio.run(story())
    rest = b"WATCHDOG=1"
    while rest == b"WATCHDOG=1":
        rest = manager.recv(99)
    assert rest == b"STOPPING=1"


def test_a_main_loop_that_stands_still_gives_no_sign_of_life(manager: socket.socket) -> None:
    async def story() -> None:
        async with notified(lambda: 7):
            await asyncio.sleep(0.1)  # ten times the interval

    asyncio.run(story())
    manager.setblocking(False)
    said = [manager.recv(99) for _ in range(3)]
    assert said == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_socket_is_reached() -> None:
    if not os.path.exists("/proc"):
        pytest.skip("only Linux has abstract sockets")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as sock:
        sock.bind(f"\0kamisado-test-{os.getpid()}")
        sock.settimeout(DEADLINE_S)
        notify("READY=1", {"NOTIFY_SOCKET": f"@kamisado-test-{os.getpid()}"})
        assert sock.recv(99) == b"READY=1"


def test_without_a_manager_nothing_happens() -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": "/nowhere/at/all"})
    assert not is_service({})
    assert is_service({"NOTIFY_SOCKET": "/run/systemd/notify"})


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_watchdogs_time_is_read(environment: dict[str, str], expected: float | None) -> None:
    assert watchdog_s(environment) == expected
