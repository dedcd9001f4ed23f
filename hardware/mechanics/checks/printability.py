"""Check that a part can be printed: one watertight body, as designed, on the printer's bed."""

from __future__ import annotations

from hardware.mechanics.design.printed_parts import PrintedPart
from hardware.mechanics.mesh.mesh import Mesh

SAME_VOLUME = 0.005
"""Largest relative difference of the volumes of mesh and CAD solid: triangles cut curves short."""


def faults(part: PrintedPart, mesh: Mesh, bed_mm: float, cad_mm3: float | None) -> list[str]:
    """Check one part.

    Args:
        part: its entry in the list of parts.
        mesh: its file.
        bed_mm: side of the printer's bed.
        cad_mm3: volume of the CAD solid; None if it is unknown.
    """
    found = []
    if open_edges := mesh.open_edges():
        return [f"{part.name}: not watertight, {open_edges} open edges"]
    if (volume := mesh.volume()) < 0:
        return [f"{part.name}: inside out"]
    solid = mesh.solid()
    if (bodies := len(solid.decompose())) != 1:
        found.append(f"{part.name}: {bodies} bodies instead of one")
    if solid.genus() != part.holes:
        found.append(f"{part.name}: {solid.genus()} ways through instead of {part.holes}")
    if cad_mm3 is None:
        found.append(f"{part.name}: not in the manifest")
    elif abs(volume - cad_mm3) > SAME_VOLUME * cad_mm3:
        found.append(f"{part.name}: {volume:.0f} mm3, of which the CAD says {cad_mm3:.0f}")
    if abs(mesh.low[2]) > 1e-3:
        found.append(f"{part.name}: lies {mesh.low[2]:.3f} mm above the printer's bed")
    if max((mesh.high - mesh.low)[:2]) > bed_mm:
        found.append(f"{part.name}: larger than a bed of {bed_mm:g} mm")
    return found
