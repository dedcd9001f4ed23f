"""Sheets on which a part of a circuit board is drawn, as SVG in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from hardware.electronics.kicad.pcb_file import Footprint, numbers
from hardware.electronics.kicad.sexpr import Tree, child, children
from hardware.geometry import Box, Point

INK, RED, GREY, PALE, COPPER = "#20242a", "#c01818", "#8a929c", "#e6efe8", "#c8a850"
SCALE = 12.0
"""Units of the drawing for a millimetre."""


@dataclass(slots=True)
class Sheet:
    """A drawing of a board, or a part of it, in millimetres, y downwards.

    Attributes:
        area: what is shown, with its margins.
        board: the outline of the board, as far as it is shown.
        mirrored: True for a board that is seen from below.
        shapes: elements of the SVG, the lowest first.
    """

    area: Box
    board: Box
    mirrored: bool = False
    shapes: list[str] = field(default_factory=list)

    def at(self, point: Point) -> Point:
        """Return the place of a point in units of the drawing."""
        left, upper, right, _ = self.area
        x = right - point[0] if self.mirrored else point[0] - left
        return round(x * SCALE, 1), round((point[1] - upper) * SCALE, 1)

    def line(self, one: Point, other: Point, colour: str, width: float, dashed: bool) -> None:
        """Draw a line."""
        (x1, y1), (x2, y2) = self.at(one), self.at(other)
        dashes = ' stroke-dasharray="6 4"' if dashed else ""
        self.shapes.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" '
            f'stroke-width="{width}"{dashes}/>'
        )

    def circle(self, middle: Point, radius: float, fill: str, stroke: str = "none") -> None:
        """Draw a circle."""
        x, y = self.at(middle)
        self.shapes.append(
            f'<circle cx="{x}" cy="{y}" r="{radius * SCALE:.1f}" fill="{fill}" stroke="{stroke}"/>'
        )

    def rectangle(self, box: Box, fill: str, stroke: str = "none", opacity: float = 1.0) -> None:
        """Draw a rectangle."""
        xs, ys = zip(*(self.at(corner) for corner in (box[:2], box[2:])), strict=True)
        self.shapes.append(
            f'<rect x="{min(xs)}" y="{min(ys)}" width="{max(xs) - min(xs):.1f}" '
            f'height="{max(ys) - min(ys):.1f}" fill="{fill}" stroke="{stroke}" '
            f'opacity="{opacity:g}"/>'
        )

    def text(
        self, middle: Point, text: str, height: float, colour: str = INK, anchor: str = "middle"
    ) -> None:
        """Write a text, its middle (or its beginning, as `anchor` says) at a point."""
        x, y = self.at(middle)
        size = height * SCALE
        self.shapes.append(
            f'<text x="{x}" y="{y + size * 0.35:.1f}" font-size="{size:.1f}" fill="{colour}" '
            f'text-anchor="{anchor}">{escape(text)}</text>'
        )

    def svg(self, title: str) -> str:
        """Return the drawing as SVG."""
        left, upper, right, lower = self.area
        width, height = (right - left) * SCALE, (lower - upper) * SCALE
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
                f'width="{width:g}" height="{height:g}" font-family="sans-serif">',
                f"<title>{escape(title)}</title>",
                f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
                *self.shapes,
                "</svg>\n",
            ]
        )


def draw(sheet: Sheet, part: Footprint, mark: bool, dashed: bool = False) -> None:
    """Draw body and pads of a part.

    Args:
        sheet: the sheet to draw on.
        part: the part.
        mark: draw pad 1 in red, as it tells the way round.
        dashed: draw the body in dashed lines.
    """
    for item in body(part):
        for one, other in segments(part, item):
            sheet.line(one, other, INK, 1.6, dashed)
    for pad in children(part.tree, "pad"):
        place = numbers(child(pad, "at"))
        if not pad[1]:
            continue
        x, y = part.at(place[:2])
        across, along = numbers(child(pad, "size"))
        if len(place) > 2 and round(place[2]) % 180 == 90:
            across, along = along, across
        marked = pad[1] == "1" and mark
        box = (x - across / 2, y - along / 2, x + across / 2, y + along / 2)
        sheet.rectangle(box, RED if marked else COPPER)


def body(part: Footprint) -> Iterator[Tree]:
    layer = "B.Fab" if part.bottom else "F.Fab"
    for kind in ("fp_line", "fp_rect", "fp_poly", "fp_circle"):
        for item in children(part.tree, kind):
            if child(item, "layer")[1] == layer:
                yield item


def segments(part: Footprint, item: Tree) -> Iterator[tuple[Point, Point]]:
    """Yield the straight lines of a graphic item on the board; a circle as its square."""
    if item[0] == "fp_line":
        yield part.at(numbers(child(item, "start"))), part.at(numbers(child(item, "end")))
        return
    if item[0] == "fp_poly":
        corners = [numbers(xy) for xy in children(child(item, "pts"), "xy")]
    elif item[0] == "fp_rect":
        (x1, y1), (x2, y2) = numbers(child(item, "start")), numbers(child(item, "end"))
        corners = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]]
    else:
        return
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield part.at(one), part.at(other)
