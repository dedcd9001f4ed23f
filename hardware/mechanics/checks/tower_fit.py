"""Check that magnet and felt fit into the base, that its letter is the pole to glue in, and that
rings and caps snap on."""

from __future__ import annotations

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh.solids import TOUCH_MM3, cylinder, overlap
from hardware.mechanics.mesh.stl import Meshes

_CUT = {"N": ((-1, -0.75), (1, 0.75), (-0.5, 0.75)), "S": ((-1, 0.75), (1, -0.75), (0, 0))}
_KEPT = {"N": ((0.5, 0.75), (-0.5, -0.75)), "S": ((1, 0.5), (-1, -0.5))}
"""Points that the strokes of a letter 3 high cut and leave, from its middle, seen from below."""


def pole_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check the letter beside the magnet's pocket: White's north pole is down, Black's south pole,
    as the firmware takes them (NORTH_SIGN) and the guide says."""
    tower = sizes.tower
    middle = -(tower.felt + tower.magnet) / 4
    faults = []
    for name, letter in (("tower_base_white", "N"), ("tower_base_black", "S")):
        base = meshes[name].solid()
        for cut, points in ((True, _CUT[letter]), (False, _KEPT[letter])):
            for x, y in points:
                low = tower.felt_recess + 0.05
                probe = cylinder(0.2, low, low + 0.2, -x, middle + y)
                if (overlap(base, probe) < probe.volume() / 2) != cut:
                    faults.append(f"{name}: the letter beside its magnet is not {letter}")
    return list(dict.fromkeys(faults))


def magnet_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check that magnet and felt fit into both bases, and that the magnet's position is defined."""
    faults = []
    tower = sizes.tower
    face = tower.felt_recess
    for name in ("tower_base_white", "tower_base_black"):
        base = meshes[name].solid()
        disc = cylinder(tower.magnet, face, face + tower.magnet_thickness)
        if overlap(base, disc) > 1e-3:
            faults.append(f"{name}: a magnet of {tower.magnet:g} mm does not go in")
        # From below, through the felt's recess.
        if overlap(base, cylinder(tower.magnet, -5, face + tower.magnet_thickness)) > 1e-3:
            faults.append(f"{name}: the way to the magnet's pocket is not free")
        wide = cylinder(tower.magnet + 0.8, face, face + tower.magnet_thickness)
        if overlap(base, wide) < 1:
            faults.append(f"{name}: the pocket is so wide that the magnet's place is not certain")
        deep = cylinder(tower.magnet, face, face + tower.magnet_thickness + 0.5)
        if overlap(base, deep) < 1:
            faults.append(f"{name}: the pocket is so deep that the magnet may sit too high")
        felt = cylinder(tower.felt - 0.4, -1, face)
        if overlap(base, felt) > 1e-3:
            faults.append(f"{name}: the felt does not go into its recess")
        width = meshes[name].high[0] - meshes[name].low[0]
        if abs(width - tower.across_flats) > 0.01:
            faults.append(f"{name}: {width:.2f} mm wide instead of {tower.across_flats:g}")
    return faults


def ring_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check that rings seat and snap on both bases and on each other."""
    tower = sizes.tower
    ring = meshes["tower_ring"].solid()
    faults = []
    for name in ("tower_base_white", "tower_base_black"):
        faults += _seat(name, meshes[name].solid(), tower.base_height, "a ring", ring)
    return faults + _seat("tower_ring", ring, tower.ring_height, "a second ring", ring)


def cap_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check that every cap snaps on a base and on a ring."""
    tower = sizes.tower
    faults = []
    names = [name for name in meshes if name.startswith("tower_cap_")]
    solids = {name: meshes[name].solid() for name in names}
    for name, cap in solids.items():
        base = meshes["tower_base_white"].solid()
        faults += _seat("tower_base_white", base, tower.base_height, name, cap)
        ring = meshes["tower_ring"].solid()
        faults += _seat("tower_ring", ring, tower.ring_height, name, cap)
    return faults


def _seat(
    name: str, below: m3d.Manifold, height: float, what: str, above: m3d.Manifold
) -> list[str]:
    """Check that a part snaps onto another: no overlap when seated, some when lifted."""
    faults = []
    if (seated := overlap(below, above.translate((0, 0, height)))) > TOUCH_MM3:
        faults.append(f"{what} does not seat on {name}: {seated:.2f} mm3 in the way")
    if overlap(below, above.translate((0, 0, height - 0.2))) < 1:
        faults.append(f"{what} would sink into {name}")
    lifted = overlap(below, above.translate((0, 0, height + 1.2)))
    if not 0.3 < lifted < 15:
        faults.append(f"{what} does not snap on {name}: {lifted:.2f} mm3 of bead in the way")
    return faults
