"""Fixtures of the tests of the web server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ui.web.served import (
    Served,
    wait_until,
)


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served()
    wait_until(server.loop.is_running, "the server's loop runs")
    yield server
    server.stop()
