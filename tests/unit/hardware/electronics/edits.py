"""Edits that put a fault into a copy of a committed board."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

from hardware import firmware_config
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file, sexpr
from hardware.electronics.kicad.pcb_file import PcbFile

Change: TypeAlias = Callable[[str], str]
"""From the text of an item of a board to another."""


def rewrite(file: Path, *changes: tuple[str, str]) -> None:
    """Replace the first occurrence of each text in a file; all must occur."""
    text = file.read_text("utf-8")
    for before, after in changes:
        assert before in text, f"there is no {before!r} in {file.name}"
        text = text.replace(before, after, 1)
    file.write_text(text, "utf-8")


def edit_footprint(pcb: Path, ref: str, change: Change) -> None:
    """Change the text of a footprint; it must become another."""
    text = pcb.read_text("utf-8")
    begin, end = _footprint(text, ref)
    changed = change(text[begin:end])
    assert changed != text[begin:end]
    pcb.write_text(text[:begin] + changed + text[end:], "utf-8")


def _footprint(text: str, ref: str) -> tuple[int, int]:
    """Return where the text of a footprint begins and ends in that of its board."""
    named = text.index(f'(property "Reference" "{ref}"')
    return text.rindex("\n\t(footprint ", 0, named), text.index("\n\t)", named) + len("\n\t)")


@cache
def committed(board: str) -> tuple[str, PcbFile]:
    """Return the text of a committed board, and what is read from it."""
    file = BoardFiles(board).pcb
    return file.read_text("utf-8"), pcb_file.read(file)


def with_footprint(board: str, ref: str, change: Change, base: PcbFile | None = None) -> PcbFile:
    """Return a committed board of which one footprint's text is changed; only that is parsed.

    Args:
        board: its name.
        ref: reference of the footprint.
        change: from its text to another.
        base: the board with other changes; None for none.
    """
    text, pcb = committed(board)
    begin, end = _footprint(text, ref)
    changed = change(text[begin:end])
    assert changed != text[begin:end], f"{ref} of {board} is as before"
    other = pcb_file.footprint(sexpr.loads(changed), pcb.corner)
    whole = base or pcb
    parts = tuple(other if part.reference == ref else part for part in whole.footprints)
    return replace(whole, footprints=parts)


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


def scaled(along: float, across: float = 1.0) -> Change:
    """Return a change that moves the pads of a footprint apart or together."""
    pattern = r'(\(pad "[^"]*" [^\n]*\n\t\t\t\(at )(-?[\d.]+) (-?[\d.]+)'

    def scale(match: re.Match[str]) -> str:
        return f"{match[1]}{float(match[2]) * along:g} {float(match[3]) * across:g}"

    return lambda text: re.sub(pattern, scale, text)


def replaced(before: str, after: str, count: int = -1) -> Change:
    """Return a change that replaces a text: everywhere, or where it occurs first."""
    return lambda text: text.replace(before, after, count)


def firmware_config_with(folder: Path, before: str, after: str) -> Path:
    """Return a copy of the firmware's configuration with another line."""
    changed = folder / "config.py"
    changed.write_text(firmware_config.SOURCE.read_text("utf-8"), "utf-8")
    rewrite(changed, (before, after))
    return changed
