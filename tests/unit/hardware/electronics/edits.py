"""Edits that put a fault into a copy of a committed board."""

from __future__ import annotations

import re
from pathlib import Path

from hardware import firmware_config


def rewrite(file: Path, *changes: tuple[str, str]) -> None:
    """Replace the first occurrence of each text in a file; all must occur."""
    text = file.read_text("utf-8")
    for before, after in changes:
        assert before in text, f"there is no {before!r} in {file.name}"
        text = text.replace(before, after, 1)
    file.write_text(text, "utf-8")


def move(pcb: Path, ref: str, by_mm: float) -> None:
    """Move a part to the right."""
    text = pcb.read_text("utf-8")
    end = text.index(f'(property "Reference" "{ref}"')
    begin = text.rindex("\n\t(footprint ", 0, end)
    moved = re.sub(
        r"\n\t\t\(at ([\d.]+)",
        lambda match: f"\n\t\t(at {float(match[1]) + by_mm:g}",
        text[begin:end],
        count=1,
    )
    assert moved != text[begin:end]
    pcb.write_text(text[:begin] + moved + text[end:], "utf-8")


def firmware_config_with(folder: Path, before: str, after: str) -> Path:
    """Return a copy of the firmware's configuration with another line."""
    changed = folder / "config.py"
    changed.write_text(firmware_config.SOURCE.read_text("utf-8"), "utf-8")
    rewrite(changed, (before, after))
    return changed
