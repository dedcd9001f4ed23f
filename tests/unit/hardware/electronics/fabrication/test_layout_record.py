"""The record of what laid the boards out: any change has them laid out again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware.electronics.checks import all_checks
from hardware.electronics.design import boards
from hardware.electronics.fabrication import build, layout_record
from hardware.electronics.fabrication.files import BoardFiles
from hardware.paths import HARDWARE
from tests.unit.hardware.electronics.edits import move


@pytest.fixture
def recorded(copies: Path) -> Path:
    """Boards that this generator has laid out, by their record."""
    for name in boards.NAMES:
        layout_record.write(name, copies)
    return copies


def laid_out(folder: Path, monkeypatch: pytest.MonkeyPatch, anew: bool = False) -> list[str]:
    """Return the boards that the check lays out again; that takes KiCad and half a minute."""
    asked: list[str] = []

    def rebuild(names: list[str], into: Path) -> None:
        asked.extend(names)
        for name in names:
            shutil.copytree(BoardFiles(name, folder).folder, BoardFiles(name, into).folder)

    monkeypatch.setattr(build, "rebuild", rebuild)
    assert all_checks.checks(folder, anew=anew)[-1].faults() == []
    return asked


def test_boards_that_are_as_they_were_laid_out_are_not_laid_out_again(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert laid_out(recorded, monkeypatch) == []
    assert laid_out(recorded, monkeypatch, anew=True) == list(boards.NAMES)


def test_a_board_that_was_changed_or_is_in_no_record_is(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(BoardFiles("controller", recorded).pcb, "R8", 0.1)
    assert laid_out(recorded, monkeypatch) == ["controller"]
    (recorded / layout_record.NAME).unlink()
    assert laid_out(recorded, monkeypatch) == list(boards.NAMES)


@pytest.mark.parametrize(
    "source",
    [
        "geometry.toml",
        "pinmap.toml",
        "electronics/design/strip.py",
        "electronics/layout/tracks.py",
        "electronics/routing/router.py",
        "electronics/fabrication/project_file.py",
    ],
)
def test_all_are_once_the_generator_has_changed(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: str
) -> None:
    without = shutil.ignore_patterns("boards", "mechanics", "pictures", "__pycache__", "*.png")
    changed = shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=without)
    monkeypatch.setattr(layout_record, "HARDWARE", changed)
    monkeypatch.setattr(layout_record, "_ELECTRONICS", changed / "electronics")
    assert laid_out(recorded, monkeypatch) == []
    with (changed / source).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert laid_out(recorded, monkeypatch) == list(boards.NAMES)
