"""The manifest: what the CAD said of the parts when it made their files, and from which sources."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.mechanics.catalogue import PARTS
from hardware.mechanics.dimensions import GEOMETRY
from hardware.mechanics.symbols import SOURCE

MANIFEST = "manifest.json"
_HERE = Path(__file__).resolve().parent
_CAD = ("case", "dimensions", "export", "frame", "grid", "mounts", "sheets", "solid", "tower")


def sources() -> list[Path]:
    """The files that decide what the parts look like."""
    return [GEOMETRY, SOURCE, *(_HERE / f"{name}.py" for name in _CAD)]


def sources_digest(files: list[Path] | None = None) -> str:
    """A number that is another when a source has changed, whatever its line ends.

    Args:
        files: None for those of the committed parts.
    """
    digest = hashlib.sha256()
    for path in files or sources():
        digest.update(path.read_text(encoding="utf-8").encode())
    return digest.hexdigest()[:16]


def volumes(parts: Path = PARTS) -> dict[str, float]:
    """The volume of each part according to the CAD, in cubic millimetres, by the file's path."""
    told = json.loads((parts / MANIFEST).read_text(encoding="utf-8"))
    return {name: values["volume_mm3"] for name, values in told["parts"].items()}


def made_from(parts: Path = PARTS) -> str:
    """The digest of the sources that the files were made from."""
    return str(json.loads((parts / MANIFEST).read_text(encoding="utf-8"))["sources"])
