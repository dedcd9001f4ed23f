"""Check that the committed files were made from the current sources."""

from __future__ import annotations

from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import KAMISADO, SURFACE
from hardware.mechanics.fabrication import cut_sheets, film, manifest, parts_page


def source_faults(parts: Path) -> list[str]:
    """Check that the parts were made from the sources as they are now."""
    if manifest.recorded_digest(parts) == manifest.sources_digest():
        return []
    return ["the parts are older than their sources: run `python -m hardware.mechanics make`"]


def page_faults() -> list[str]:
    """Check that hardware/PARTS.md is the page of the parts."""
    page = parts_page.FILE
    if page.exists() and page.read_text(encoding="utf-8") == parts_page.page():
        return []
    return [f"{page.name} is not what the parts are: run `python -m hardware.mechanics make`"]


def cut_sheet_faults(sizes: Dimensions, parts: Path) -> list[str]:
    """Check that the cut sheets and the film are those of the dimensions."""
    folder = parts / f"{sizes.squares}x{sizes.squares}"
    expected = cut_sheets.files(sizes)
    if sizes.squares == KAMISADO:
        expected[SURFACE] = film.svg(sizes)
    return [
        f"{folder.name}/{name} is not what the dimensions say"
        for name, text in expected.items()
        if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8") != text
    ]
