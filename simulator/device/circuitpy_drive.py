"""CIRCUITPY drive: the firmware's files, configured for the size and the build of the board."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.board.geometry import Geometry

CONFIG = Path("kamiboard", "config.py")


def configuration(text: str, geometry: Geometry, build: str) -> str:
    """Return the text of the configuration, changed in two lines for this board."""
    size = f"FILES, RANKS = {geometry.files}, {geometry.ranks}"
    text = re.sub(r"^FILES, RANKS = .*$", size, text, count=1, flags=re.MULTILINE)
    return re.sub(r"^BUILD = .*$", f'BUILD = "{build}"', text, count=1, flags=re.MULTILINE)


@contextmanager
def configured(firmware: Path, geometry: Geometry, build: str) -> Iterator[Path]:
    """Yield a folder with the firmware, configured for this board.

    It is the folder itself if its configuration fits, else a copy in which two lines of the
    configuration are changed.
    """
    text = (firmware / CONFIG).read_text(encoding="utf-8")
    wanted = configuration(text, geometry, build)
    if wanted == text:
        yield firmware
        return
    with tempfile.TemporaryDirectory(prefix="kamisado-drive-") as folder:
        drive = Path(folder, "drive")
        shutil.copytree(firmware, drive, ignore=shutil.ignore_patterns("__pycache__"))
        (drive / CONFIG).write_text(wanted, encoding="utf-8")
        yield drive
