"""The digest of the parts' sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import geometry
from hardware.mechanics.design import dimensions
from hardware.mechanics.fabrication import manifest
from hardware.paths import HARDWARE, SYMBOLS


def digest_of(folder: Path, source: Path, before: str, after: str) -> str:
    """Return the digest of a source in which the first of a text is replaced."""
    text = source.read_text("utf-8")
    assert before in text
    changed = folder / source.name
    changed.write_text(text.replace(before, after, 1), encoding="utf-8")
    return manifest.sources_digest([changed])


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        (geometry.SOURCE, "# diameter, for M3", "# for M3"),
        (geometry.SOURCE, "[square]\n", "# A comment.\n[square]\n"),
        (Path(dimensions.__file__), '"""Dimensions of all', '"""All dimensions of'),
        (geometry.SOURCE, "zero_mt = 2.0", "zero_mt = 1.0"),
        (geometry.SOURCE, "divider = 0.01", "divider = 0.02"),
        (SYMBOLS, "import {", "// A comment.\nimport {"),
        (Path(dimensions.__file__), "  # of a small printer", ""),
        (Path(dimensions.__file__), '"""Height of the playing surface."""', '"""Top."""'),
    ],
)
def test_comments_docstrings_and_what_sensors_read_do_not_make_parts_stale(
    tmp_path: Path, source: Path, before: str, after: str
) -> None:
    assert digest_of(tmp_path, source, before, after) == manifest.sources_digest([source])


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        (geometry.SOURCE, "pitch = 40.0", "pitch = 40.5"),
        (Path(dimensions.__file__), "bed: float = 180.0", "bed: float = 181.0"),
        (Path(dimensions.__file__), "self.walls + self.diffuser", "self.walls - self.diffuser"),
        (HARDWARE / "mechanics" / "cad" / "frame.py", "taper=45", "taper=44"),
        (SYMBOLS, "M4 4H20V20H4Z", "M4 4H20V20H5Z"),
    ],
)
def test_a_changed_number_or_operation_makes_parts_stale(
    tmp_path: Path, source: Path, before: str, after: str
) -> None:
    assert digest_of(tmp_path, source, before, after) != manifest.sources_digest([source])


def test_all_models_and_dimensions_are_sources() -> None:
    names = {path.name for path in manifest.sources()}
    assert {"geometry.toml", "symbols.js", "tower.py", "frame.py", "dimensions.py"} <= names
