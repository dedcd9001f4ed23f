"""What a command of the command line answers, as a person or a program would read it."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from host.cli.main import main

Captured: TypeAlias = pytest.CaptureFixture[str]


def printed(capsys: Captured, *arguments: str, status: int = 0) -> str:
    """What a command prints."""
    assert main(arguments) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return output


def refused(capsys: Captured, *arguments: str) -> str:
    """The one sentence with which a command refuses."""
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith("kamisado: ")
    assert errors.count("\n") == 1
    return errors
