"""The files: that what is committed is what the generator makes and what KiCad exports from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.electronics.fabrication import exports
from hardware.electronics.fabrication.build import Files, design, files
from hardware.electronics.kicad.sexpr import Tree, dumps, loads
from hardware.electronics.schematic import schematic_writer

_CHANGING = ("uuid", "members", "filled_polygon")
"""What KiCad makes up anew each time, or begins at another corner."""


def schematic_faults(made: Files) -> list[str]:
    """Whether the schematic is, byte for byte, what the generator writes."""
    if made.schematic.read_text("utf-8") == schematic_writer.write(design(made.name)):
        return []
    return [f"{made.schematic.name} is not what hardware.electronics makes: make it again"]


def pcb_faults(made: Files, again: Path) -> list[str]:
    """Whether the board is what the generator made in the folder `again`, a moment ago.

    Identifiers and the outlines of pours are left out; KiCad sorts by the former, so the order of
    items says nothing either.
    """
    before, after = (essence(file.pcb) for file in (made, files(made.name, again)))
    if before == after:
        return []
    shown = [*(before - after), *(after - before)]
    return [
        f"{made.pcb.name} is not what hardware.electronics makes: {len(before - after)} items too "
        f"many, {len(after - before)} missing, such as {min(shown, key=len)[:120]!r}"
    ]


def essence(pcb: Path) -> set[str]:
    """The items of a board file as text, without what changes from run to run."""
    return {dumps(list(item)) for item in _pared(loads(pcb.read_text("utf-8"))) if item}


def _pared(tree: Tree) -> Iterator[Tree]:
    for item in tree:
        if isinstance(item, list):
            yield _without(item)


def _without(tree: Tree) -> Tree:
    """A tree without what changes; lists within it sorted, since KiCad sorts them by identifier."""
    if tree[0] in _CHANGING:
        return []
    atoms: Tree = [item for item in tree if not isinstance(item, list)]
    lists = [_without(item) for item in tree if isinstance(item, list)]
    return [*atoms, *sorted((item for item in lists if item), key=dumps)]


def export_faults(made: Files) -> list[str]:
    """Whether the files to order belong to the KiCad files beside them, and none is missing."""
    faults = []
    packed = exports.unpack(made.gerbers)
    missing = exports.expected_gerbers(made.name) ^ packed.keys()
    if missing:
        faults.append(f"{made.gerbers.name}: missing or too many: {', '.join(sorted(missing))}")
    fresh = exports.gerbers(made.pcb)
    stale = sorted(name for name in fresh if fresh[name] != packed.get(name))
    if stale:
        faults.append(f"{made.gerbers.name} does not belong to {made.pcb.name}: {', '.join(stale)}")
    if made.positions.read_text("utf-8") != exports.positions(made.pcb):
        faults.append(f"{made.positions.name} does not belong to {made.pcb.name}")
    if made.bill.read_text("utf-8") != exports.bill(made.schematic):
        faults.append(f"{made.bill.name} does not belong to {made.schematic.name}")
    faults += [
        f"there is no {path.name}"
        for path in (made.pdf, made.picture(under=False), made.picture(under=True))
        if not path.exists()
    ]
    return faults
