"""Check that caps and squares can be told apart by a finger that does not see them.

The signs are cut from the files that are printed, by a plane halfway up; what is compared shares
nothing with the code that draws them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import manifold3d as m3d
import numpy as np

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import KAMISADO, cap_name
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import TOUCH_MM3, block, cylinder, overlap
from hardware.mechanics.mesh.stl import Meshes
from host.engine.kamisado.board import COLOURS, FILES, SQUARE_COLOURS

RESOLVED_MM = 1.0
"""Width below which a fingertip does not feel a gap or a line, about (from memory)."""
DOT_MM2 = 2.0
"""Area of a dot of Braille, 1.6 mm wide: two letters may differ by a single one."""
CAP_MM2 = 4 * DOT_MM2
SQUARE_MM2 = 2 * DOT_MM2
"""Least areas in which two signs differ."""
SPACING_MM = 2.0
"""Least distance of a sign from another raised line."""
CAP_HEIGHT_MM = 1.0
SQUARE_HEIGHT_MM = 0.5
"""Least heights of signs; a dot of Braille has 0.5 (from memory)."""
LINE_MM = 0.8
"""Least width of what is raised: two lines of a nozzle of 0.4."""
_MEETS_MM = 13.0
"""Way on which a tower from the middle of a square meets the ridge around it."""
ANY_TURN = range(0, 360, 10)
"""Turns in which a cap may stand, in degrees."""
EITHER_SIDE = [side + askew for side in (0, 180) for askew in (-10, 0, 10)]
"""Turns in which a square is read: by White or Black, the hand a little askew."""


def cap_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check the signs of all caps, and the line on Black's."""
    tower, found = sizes.tower, []
    white, black = (
        {colour: _cap_section(sizes, meshes[cap_name(side, colour)]) for colour in colours()}
        for side in ("white", "black")
    )
    within = m3d.CrossSection.circle(tower.symbol / 2 + 1.5, 64)
    for colour in colours():
        sign, other = white[colour] ^ within, black[colour] ^ within
        line = black[colour] - within
        if (white[colour] - within).area() > 0:
            found.append(f"{cap_name('white', colour)} has a line as Black's caps have")
        if (sign - other).area() + (other - sign).area() > 0.1:
            found.append(f"the caps of {colour} have different signs")
        if (sign.offset(SPACING_MM - 0.05, m3d.JoinType.Round) ^ line).area() > 0:
            found.append(f"{cap_name('black', colour)}: the line is too near to the sign")
        around = math.pi * (tower.across_flats - 2)
        if line.area() < 0.9 * around * LINE_MM:
            found.append(f"{cap_name('black', colour)} has no line along its edge")
        found += _thin(cap_name("black", colour), black[colour])
        for side in ("white", "black"):
            name = cap_name(side, colour)
            if (high := float(meshes[name].high[2]) - tower.cap_height) < CAP_HEIGHT_MM:
                found.append(f"{name}: the sign stands out by {high:.1f} mm only")
    return found + _alike("caps", white, ANY_TURN, CAP_MM2, within)


