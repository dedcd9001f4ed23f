"""Commands that are programs beside the host."""

from __future__ import annotations

import sys

import pytest

from host.cli.main import main
from host.cli.programs import PROGRAMS


@pytest.mark.parametrize("command", PROGRAMS)
def test_a_program_is_a_command_with_its_own_arguments(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(sys.argv)
    assert main([command, "--help"]) == 0
    assert f"usage: kamisado {command}" in capsys.readouterr().out
    assert sys.argv == before


def test_its_exit_status_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--size", "7"]) == 2
    assert "'7' is no size" in capsys.readouterr().err
