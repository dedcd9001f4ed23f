"""Fixtures of the tests of the terminal."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator

import pytest

from host.ui.terminal import terminal
from host.ui.terminal.keyboard import READER_NAME
from tests.unit.ui.terminal.player import (
    DEADLINE_S,
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses for people are short; what a test waits for is there before its deadline."""
    monkeypatch.setattr(terminal, "COLLECT_S", 0.01)
    monkeypatch.setattr(terminal, "RESULT_S", DEADLINE_S)
    monkeypatch.setattr(terminal, "SET_UP_S", DEADLINE_S)
    monkeypatch.setattr(terminal, "CHANGE_S", 0.01)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def keyboard(quick: None) -> Iterator[tuple[int, io.FileIO]]:
    """Input of the interface: the player types into one end, the interface reads the other."""
    read, write = os.pipe()
    with io.FileIO(write, "w") as typed:
        yield read, typed
    # The thread that reads must have met the end before the descriptor's number is used again:
    # it would read what is typed in the next test.
    for thread in threading.enumerate():
        if thread.name == READER_NAME:
            thread.join(DEADLINE_S)
            assert not thread.is_alive()
    os.close(read)
