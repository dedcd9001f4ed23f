"""Edits that put a fault into a copy of a committed board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hardware import firmware_config


def rewrite(file: Path, *changes: tuple[str, str]) -> None:
    """Replace the first occurrence of each text in a file; all must occur."""
    text = file.read_text("utf-8")
    for before, after in changes:
        assert before in text, f"there is no {before!r} in {file.name}"
        text = text.replace(before, after, 1)
    file.write_text(text, "utf-8")


def edit_footprint(pcb: Path, ref: str, change: Callable[[str], str]) -> None:
    """Change the text of a footprint; it must become another."""
    text = pcb.read_text("utf-8")
    named = text.index(f'(property "Reference" "{ref}"')
    begin = text.rindex("\n\t(footprint ", 0, named)
    end = text.index("\n\t)", named) + len("\n\t)")
    changed = change(text[begin:end])
    assert changed != text[begin:end]
    pcb.write_text(text[:begin] + changed + text[end:], "utf-8")


def move(pcb: Path, ref: str, by_mm: float) -> None:
    """Move a part to the right."""

    def moved(text: str) -> str:
        return re.sub(
            r"\n\t\t\(at ([\d.]+)",
            lambda match: f"\n\t\t(at {float(match[1]) + by_mm:g}",
            text,
            count=1,
        )

    edit_footprint(pcb, ref, moved)


def turn(pcb: Path, ref: str) -> None:
    """Turn a part by 180 degrees about its origin."""

    def turned(text: str) -> str:
        return re.sub(
            r"\n\t\t\(at ([\d.]+) ([\d.]+)(?: (-?[\d.]+))?\)",
            lambda match: f"\n\t\t(at {match[1]} {match[2]} {float(match[3] or 0) + 180:g})",
            text,
            count=1,
        )

    edit_footprint(pcb, ref, turned)


def set_net(pcb: Path, ref: str, pad: str, net: str) -> None:
    """Connect a pad to another net of the board."""
    whole = pcb.read_text("utf-8")
    code = re.search(rf'\n\t\(net (\d+) "/?{re.escape(net)}"\)', whole)
    assert code, f"{pcb.name} has no net {net!r}"
    pattern = rf'(\n\t\t\(pad "{pad}"(?:\n\t\t\t.*| .*)*?\n\t\t\t\(net )\d+ "[^"]*"'
    edit_footprint(
        pcb, ref, lambda text: re.sub(pattern, rf'\g<1>{code[1]} "{net}"', text, count=1)
    )


def set_field(pcb: Path, ref: str, name: str, value: str) -> None:
    """Give a part another value or order number."""
    pattern = rf'(\(property "{name}" )"[^"]*"'
    edit_footprint(pcb, ref, lambda text: re.sub(pattern, rf'\g<1>"{value}"', text, count=1))


def remove(pcb: Path, ref: str) -> None:
    """Leave a part out."""
    edit_footprint(pcb, ref, lambda _: "")


def firmware_config_with(folder: Path, before: str, after: str) -> Path:
    """Return a copy of the firmware's configuration with another line."""
    changed = folder / "config.py"
    changed.write_text(firmware_config.SOURCE.read_text("utf-8"), "utf-8")
    rewrite(changed, (before, after))
    return changed
