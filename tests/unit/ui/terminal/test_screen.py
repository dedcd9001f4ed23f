"""Screen of the text interface."""

from __future__ import annotations

import io

import pytest

from host.message import message
from host.ui.terminal.screen import Screen
from host.ui.terminal.terminal import COMMAND_WIDTH


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_commands_are_explained_in_terminals_of_any_width(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = io.StringIO()
    commands = str(message("ui.commands"))
    Screen(stream).explain(commands, COMMAND_WIDTH)
    printed = stream.getvalue()
    assert max(map(len, printed.splitlines())) <= columns
    assert printed.split() == commands.split(), "nothing is lost"
    assert columns < 80 or printed.splitlines() == commands.splitlines()
