"""The manifest: what the CAD said of the parts when it made their files, and from which sources."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.mechanics.design.dimensions import GEOMETRY
from hardware.mechanics.design.printed_parts import PARTS
from hardware.mechanics.design.symbols import SOURCE
from hardware.paths import HARDWARE

MANIFEST = "manifest.json"
_CODE = ("cad", "design")


def sources() -> list[Path]:
    """The files that decide what the parts look like."""
    code = [
        path for folder in _CODE for path in sorted((HARDWARE / "mechanics" / folder).glob("*.py"))
    ]
    return [GEOMETRY, SOURCE, *code]


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
