"""Constants of the firmware's configuration."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hardware.paths import ROOT

SOURCE = ROOT / "firmware" / "kamiboard" / "config.py"


def load(source: Path = SOURCE) -> dict[str, Any]:
    """Run the firmware's config.py, or a copy of it, which imports nothing; return its names."""
    return runpy.run_path(str(source))
