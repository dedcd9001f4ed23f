"""Copies of the committed boards, to break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware.electronics.fabrication.files import FOLDER
from tests.support.require import require


@pytest.fixture
def kicad() -> None:
    """KiCad 9, or the test is skipped; hardware/electronics/install-kicad gets it."""
    require(shutil.which("kicad-cli") is not None, "there is no kicad-cli")


@pytest.fixture
def spice() -> None:
    """ngspice, or the test is skipped."""
    require(shutil.which("ngspice") is not None, "there is no ngspice")


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """A folder with the committed boards."""
    return shutil.copytree(FOLDER, tmp_path / "boards")
