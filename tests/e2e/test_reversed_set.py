"""A set of towers whose magnets are all the other way up, on a real board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.program import Program, playing
from tests.support.simulated_board import SimulatedBoard

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def is_asked(program: Program) -> bool:
    """Return True if the page offers to read the magnets the other way round."""
    choices = program.state.get("choices", [])
    assert isinstance(choices, list)
    return [choice["text"] for choice in choices] == ["magnets reversed"]


def test_it_is_told_once_by_hand_and_remembered_until_the_command_says_otherwise(
    tmp_path: Path,
) -> None:
    pieces = [
        {"id": f"{file}{rank}", "pole": pole, "square": f"{file}{rank}"}
        for rank, pole in (("1", "s"), ("8", "n"))
        for file in "abcdefgh"
    ]
    with SimulatedBoard(running=True) as board:
        board.ask("setup", pieces=pieces)
        with playing(tmp_path, "--board", board.port) as program:
            program.until(lambda: is_asked(program))
            board.ask("lift", square="h1", seconds=0.3)
            board.ask("put", square="h1", seconds=0.3)
            program.until(lambda: program.state.get("phase") == "play")
            board.ask("move", **{"from": "d8", "to": "d4"})
            program.until(lambda: program.plies == 1)
            board.ask("move", **{"from": "d4", "to": "d8"})
            program.until(lambda: program.plies == 0)
        with playing(tmp_path, "--board", board.port) as program:
            program.until(lambda: program.state.get("phase") == "play")
            assert not is_asked(program)
        with playing(tmp_path, "--board", board.port, "--north", "white") as program:
            program.until(lambda: is_asked(program))
        with playing(tmp_path, "--board", board.port) as program:
            program.until(lambda: is_asked(program))
