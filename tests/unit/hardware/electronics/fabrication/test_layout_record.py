"""The record of what laid the boards out: any change has them laid out again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware.electronics.checks import all_checks, generated_files
from hardware.electronics.design import boards
from hardware.electronics.fabrication import build, layout_record
from hardware.electronics.fabrication.files import BoardFiles
from hardware.paths import HARDWARE
from tests.unit.hardware.electronics.edits import move

SOURCES = (
    "geometry.toml",
    "pinmap.toml",
    "electronics/design/strip.py",
    "electronics/layout/tracks.py",
    "electronics/routing/router.py",
    "electronics/fabrication/project_file.py",
)
"""Some of what a layout depends on."""


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Boards that this generator has laid out, by their record."""
    copies = tmp_path / "boards"
    for name in boards.NAMES:
        copy = BoardFiles(name, copies)
        copy.folder.mkdir(parents=True)
        shutil.copy(BoardFiles(name).pcb, copy.pcb)
        layout_record.write(name, copies)
    return copies


def laid_out(folder: Path, monkeypatch: pytest.MonkeyPatch, anew: bool = False) -> list[str]:
    """Return the boards that the check lays out again, which takes KiCad, and compares."""
    asked: list[str] = []
    monkeypatch.setattr(build, "rebuild", lambda names, _: asked.extend(names))
    monkeypatch.setattr(generated_files, "pcb_faults", lambda files, _: [files.name])
    assert all_checks.checks(folder, anew=anew)[-1].faults() == asked
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


def test_all_are_once_the_generator_has_changed(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without = shutil.ignore_patterns("boards", "mechanics", "pictures", "__pycache__", "*.png")
    changed = shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=without)
    monkeypatch.setattr(layout_record, "HARDWARE", changed)
    monkeypatch.setattr(layout_record, "_ELECTRONICS", changed / "electronics")
    assert laid_out(recorded, monkeypatch) == []
    for source in SOURCES:
        before = (changed / source).read_text("utf-8")
        (changed / source).write_text(f"{before}# changed\n", encoding="utf-8")
        assert not any(layout_record.is_current(name, recorded) for name in boards.NAMES), source
        (changed / source).write_text(before, encoding="utf-8")
    assert all(layout_record.is_current(name, recorded) for name in boards.NAMES)
