"""The sheets: what is cut from flat material, written as SVG and DXF files.

Both are plain text with millimetres for units.  A drawing has layers by what the machine does:
`cut` through, `engrave` lines into the surface.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions, Place

LAYERS = {"cut": ("#c00000", 1), "engrave": ("#0040c0", 5)}
"""Colour in SVG and number of the colour in DXF, by layer."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and circles in millimetres, y upwards.

    Attributes:
        title: for people.
        outlines: closed polygons to cut.
        circles: holes to cut: middle and diameter.
        marks: straight lines to engrave: begin and end.
    """

    title: str
    outlines: list[list[Place]] = field(default_factory=list)
    circles: list[tuple[Place, float]] = field(default_factory=list)
    marks: list[tuple[Place, Place]] = field(default_factory=list)

    def box(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return min(xs), min(ys), max(xs), max(ys)

    def svg(self) -> str:
        """The drawing as SVG, at its true size."""
        west, south, east, north = self.box()
        width, height = _text(east - west), _text(north - south)

        def at(place: Place) -> tuple[str, str]:
            return _text(place[0] - west), _text(north - place[1])

        shapes = []
        for (x1, y1), (x2, y2) in ((at(one), at(other)) for one, other in self.marks):
            shapes.append(_shape("engrave", f'line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'))
        for place, diameter in self.circles:
            x, y = at(place)
            shapes.append(_shape("cut", f'circle cx="{x}" cy="{y}" r="{_text(diameter / 2)}"'))
        for outline in self.outlines:
            points = " ".join(",".join(at(place)) for place in outline)
            shapes.append(_shape("cut", f'polygon points="{points}"'))
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
                f'viewBox="0 0 {width} {height}">',
                f"<title>{self.title}</title>",
                *shapes,
                "</svg>\n",
            ]
        )

    def dxf(self) -> str:
        """The drawing as DXF of release 12, which every cutter reads; its unit is a millimetre."""
        pairs: list[tuple[int, str]] = [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER")]
        for name, (_, number) in LAYERS.items():
            pairs += [(0, "LAYER"), (2, name), (70, "0"), (62, str(number)), (6, "CONTINUOUS")]
        pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
        for one, other in self.marks:
            pairs += [(0, "LINE"), (8, "engrave"), *_point(one, 0), *_point(other, 1)]
        for place, diameter in self.circles:
            pairs += [(0, "CIRCLE"), (8, "cut"), *_point(place, 0), (40, _text(diameter / 2))]
        for outline in self.outlines:
            pairs += [(0, "POLYLINE"), (8, "cut"), (66, "1"), (70, "1")]
            for corner in outline:
                pairs += [(0, "VERTEX"), (8, "cut"), *_point(corner, 0)]
            pairs.append((0, "SEQEND"))
        pairs += [(0, "ENDSEC"), (0, "EOF")]
        return "".join(f"{code}\n{value}\n" for code, value in pairs)


def diffuser(sizes: Dimensions) -> Drawing:
    """The playing surface: opal acrylic, the squares' boundaries engraved from below."""
    low = (sizes.side - sizes.diffuser_side) / 2
    high = low + sizes.diffuser_side
    lines = [n * sizes.pitch for n in range(sizes.squares + 1)]
    marks = [((x, 0.0), (x, sizes.side)) for x in lines]
    marks += [((0.0, y), (sizes.side, y)) for y in lines]
    title = f"diffuser {sizes.squares}x{sizes.squares}: opal acrylic, {sizes.diffuser:g} mm"
    return Drawing(title, [_rectangle(low, low, high, high)], [], marks)


def base(sizes: Dimensions) -> Drawing:
    """The bottom: plywood, acrylic or hardboard, with the holes for all screws from below.

    It reaches under the controller's case; the engraved lines show where the case and the strips
    will be.
    """
    low = -sizes.frame_gap - sizes.rim + 1.0  # the frame stands over by 1 mm
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
        *(_mount_screw(sizes, *mount) for mount in sizes.mounts()),
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


def write(sizes: Dimensions, folder: Path) -> list[Path]:
    """Write both sheets of a board as SVG and DXF; the files that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, drawing in (("diffuser", diffuser(sizes)), ("base", base(sizes))):
        for kind, text in (("svg", drawing.svg()), ("dxf", drawing.dxf())):
            path = folder / f"{name}.{kind}"
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    return written


def _mount_screw(sizes: Dimensions, kind: str, place: Place, turn: float) -> Place:
    if not kind.endswith("_edge"):
        return place
    inwards = -1 if turn else 1
    return place[0], place[1] + inwards * sizes.edge_mount_screw


def _rectangle(west: float, south: float, east: float, north: float) -> list[Place]:
    return [(west, south), (east, south), (east, north), (west, north)]


def _shape(layer: str, element: str) -> str:
    return f'<{element} fill="none" stroke="{LAYERS[layer][0]}" stroke-width="0.1"/>'


def _point(place: Place, number: int) -> list[tuple[int, str]]:
    """A point as DXF has it; number 1 is the second of a line."""
    return [(10 + number, _text(place[0])), (20 + number, _text(place[1]))]


def _text(value: float) -> str:
    """A length, to a thousandth of a millimetre."""
    return f"{round(value, 3) + 0.0:g}" if abs(value) < 1e3 else f"{value:.3f}"
