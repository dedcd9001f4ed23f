"""Record of what the pictures show: digests of their sources and of the pictures."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.electronics.fabrication.files import BoardFiles
from hardware.mechanics.fabrication import manifest
from hardware.paths import HARDWARE

RECORD = HARDWARE / "mechanics" / "rendering" / "pictures.json"
_BOARDS = ("strip8", "controller")


def sources() -> str:
    """Return a digest that changes with the parts, the boards and the code that draws them."""
    mechanics = HARDWARE / "mechanics"
    code = [*sorted((mechanics / "rendering").glob("*.py")), *sorted(mechanics.glob("mesh/*.py"))]
    code += [mechanics / "fabrication" / name for name in ("cut_sheets.py", "fasteners.py")]
    drawn = [manifest.sources_digest(code), manifest.recorded_digest()]
    drawn += [_digest(BoardFiles(name).pcb) for name in _BOARDS]
    return hashlib.sha256(" ".join(drawn).encode()).hexdigest()[:16]


def write(folder: Path, record: Path = RECORD) -> None:
    """Record the pictures in a folder as those of the sources as they are now."""
    pictures = {path.name: _digest(path) for path in sorted(folder.glob("*.png"))}
    text = json.dumps({"sources": sources(), "pictures": pictures}, indent=1)
    record.write_text(text + "\n", encoding="utf-8")


def faults(folder: Path, record: Path = RECORD) -> list[str]:
    """Return the pictures that are stale, missing or not those that were drawn, as sentences."""
    recorded = json.loads(record.read_text("utf-8"))
    found = []
    if recorded["sources"] != sources():
        found.append(
            "the pictures are older than what they show: run "
            "`python -m hardware.mechanics pictures`"
        )
    now = {path.name: _digest(path) for path in folder.glob("*.png")}
    drawn = recorded["pictures"]
    for name in sorted(now.keys() | drawn.keys()):
        if now.get(name) != drawn.get(name):
            found.append(f"{name} is missing or is not the picture that was drawn")
    return found


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
