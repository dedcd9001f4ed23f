"""Triangle meshes: read from STL files, and measured without a CAD library.

Numpy does the counting, manifold3d the intersections.  Lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import manifold3d as m3d
import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float64]
"""Points or directions: shape (n, 3)."""
Indices: TypeAlias = NDArray[np.int64]
"""Corners of triangles as indices of points: shape (n, 3), against the clock seen from outside."""

_HEADER = 84
"""Bytes before the triangles of a binary STL file: a text and their number."""
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_ROUNDING = 1e-4
"""STL files have no shared points: those nearer to each other than this are one."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface of triangles."""

    points: Vectors
    triangles: Indices

    @property
    def low(self) -> Vectors:
        """The corner of the bounding box with the least coordinates: shape (3,)."""
        lowest: Vectors = self.points.min(axis=0)
        return lowest

    @property
    def high(self) -> Vectors:
        """The opposite corner."""
        highest: Vectors = self.points.max(axis=0)
        return highest

    def volume(self) -> float:
        """What it encloses; negative if it is inside out."""
        a, b, c = (self.points[self.triangles[:, corner]] for corner in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)

    def open_edges(self) -> int:
        """Edges that do not run once in either direction: 0 of a watertight surface."""
        following = np.roll(self.triangles, -1, axis=1)
        begins, ends = self.triangles.ravel(), following.ravel()
        count = len(self.points)
        there, times = np.unique(begins * count + ends, return_counts=True)
        alone = np.setdiff1d(there, ends * count + begins).size
        return int(alone + (times > 1).sum())

    def solid(self) -> m3d.Manifold:
        """For intersections.

        Raises:
            ValueError: it encloses no volume, or is not watertight.
        """
        made = m3d.Manifold(
            m3d.Mesh(self.points.astype(np.float32), self.triangles.astype(np.uint32))
        )
        if made.status() != m3d.Error.NoError or made.is_empty():
            raise ValueError(f"the mesh is no solid: {made.status()}")
        return made

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0) -> Mesh:
        """Turned about the z axis, against the clock in degrees, then moved."""
        angle = np.radians(turn)
        matrix = np.array(
            [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
        )
        return Mesh(self.points @ matrix.T + np.array([x, y, z]), self.triangles)

    def flipped(self) -> Mesh:
        """Upside down: half a turn about the x axis."""
        return Mesh(self.points * np.array([1.0, -1.0, -1.0]), self.triangles)


def read(path: Path) -> Mesh:
    """Read a binary STL file.

    Raises:
        ValueError: it is not one, or it is cut off.
    """
    data = path.read_bytes()
    count = int.from_bytes(data[_HEADER - 4 : _HEADER], "little")
    if len(data) != _HEADER + count * _TRIANGLE.itemsize:
        raise ValueError(f"{path} is no binary STL file of {count} triangles: make it again")
    corners = np.frombuffer(data, _TRIANGLE, offset=_HEADER)["corners"].reshape(-1, 3)
    return weld(corners.astype(np.float64))


def weld(corners: Vectors) -> Mesh:
    """A mesh of loose triangles, three rows each, in which points that coincide are one."""
    rounded = np.round(corners / _ROUNDING).astype(np.int64)
    _, first, inverse = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    triangles = inverse.reshape(-1, 3).astype(np.int64)
    a, b, c = triangles.T
    real = (a != b) & (b != c) & (c != a)
    return Mesh(corners[first], triangles[real])


def overlap(one: m3d.Manifold, other: m3d.Manifold) -> float:
    """The volume that two solids share, in cubic millimetres."""
    return float((one ^ other).volume())


def cylinder(diameter: float, low: float, high: float, x: float = 0, y: float = 0) -> m3d.Manifold:
    """An upright cylinder, its 96 corners on the circle."""
    made = m3d.Manifold.cylinder(high - low, diameter / 2, diameter / 2, 96)
    return made.translate((x, y, low))


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> m3d.Manifold:
    """A box between two opposite corners."""
    size = [end - begin for begin, end in zip(low, high, strict=True)]
    return m3d.Manifold.cube(size).translate(low)


def extruded(outline: Sequence[tuple[float, float]], low: float, high: float) -> m3d.Manifold:
    """An upright prism over an outline, against the clock."""
    return m3d.Manifold.extrude(m3d.CrossSection([list(outline)]), high - low).translate(
        (0, 0, low)
    )


def joined(solids: Sequence[m3d.Manifold]) -> m3d.Manifold:
    """Many solids as one."""
    return m3d.Manifold.batch_boolean(list(solids), m3d.OpType.Add)


def of(solid: m3d.Manifold) -> Mesh:
    """The surface of a solid."""
    surface = solid.to_mesh()
    return Mesh(
        np.asarray(surface.vert_properties[:, :3], dtype=np.float64),
        np.asarray(surface.tri_verts, dtype=np.int64),
    )
