"""Record of what laid the boards out: digests of the generator and of each board.

Laying them out again takes half a minute, so the checks do it where one of these has changed since.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.paths import HARDWARE

NAME = "layout.json"
"""The record, in the folder of the boards."""
_ELECTRONICS = HARDWARE / "electronics"
_PACKAGES = ("design", "kicad", "layout", "routing", "schematic")
_FILES = ("geometry.py", "geometry.toml", "pinmap.py", "pinmap.toml", "paths.py")


def generator() -> str:
    """Return a digest that changes with all that lays the boards out."""
    sources = [_ELECTRONICS / "fabrication" / "project_file.py"]
    sources += [HARDWARE / name for name in _FILES]
    for package in _PACKAGES:
        sources += (_ELECTRONICS / package).rglob("*.py")
        sources += (_ELECTRONICS / package).rglob("*.toml")
    digest = hashlib.sha256()
    for file in sorted(sources):
        digest.update(file.relative_to(HARDWARE).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def write(name: str, folder: Path = FOLDER) -> None:
    """Record that the generator as it is now has laid a board out."""
    record = _read(folder)
    record[name] = {"generator": generator(), "board": _digest(BoardFiles(name, folder))}
    text = json.dumps(dict(sorted(record.items())), indent=1)
    (folder / NAME).write_text(text + "\n", "utf-8")


def is_current(name: str, folder: Path = FOLDER) -> bool:
    """Return True if the generator as it is now has laid a board out as it is now."""
    recorded = _read(folder).get(name)
    return recorded == {"generator": generator(), "board": _digest(BoardFiles(name, folder))}


def _read(folder: Path) -> dict[str, dict[str, str]]:
    """Return what is recorded; nothing if there is no record."""
    file = folder / NAME
    recorded: dict[str, dict[str, str]] = (
        json.loads(file.read_text("utf-8")) if file.exists() else {}
    )
    return recorded


def _digest(files: BoardFiles) -> str:
    return hashlib.sha256(files.pcb.read_bytes()).hexdigest()
