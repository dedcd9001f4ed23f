"""Addresses of the page, told when there is a network, and a board that is waited for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from host.cli import display
from host.ui.web.access import Access

PORT = 8765
DEADLINE_S = 10.0


def test_a_network_that_comes_late_is_told_and_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    now = "127.0.0.1"
    names: list[str] = []
    said: list[str] = []
    access = Access("key")

    @contextlib.asynccontextmanager
    async def announced(address: str, port: int) -> AsyncIterator[str]:
        names.append(f"{address}:{port}")
        try:
            yield "kamisado.local"
        finally:
            names.remove(f"{address}:{port}")

    monkeypatch.setattr(display, "own_address", lambda: now)
    monkeypatch.setattr(display, "announced", announced)
    monkeypatch.setattr(display, "ADDRESS_S", 0.001)

    async def until(text: str) -> None:
        async with asyncio.timeout(DEADLINE_S):
            while not any(text in line for line in said):
                await asyncio.sleep(0)

    async def story() -> None:
        nonlocal now
        following = asyncio.create_task(display._follow_address(access, now, PORT, said.append))
        await asyncio.sleep(0.01)
        assert (said, names) == ([], []), "nobody else is there"
        now = "192.0.2.7"
        await until("http://kamisado.local:8765/")
        assert "Others watch on http://192.0.2.7:8765/" in said
        assert "On your phone, play on http://192.0.2.7:8765/#key" in said
        assert (access.sharing()["url"], access.sharing()["reachable"]) == (
            "http://192.0.2.7:8765/",
            True,
        )
        assert names == ["192.0.2.7:8765"]
        said.clear()
        now = "192.0.2.99"
        await until("http://kamisado.local:8765/")
        assert "Others watch on http://192.0.2.99:8765/" in said
        assert names == ["192.0.2.99:8765"]
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        assert names == []

    asyncio.run(story())


SOCKET = "socket://127.0.0.1:7000"
WAITING = f"Waiting for the board '{SOCKET}' to answer, for 20 s at most (ctrl-C ends it)."


@pytest.mark.parametrize(
    ("board", "turns", "told"),
    [
        (SOCKET, 3, [WAITING]),
        (SOCKET, 0, []),
        ("virtual", 3, []),
        (None, 3, []),
    ],
    ids=["silent", "at once", "virtual", "none"],
)
def test_a_board_that_does_not_answer_at_once_is_told(
    monkeypatch: pytest.MonkeyPatch, board: str | None, turns: int, told: list[str]
) -> None:
    monkeypatch.setattr(display, "SILENT_S", 0.0)
    said: list[str] = []

    async def start() -> None:
        with display._waiting_told(board, said.append):
            for _ in range(turns):
                await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(start())
    assert said == told


@pytest.mark.parametrize(
    "listen", ["8765", "localhost:", ":1", "[]:1", "localhost:99999", "localhost:²", "a..b:1"]
)
def test_an_address_of_another_form_is_quoted(listen: str) -> None:
    with pytest.raises(ValueError, match="needs HOST:PORT, such as") as refused:
        display.bind(listen)
    assert str(refused.value).endswith(f"not {listen!r}")
