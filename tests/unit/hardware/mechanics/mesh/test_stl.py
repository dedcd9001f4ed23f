"""STL files."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.mechanics.mesh import stl
from tests.unit.hardware.mechanics.checks.edits import SIZES, part

TOWER = SIZES.tower


def test_a_file_that_was_cut_off_is_no_stl_file(tmp_path: Path) -> None:
    short = tmp_path / "short.stl"
    short.write_bytes(part("tower_ring").path(SIZES, "stl").read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"short\.stl is no binary STL file of \d+ triangles"):
        stl.read(short)
