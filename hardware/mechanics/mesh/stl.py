"""Binary STL files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import PARTS, printed
from hardware.mechanics.mesh.mesh import Mesh, Vectors

Meshes: TypeAlias = Mapping[str, Mesh]
"""Meshes of the parts of a board by name, in the coordinates of their files."""

_HEADER = 84
"""Bytes before the triangles: a text and the number of triangles."""
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_ROUNDING = 1e-4
"""STL files have no shared points: points nearer to each other than this are merged."""


def read(path: Path) -> Mesh:
    """Read a binary STL file.

    Raises:
        ValueError: if it is none, or is truncated.
    """
    data = path.read_bytes()
    count = int.from_bytes(data[_HEADER - 4 : _HEADER], "little")
    if len(data) != _HEADER + count * _TRIANGLE.itemsize:
        raise ValueError(f"{path} is no binary STL file of {count} triangles: make it again")
    corners = np.frombuffer(data, _TRIANGLE, offset=_HEADER)["corners"].reshape(-1, 3)
    return _weld(corners.astype(np.float64))


def read_parts(sizes: Dimensions, parts: Path = PARTS) -> dict[str, Mesh]:
    """Return the meshes of all parts of a board by name."""
    return {part.name: read(part.path(sizes, "stl", parts)) for part in printed(sizes)}


def _weld(corners: Vectors) -> Mesh:
    """Return a mesh of separate triangles, three rows each, with coinciding points merged."""
    rounded = np.round(corners / _ROUNDING).astype(np.int64)
    _, first, inverse = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    triangles = inverse.reshape(-1, 3).astype(np.int64)
    a, b, c = triangles.T
    real = (a != b) & (b != c) & (c != a)
    return Mesh(corners[first], triangles[real])
