"""The pictures of the archives, drawn by gerbv, and how stale ones are found."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

from hardware import geometry
from hardware.electronics.design.boards import NAMES, STRIPS
from hardware.electronics.fabrication import archive_pictures, digests
from hardware.electronics.fabrication.files import BoardFiles
from tests.support.require import require

ORDERING = (geometry.SOURCE.parent / "ORDERING.md").read_text("utf-8")


def size(picture: Path) -> tuple[int, ...]:
    """Return width and height of a PNG file in pixels."""
    return struct.unpack(">II", picture.read_bytes()[16:24])


@pytest.mark.parametrize("board", NAMES)
def test_the_committed_pictures_are_as_large_as_the_board(board: str) -> None:
    """A margin of 2 % at the most is around it: a drawing sheet would be."""
    files, places = BoardFiles(board), geometry.load()
    wanted = places.strip_size(STRIPS[board]) if board in STRIPS else places.controller_size
    for picture in archive_pictures.paths(files).values():
        for pixels, length in zip(size(picture), wanted, strict=True):
            assert 1 <= pixels / (length * archive_pictures.PIXELS_PER_MM) < 1.03
        assert picture.relative_to(geometry.SOURCE.parent).as_posix() in ORDERING


@pytest.mark.parametrize("board", NAMES)
def test_pictures_of_another_archive_are_found(board: str, copies: Path) -> None:
    files = BoardFiles(board, copies)
    assert digests.faults(files) == []
    files.gerbers.write_bytes(files.gerbers.read_bytes() + b"\0")
    assert digests.faults(files) == [
        f"the pictures of {board} show another {board}-gerbers.zip: export them again"
    ]


def test_a_picture_that_was_replaced_is_found(copies: Path) -> None:
    files = BoardFiles("strip8", copies)
    top, bottom = archive_pictures.paths(files).values()
    shutil.copy(top, bottom)
    assert digests.faults(files) == [
        "strip8-gerbers-bottom.png is missing or is not the picture that was made of strip8"
    ]


@pytest.mark.slow
def test_gerbv_draws_them_again(copies: Path) -> None:
    require(shutil.which("gerbv") is not None, "there is no gerbv")
    files = BoardFiles("controller", copies)
    before = [size(path) for path in archive_pictures.paths(files).values()]
    archive_pictures.draw(files)
    top, bottom = archive_pictures.paths(files).values()
    assert [size(top), size(bottom)] == before
    assert top.read_bytes() != bottom.read_bytes()
