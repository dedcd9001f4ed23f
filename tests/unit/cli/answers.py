"""Helpers: the output and the error message of a command."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from host.cli.main import main

Captured: TypeAlias = pytest.CaptureFixture[str]


def printed(capsys: Captured, *arguments: str, status: int = 0) -> str:
    """Return the output of a command."""
    assert main(arguments) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return output


def refused(capsys: Captured, *arguments: str) -> str:
    """Return the one sentence with which a command refuses."""
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith("kamisado: ")
    assert errors.count("\n") == 1
    return errors
