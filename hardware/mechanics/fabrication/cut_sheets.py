"""Cut sheets of a board: diffuser and base sheet."""

from __future__ import annotations

from hardware.geometry import Point
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication.drawing import Drawing


def files(sizes: Dimensions) -> dict[str, str]:
    """Return the text of all cut sheets by file name."""
    drawings = {"diffuser": diffuser(sizes), "base": base(sizes)}
    return {
        f"{name}.{kind}": text
        for name, drawing in drawings.items()
        for kind, text in (("svg", drawing.svg()), ("dxf", drawing.dxf()))
    }


def diffuser(sizes: Dimensions) -> Drawing:
    """Return the diffuser: opal acrylic, the squares' boundaries engraved from below."""
    low = (sizes.side - sizes.diffuser_side) / 2
    high = low + sizes.diffuser_side
    lines = [n * sizes.pitch for n in range(sizes.squares + 1)]
    marks = [((x, 0.0), (x, sizes.side)) for x in lines]
    marks += [((0.0, y), (sizes.side, y)) for y in lines]
    title = f"diffuser {sizes.squares}x{sizes.squares}: opal acrylic, {sizes.diffuser:g} mm"
    return Drawing(title, [_rectangle(low, low, high, high)], [], marks)


def base(sizes: Dimensions) -> Drawing:
    """Return the base sheet: plywood, acrylic or hardboard, with holes for the screws from below.

    It reaches under the controller's case; the engraved lines show the positions of the strips.
    """
    low = -sizes.frame_gap - sizes.rim + 1.0  # the frame protrudes by 1 mm
    high = sizes.side - low
    x, y = sizes.case_middle
    half_x, half_y = (length / 2 - 1.0 for length in sizes.case_outside)
    outline = [
        (low, low),
        (high, low),
        (high, high),
        (low, high),
        (low, y + half_y),
        (x - half_x, y + half_y),
        (x - half_x, y - half_y),
        (low, y - half_y),
    ]
    holes = [
        *(screw for mount in sizes.mounts() for screw in _mount_screws(sizes, *mount)),
        *sizes.frame_screws(),
        *sizes.case_posts(),
        *sizes.controller_screws(),
    ]
    marks = []
    for rank in range(sizes.squares):
        south = sizes.strip_edge(rank)
        marks += [((0.0, v), (sizes.side, v)) for v in (south, south + sizes.strip_width)]
    title = f"base {sizes.squares}x{sizes.squares}: plywood or acrylic, {sizes.base_sheet:g} mm"
    return Drawing(title, [outline], [(hole, sizes.screw) for hole in holes], marks)


def _mount_screws(sizes: Dimensions, kind: str, place: Point, turn: float) -> list[Point]:
    x, y = place
    if kind.endswith("_tunnel"):
        return [(x, y - sizes.tunnel_screw), (x, y + sizes.tunnel_screw)]
    if not kind.endswith("_edge"):
        return [place]
    return [(x, y + (-1 if turn else 1) * sizes.edge_mount_screw)]


def _rectangle(west: float, south: float, east: float, north: float) -> list[Point]:
    return [(west, south), (east, south), (east, north), (west, north)]
