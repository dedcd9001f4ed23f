"""Drawings for laser cutters as SVG and DXF files, in millimetres.

Layers say what the machine does: `cut` through, or `engrave` lines into the surface.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.geometry import Point

LAYERS = {"cut": ("#c00000", 1), "engrave": ("#0040c0", 5)}
"""Colour in SVG and colour number in DXF, by layer."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and circles in millimetres, y upwards.

    Attributes:
        title: title of the SVG file.
        outlines: closed polygons to cut.
        circles: holes to cut, as middle and diameter.
        marks: straight lines to engrave, as begin and end.
    """

    title: str
    outlines: list[list[Point]] = field(default_factory=list)
    circles: list[tuple[Point, float]] = field(default_factory=list)
    marks: list[tuple[Point, Point]] = field(default_factory=list)

    def box(self) -> tuple[float, float, float, float]:
        """Return the least x and y and the greatest x and y."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return min(xs), min(ys), max(xs), max(ys)

    def svg(self) -> str:
        """Return the drawing as SVG, at its true size."""
        west, south, east, north = self.box()
        width, height = _text(east - west), _text(north - south)

        def at(place: Point) -> tuple[str, str]:
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
        """Return the drawing as DXF of release 12, which every cutter reads, in millimetres."""
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


def _shape(layer: str, element: str) -> str:
    return f'<{element} fill="none" stroke="{LAYERS[layer][0]}" stroke-width="0.1"/>'


def _point(place: Point, number: int) -> list[tuple[int, str]]:
    """Return the DXF codes of a point; number 1 is the second point of a line."""
    return [(10 + number, _text(place[0])), (20 + number, _text(place[1]))]


def _text(value: float) -> str:
    """Return a length as text, to a thousandth of a millimetre."""
    return f"{round(value, 3) + 0.0:g}" if abs(value) < 1e3 else f"{value:.3f}"
