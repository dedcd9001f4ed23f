"""`kamisado puzzles` and `kamisado puzzle`: what they list, find and refuse."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from host.ai.analysis.puzzle import puzzles
from host.cli.learn.puzzle_search import find
from host.cli.text import check_writable
from tests.unit.cli.answers import printed, refused


def test_the_puzzles_are_listed_all_or_of_a_grade(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "puzzles").splitlines()
    assert len(lines) == 1 + len(puzzles())
    assert lines[1].split()[:2] == ["1", "1"]
    assert lines[-1].split()[:2] == ["60", "5"]
    third = json.loads(printed(capsys, "puzzles", "--grade", "3", "--json"))
    assert [entry["grade"] for entry in third] == [3] * 12
    for entry in third:
        puzzle = puzzles()[entry["number"] - 1]
        assert (entry["position"], entry["solution"]) == (puzzle.position, puzzle.solution)


def test_a_puzzle_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "puzzles 1 to 60, but no puzzle 61" in refused(capsys, "puzzle", "61")
    assert "a number or --grade, not both" in refused(capsys, "puzzle", "3", "--grade", "1")


@pytest.mark.parametrize("command", ["puzzles", "openings"])
def test_nothing_is_computed_for_a_file_that_cannot_be_written(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "none" / "file"
    told = refused(capsys, command, "--write", str(file))
    assert told == f"kamisado: {str(file)!r} cannot be written: No such file or directory\n"


def test_a_file_that_can_be_written_is_left_as_it_is_until_then(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("kept")
    for file in (new, old):
        check_writable(file)
    assert not new.exists()
    assert old.read_text() == "kept"


@pytest.mark.slow
def test_the_same_seed_finds_the_same_puzzles_of_every_grade() -> None:
    told: list[str] = []
    once = find(random.Random(7), told.append, each=1)
    assert sorted(puzzle.grade for puzzle in once) == [1, 2, 3, 4, 5]
    assert len(told) == 5
    assert find(random.Random(7), told.append, each=1) == once
