"""The record of the pictures: stale, missing and replaced ones are found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware.mechanics.fabrication import manifest
from hardware.mechanics.rendering import record
from hardware.paths import HARDWARE

PICTURES = HARDWARE / "pictures"


def test_the_committed_pictures_show_the_parts_as_they_are() -> None:
    assert record.faults(PICTURES) == []


def test_replaced_missing_and_stale_pictures_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "pictures"
    shutil.copytree(PICTURES, copy)
    (copy / "case.png").unlink()
    shutil.copy(copy / "mounts.png", copy / "frame.png")
    assert [fault.split()[0] for fault in record.faults(copy)] == ["case.png", "frame.png"]
    monkeypatch.setattr(manifest, "recorded_digest", lambda: "another")
    assert "older than what they show" in record.faults(PICTURES)[0]
