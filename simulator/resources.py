"""Files from elsewhere in the project that the simulator needs: firmware, wiring, dimensions.

In a wheel they are in `simulator/data` (pyproject.toml); in a checkout where they are edited.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[1]


def project_file(name: str) -> Path:
    """Return a file or folder of the project by its path from the root of a checkout."""
    packaged = Path(str(files("simulator") / "data" / name))
    return packaged if packaged.exists() else _CHECKOUT / name


CIRCUITPYTHON = Path(str(files("simulator") / "circuitpython"))
"""The folder of the stand-ins for CircuitPython's modules."""
FIRMWARE = project_file("firmware")
"""The folder of the board's program."""
GEOMETRY = project_file("hardware/geometry.toml")
"""Dimensions of the reference build."""
PINMAP = project_file("hardware/pinmap.toml")
"""Wiring of the chip."""
