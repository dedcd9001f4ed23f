"""Boards of several tables: each table takes its own, however many are plugged in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from host.ai_process.connection import SolverConnection
from host.ai_process.solver_pool import SolverPool
from host.cli.tables.platform import TablePlatform
from host.link import discover
from host.link.discover import FoundPort
from host.link.errors import BoardNotFoundError
from host.link.usb_ids import CIRCUITPYTHON_VENDORS

VENDOR = next(iter(CIRCUITPYTHON_VENDORS))


async def no_solver(_megabytes: int, _receive: object) -> SolverConnection:
    raise AssertionError("nobody asks for one")


def test_a_table_opens_the_board_of_its_number_and_never_that_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [
        FoundPort(str(tmp_path / f"{name}-{kind}"), VENDOR, serial, f"CircuitPython {kind}")
        for name, serial in (("north", "E661A1"), ("south", "E661B2"))
        for kind in ("CDC control", "CDC2 data")
    ]
    monkeypatch.setattr(discover, "_ports", lambda: ports)

    async def story() -> None:
        platform = TablePlatform(SolverPool(no_solver, 1))
        for name, number in (("north", "E661A1"), ("south", "e661b")):
            with pytest.raises(BoardNotFoundError) as refused:  # no such device in this folder
                platform.open_port(number, lambda: None)
            assert name in str(refused.value)
        assert platform.find_any_port("") is None, "not even the only one"
        assert platform.find_any_port("E661B2") == discover.find_port_by_uid("E661B2") is not None
        assert platform.find_any_port("E661C3") is None

    asyncio.run(story())