def overlay_faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check the overlay: ridges, signs, towers that stand and slide, light."""
    tiles = [part.mesh for part in assembly.overlay(sizes, meshes)]
    whole = m3d.Manifold.compose([tile.solid() for tile in tiles])
    found = _ridge_faults(sizes, whole) + _tower_faults(sizes, meshes, whole)
    covered = whole.slice(sizes.top + sizes.overlay.plate / 2)
    for rank in range(sizes.squares):
        for file in range(sizes.squares):
            x, y = sizes.middle(file, rank)
            led = m3d.CrossSection.circle(3.5, 32).translate((x + sizes.led[0], y + sizes.led[1]))
            if not (covered ^ led).is_empty():
                found.append(f"the overlay covers the LED of file {file + 1}, rank {rank + 1}")
    return list(dict.fromkeys(found + _sign_faults(sizes, meshes, whole)))


def _sign_faults(sizes: Dimensions, meshes: Meshes, whole: m3d.Manifold) -> list[str]:
    """Check that each square has the sign of its colour, as the caps have it."""
    level = whole.slice(sizes.top + (sizes.overlay.plate + sizes.overlay.height) / 2)
    signs = [_corner(sizes, level, index) for index in range(sizes.squares**2)]
    if sizes.squares != KAMISADO:
        marked = [sign for sign in signs if sign.area() > 0]
        return ["a board without colours has signs on its squares"] if marked else []
    tower, overlay, found = sizes.tower, sizes.overlay, []
    scale = (overlay.sign / tower.symbol,) * 2
    within = m3d.CrossSection.circle(tower.symbol / 2 + 1.5, 64)
    caps = {
        colour: (_cap_section(sizes, meshes[cap_name("white", colour)]) ^ within).scale(scale)
        for colour in COLOURS
    }
    first: dict[str, m3d.CrossSection] = {}
    for index, sign in enumerate(signs):
        colour = COLOURS[SQUARE_COLOURS[index]]
        name = f"{'abcdefgh'[index % FILES]}{index // FILES + 1}"
        if colour in first:
            other = first[colour]
            if (sign - other).area() + (other - sign).area() > 0.1:
                found.append(f"{name} has another sign than the other squares of {colour}")
            continue
        first[colour] = sign
        likest = min(caps, key=lambda cap: _differ(caps[cap], first[colour], (0,)))
        if sign.is_empty() or likest != colour:
            found.append(f"{name} has not the sign of {colour}")
    high = overlay.height - overlay.plate
    if high < SQUARE_HEIGHT_MM:
        found.append(f"the signs of the squares stand out by {high:.1f} mm only")
    found += [fault for colour, sign in first.items() for fault in _thin(f"sign {colour}", sign)]
    tops = whole.slice(sizes.top + overlay.height - 0.01)
    for index in range(FILES):  # each colour once: they are alike, and so are the ridges
        sign = signs[index]
        ridges = _corner(sizes, tops, index, overlay.ridge) - sign.offset(0.1, m3d.JoinType.Round)
        if not (sign.offset(SPACING_MM - 0.05, m3d.JoinType.Round) ^ ridges).is_empty():
            found.append(f"the sign of {COLOURS[SQUARE_COLOURS[index]]} is too near to a ridge")
    return found + _alike("squares", first, EITHER_SIDE, SQUARE_MM2, within)


def _ridge_faults(sizes: Dimensions, whole: m3d.Manifold) -> list[str]:
    """Check that a ridge runs along every boundary of two squares, and that nothing is higher."""
    found, overlay = [], sizes.overlay
    low, high = sizes.top, sizes.top + overlay.height
    if (top := whole.bounding_box()[5] - sizes.top) > overlay.height + 1e-3:
        found.append(f"the overlay is {top:.2f} mm high instead of {overlay.height:g}")
    half = LINE_MM / 2
    for n in range(1, sizes.squares):
        at = n * sizes.pitch
        for ridge in (
            block((0, at - half, low), (sizes.side, at + half, high)),
            block((at - half, 0, low), (at + half, sizes.side, high)),
        ):
            open_share = 1 - overlap(whole, ridge) / ridge.volume()
            joint = 2 * sizes.tile_gap / LINE_MM if n % sizes.tile_squares == 0 else 0.0
            if open_share > joint + 0.005:
                found.append(f"the ridge behind square {n} is not whole")
    return found


def _tower_faults(sizes: Dimensions, meshes: Meshes, whole: m3d.Manifold) -> list[str]:
    """Check that a tower stands level in its square and can slide out of it.

    The felt carries it; the foot above is bevelled, so that it rises over what is lower than the
    bevel's end.
    """
    tower, found = sizes.tower, []
    felt = tower.felt_thickness - tower.felt_recess
    if sizes.overlay.height >= felt + tower.chamfer:
        found.append("the overlay is higher than the bevel of a tower's foot: it would catch")
    x, y = sizes.middle(1, 1)
    base = meshes["tower_base_black"].moved(z=sizes.top + felt).solid()
    foot = base + cylinder(tower.felt, sizes.top, sizes.top + felt)
    for away in ((0.0, 0.0), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)):
        placed = foot.translate((x + away[0], y + away[1], 0))
        if overlap(whole, placed) > TOUCH_MM3:
            found.append("a tower in the middle of its square stands on the overlay")
    hard = base.trim_by_plane((0, 0, -1), -(sizes.top + 3)).translate((x, y, 0))
    reach = sizes.pitch
    around = whole ^ block((x - reach, y - reach, sizes.top), (x + reach, y + reach, sizes.top + 5))
    ways = [(east, north) for east in (-1, 0, 1) for north in (-1, 0, 1)]
    if not all(_slides(hard, around, way) for way in ways):
        found.append("a tower that slides out of its square catches on the overlay")
    return list(dict.fromkeys(found))


def _slides(foot: m3d.Manifold, overlay: m3d.Manifold, way: tuple[int, int]) -> bool:
    """Return True if a tower's foot rises over what it meets, nowhere steeper than 45 degrees.

    The felt below it is soft: it is not looked at.
    """
    step, spare, lift = 0.2, 0.05, 0.0
    for number in range(round(_MEETS_MM / step)):
        x, y = (number * step * part for part in way)
        before = lift
        while overlap(overlay, foot.translate((x, y, lift))) > 1e-3:
            lift += spare
            if lift - before > step * math.hypot(*way) + spare:
                return False
    return True


def _cap_section(sizes: Dimensions, mesh: Mesh) -> m3d.CrossSection:
    tower = sizes.tower
    return mesh.solid().slice(tower.cap_height + tower.symbol_height / 2)


def _corner(
    sizes: Dimensions, level: m3d.CrossSection, index: int, beyond: float = 0.0
) -> m3d.CrossSection:
    """Return the sign in the corner of a square, its middle at the origin.

    Args:
        sizes: dimensions of the board.
        level: a section of the overlay above the signs' plates.
        index: number of the square, a1 first.
        beyond: how far to look beyond the beginning of the ridges.
    """
    overlay = sizes.overlay
    rank, file = divmod(index, sizes.squares)
    x = file * sizes.pitch + overlay.sign_middle
    y = rank * sizes.pitch + overlay.sign_middle
    side = 2 * overlay.sign_middle - overlay.foot + 2 * beyond
    return level.translate((-x, -y)) ^ m3d.CrossSection.square((side, side), True)


def _alike(
    what: str,
    signs: dict[str, m3d.CrossSection],
    turns: Iterable[float],
    least: float,
    within: m3d.CrossSection,
) -> list[str]:
    """Return the pairs of signs that differ by less than an area, however they are turned."""
    found = []
    for (one, first), (other, second) in itertools.combinations(signs.items(), 2):
        differ = _differ(first ^ within, second ^ within, turns)
        if differ < least:
            found.append(
                f"{one} and {other} on {what} differ by {differ:.1f} mm2: a finger cannot tell "
                "them apart"
            )
    return found


def _differ(one: m3d.CrossSection, other: m3d.CrossSection, turns: Iterable[float]) -> float:
    """Return the least area in which two signs differ by more than a finger resolves.

    Both are laid on each other by the middles of their boxes, and by their middles of gravity.
    """
    least = math.inf
    for first, second in ((one, other), (_centred(one), _centred(other))):
        for turn in turns:
            turned = second.rotate(turn)
            felt = sum(_opened(part) for part in (first - turned, turned - first))
            least = min(least, felt)
    return least


def _opened(area: m3d.CrossSection, width: float = RESOLVED_MM) -> float:
    """Return how much of an area lies in places at least as wide."""
    core = area.offset(-width / 2, m3d.JoinType.Round)
    return 0.0 if core.is_empty() else (core.offset(width / 2, m3d.JoinType.Round) ^ area).area()


def _thin(name: str, section: m3d.CrossSection) -> list[str]:
    """Return a fault if a raised area has lines that are too thin to print, corners aside."""
    lost = 1 - _opened(section, LINE_MM) / section.area() if section.area() else 0.0
    return [f"{name}: {lost:.0%} of what is raised is too thin to print"] if lost > 0.05 else []


def _centred(section: m3d.CrossSection) -> m3d.CrossSection:
    """Return a section with its middle of gravity at the origin; the empty one as it is."""
    if section.is_empty():
        return section
    twice_area, x, y = 0.0, 0.0, 0.0
    for polygon in section.to_polygons():
        for (x1, y1), (x2, y2) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
            cross = x1 * y2 - x2 * y1
            twice_area += cross
            x += (x1 + x2) * cross / 3
            y += (y1 + y2) * cross / 3
    return section.translate((-x / twice_area, -y / twice_area))
