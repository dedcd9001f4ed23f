"""The check that files were made from the current sources."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hardware.mechanics.checks import generated_files
from hardware.mechanics.design import printed_parts
from hardware.mechanics.design.printed_parts import PARTS
from hardware.mechanics.fabrication import parts_page
from tests.unit.hardware.mechanics.checks.edits import SIZES

TOWER = SIZES.tower


def test_stale_files_are_found(tmp_path: Path) -> None:
    copy = tmp_path / "parts"
    shutil.copytree(PARTS, copy)
    assert generated_files.source_faults(copy) == []
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["sources"] = "0" * 16
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert "run `python -m hardware.mechanics make`" in generated_files.source_faults(copy)[0]

    (copy / "8x8" / "base.dxf").write_text("other", encoding="utf-8")
    assert generated_files.cut_sheet_faults(SIZES, copy) == [
        "8x8/base.dxf is not what the dimensions say"
    ]
    (copy / "8x8" / printed_parts.SURFACE).unlink()
    assert "8x8/surface.svg is not what the dimensions say" in generated_files.cut_sheet_faults(
        SIZES, copy
    )


def test_the_page_of_parts_is_that_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    assert generated_files.page_faults() == []
    monkeypatch.setattr(parts_page, "DENSITY_G_CM3", 1.27)
    assert generated_files.page_faults() == [
        "PARTS.md is not what the parts are: run `python -m hardware.mechanics make`"
    ]
