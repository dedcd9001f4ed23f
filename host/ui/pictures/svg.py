"""SVG of a position."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.game import AnyGame, Square
from host.ui.pictures.board_picture import board_picture, size_of
from host.ui.pictures.shapes import Element, Shape, Text


def position_svg(
    game: AnyGame,
    position: Hashable,
    last: tuple[Square | None, Square | None] = (None, None),
    width: int = 480,
) -> str:
    """Return a position as an SVG document.

    Args:
        last: origin and target of the last move, which are framed.
        width: in pixels; the picture scales.
    """
    across, down = size_of(game)
    title = _escaped(game.position_text(position))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down:g}"'
        f' width="{width}" height="{width * down / across:.0f}" role="img">',
        f"<title>{title}</title>",
        *map(_element, board_picture(game, position, last)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(element: Element) -> str:
    if isinstance(element, Text):
        x, y = element.at
        return (
            f'<text x="{x:g}" y="{y:g}" fill="{element.fill}" font-size="{element.size:g}"'
            ' font-family="sans-serif" font-weight="600" text-anchor="middle"'
            f' dominant-baseline="central">{_escaped(element.text)}</text>'
        )
    edge = ""
    if element.edge is not None:
        edge = f' stroke="{element.edge}" stroke-width="{element.width:g}"'
    if element.radius:
        ((x, y),) = element.points
        shape = f'circle cx="{x:.4g}" cy="{y:.4g}" r="{element.radius:.4g}"'
    else:
        shape = f'polygon points="{_points(element)}"'
    return f'<{shape} fill="{element.fill}"{edge}/>'


def _points(shape: Shape) -> str:
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in shape.points)


def _escaped(text: str) -> str:
    """Return a text as XML has it; the browser's Python has no package for that."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
