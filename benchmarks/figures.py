"""Figures of a benchmark as a JSON file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from host.cli.options import Echo


def load() -> str:
    """Return the load of the machine in the last minute, where it is known."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def save(figures: Mapping[str, object], path: Path, echo: Echo) -> int:
    """Write the figures to a file; return the exit status."""
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    echo(f"\nsaved in {path}")
    return 0
