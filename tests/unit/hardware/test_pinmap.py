"""The pin map's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import pinmap
from tests.unit.hardware.electronics.edits import rewrite


def test_a_ribbon_out_of_order_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "pinmap.toml"
    wrong.write_text(pinmap.SOURCE.read_text("utf-8"), "utf-8")
    rewrite(wrong, ('"ROW3", "ROW4"', '"ROW4", "ROW3"'))
    with pytest.raises(ValueError, match="ROW1 to ROW9 in order"):
        pinmap.load(wrong)
