"""Digests of the files that cannot be compared with a fresh export: pictures and HTML pages.

KiCad's pictures depend on the installed 3D models.  So `make` notes from which board it made each
file, and from which archive those of the archive; the checks find a file that was made from
another, or replaced.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.electronics.fabrication import archive_pictures
from hardware.electronics.fabrication.exports import PICTURES
from hardware.electronics.fabrication.files import BoardFiles


def shown(files: BoardFiles) -> list[Path]:
    """Return the files that show a board or its archive."""
    names = (f"{files.name}-{picture.name}.png" for picture in PICTURES[files.name])
    of_archive = archive_pictures.paths(files).values()
    return [*(files.folder / name for name in names), *of_archive, files.interactive_bom]


def write(files: BoardFiles) -> None:
    """Write the digests of a board's pictures and pages, of the board and the archive."""
    record = {path.name: _digest(path) for path in (files.pcb, files.gerbers, *shown(files))}
    files.digests.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


def faults(files: BoardFiles) -> list[str]:
    """Return the pictures and pages that are missing, replaced, or of another board."""
    record = json.loads(files.digests.read_text("utf-8"))
    for source in (files.pcb, files.gerbers):
        if record.get(source.name) != _digest(source):
            return [f"the pictures of {files.name} show another {source.name}: export them again"]
    return [
        f"{path.name} is missing or is not the picture that was made of {files.name}"
        for path in shown(files)
        if not path.exists() or record.get(path.name) != _digest(path)
    ]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
