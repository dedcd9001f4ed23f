"""Edits that put a fault into a part."""

from __future__ import annotations

from collections.abc import Callable

import manifold3d as m3d

from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import PrintedPart, printed
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.stl import Meshes

SIZES = load(8)


def part(name: str) -> PrintedPart:
    """Return the entry of a part in the list of parts."""
    return next(entry for entry in printed(SIZES) if entry.name == name)


def changed(meshes: Meshes, name: str, change: Callable[[m3d.Manifold], m3d.Manifold]) -> Meshes:
    """Return the meshes with one of them changed."""
    return {**meshes, name: Mesh.from_solid(change(meshes[name].solid()))}
