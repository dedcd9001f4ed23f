"""Triangle meshes, measured without a CAD library.  Lengths are in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import manifold3d as m3d
import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float64]
"""Points or directions: shape (n, 3)."""
Indices: TypeAlias = NDArray[np.int64]
"""Triangles as indices of points: shape (n, 3), counterclockwise seen from outside."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface of triangles."""

    points: Vectors
    triangles: Indices

    @classmethod
    def from_solid(cls, solid: m3d.Manifold) -> Mesh:
        """Return the surface of a solid."""
        surface = solid.to_mesh()
        return cls(
            np.asarray(surface.vert_properties[:, :3], dtype=np.float64),
            np.asarray(surface.tri_verts, dtype=np.int64),
        )

    @property
    def low(self) -> Vectors:
        """Lowest corner of the bounding box: shape (3,)."""
        lowest: Vectors = self.points.min(axis=0)
        return lowest

    @property
    def high(self) -> Vectors:
        """Highest corner of the bounding box: shape (3,)."""
        highest: Vectors = self.points.max(axis=0)
        return highest

    def volume(self) -> float:
        """Return the enclosed volume; negative if the mesh is inside out."""
        a, b, c = (self.points[self.triangles[:, corner]] for corner in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)

    def open_edges(self) -> int:
        """Count the edges that do not occur once in each direction: 0 if it is watertight."""
        following = np.roll(self.triangles, -1, axis=1)
        begins, ends = self.triangles.ravel(), following.ravel()
        count = len(self.points)
        there, times = np.unique(begins * count + ends, return_counts=True)
        alone = np.setdiff1d(there, ends * count + begins).size
        return int(alone + (times > 1).sum())

    def solid(self) -> m3d.Manifold:
        """Return the solid inside, for boolean operations.

        Raises:
            ValueError: if it encloses no volume, or is not watertight.
        """
        made = m3d.Manifold(
            m3d.Mesh(self.points.astype(np.float32), self.triangles.astype(np.uint32))
        )
        if made.status() != m3d.Error.NoError or made.is_empty():
            raise ValueError(f"the mesh is no solid: {made.status()}")
        return made

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0) -> Mesh:
        """Return the mesh rotated about the z axis, counterclockwise in degrees, then moved."""
        angle = np.radians(turn)
        matrix = np.array(
            [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
        )
        return Mesh(self.points @ matrix.T + np.array([x, y, z]), self.triangles)

    def flipped(self) -> Mesh:
        """Return the mesh upside down: half a turn about the x axis."""
        return Mesh(self.points * np.array([1.0, -1.0, -1.0]), self.triangles)
