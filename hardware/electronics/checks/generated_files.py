"""Check that the committed files are what the generator makes and what KiCad exports from them."""

from __future__ import annotations

from pathlib import Path

from hardware.electronics.design import boards
from hardware.electronics.fabrication import digests, exports, project_file
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad.sexpr import Tree, dumps, loads
from hardware.electronics.schematic import schematic_writer

_RANDOM = ("uuid", "members", "filled_polygon")
"""Lists that KiCad writes differently each time; the last begins at another corner."""


def schematic_faults(files: BoardFiles) -> list[str]:
    """Check that the schematic is, byte for byte, what the generator writes."""
    if files.schematic.read_text("utf-8") == schematic_writer.write(boards.load(files.name)):
        return []
    return [f"{files.schematic.name} is not what hardware.electronics makes: make it again"]


def project_faults(files: BoardFiles) -> list[str]:
    """Check that the project file is what the generator writes."""
    if files.project.read_text("utf-8") == project_file.project(boards.load(files.name)):
        return []
    return [f"{files.project.name} is not what hardware.electronics makes: make it again"]


def pcb_faults(files: BoardFiles, fresh: Path) -> list[str]:
    """Check that the board is what the generator has just made in the folder `fresh`.

    Identifiers, filled zones and the order of items, which KiCad sorts by identifier, may differ.
    """
    before, after = (_items(each.pcb) for each in (files, BoardFiles(files.name, fresh)))
    if before == after:
        return []
    shown = [*(before - after), *(after - before)]
    return [
        f"{files.pcb.name} is not what hardware.electronics makes: {len(before - after)} items too "
        f"many, {len(after - before)} missing, such as {min(shown, key=len)[:120]!r}"
    ]


def _items(pcb: Path) -> set[str]:
    """Return the items of a board file as text, in canonical form."""
    tree = loads(pcb.read_text("utf-8"))
    items = (_canonical(item) for item in tree if isinstance(item, list))
    return {dumps(item) for item in items if item}


def _canonical(tree: Tree) -> Tree:
    """Return a tree without random lists, the lists within it sorted; [] for a random list."""
    if tree[0] in _RANDOM:
        return []
    atoms: Tree = [item for item in tree if not isinstance(item, list)]
    lists = [_canonical(item) for item in tree if isinstance(item, list)]
    return [*atoms, *sorted((item for item in lists if item), key=dumps)]


def export_faults(files: BoardFiles) -> list[str]:
    """Check that the exports belong to the KiCad files beside them, and that none is missing."""
    faults = []
    exported = exports.run(files)
    names = exports.gerber_names(files.name)
    packed = exports.unpack(files.gerbers)
    if names ^ packed.keys():
        wrong = ", ".join(sorted(names ^ packed.keys()))
        faults.append(f"{files.gerbers.name}: missing or too many: {wrong}")
    stale = sorted(name for name in names if exported[name] != packed.get(name))
    if stale:
        faults.append(
            f"{files.gerbers.name} does not belong to {files.pcb.name}: {', '.join(stale)}"
        )
    for path, data in exports.written(files, exported).items():
        if not path.exists() or path.read_bytes() != data:
            faults.append(f"{path.name} does not belong to the KiCad files of {files.name}")
    return faults + digests.faults(files)
