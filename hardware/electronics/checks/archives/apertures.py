"""Apertures of a Gerber file: the standard ones, and macros."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hardware.electronics.checks.archives.shapes import (
    Polygon,
    Shape,
    Stroke,
    rectangle,
    regular,
    turned,
)

_TOKEN = re.compile(r"\s*(\d*\.?\d+|\$\d+|[-+xX/()])")


def standard(kind: str, sizes: Sequence[float]) -> tuple[Shape, ...]:
    """Return the shape of a standard aperture around the origin.

    Args:
        kind: C, R, O or P: circle, rectangle, obround, regular polygon.
        sizes: as behind the letter in the file, without a hole.

    Raises:
        ValueError: the aperture is not one of these.
    """
    match kind, list(sizes):
        case "C", [diameter]:
            return (Stroke((0, 0), (0, 0), diameter / 2),)
        case "R", [width, height]:
            return (rectangle(width, height),)
        case "O", [width, height]:
            radius = min(width, height) / 2
            x, y = width / 2 - radius, height / 2 - radius
            return (Stroke((-x, -y), (x, y), radius),)
        case "P", [diameter, corners, *turn]:
            return (regular(int(corners), diameter, turn[0] if turn else 0.0),)
    raise ValueError(f"aperture {kind} with the sizes {list(sizes)}")


def from_macro(macro: str, sizes: Sequence[float]) -> tuple[Shape, ...]:
    """Return the shapes of an aperture macro around the origin.

    Args:
        macro: its primitives, each with a `*` behind it.
        sizes: for `$1`, `$2` and so on.

    Raises:
        ValueError: it has a primitive that is not read here.
    """
    given = {f"${index}": size for index, size in enumerate(sizes, 1)}
    shapes: list[Shape] = []
    for line in filter(None, (line.strip() for line in macro.split("*"))):
        if line.startswith("0"):  # a comment
            continue
        if line.startswith("$"):
            name, text = line.split("=", 1)
            given[name] = value(text, given)
            continue
        code, *numbers = (value(text, given) for text in line.split(","))
        if numbers[0] != 1:
            raise ValueError(f"macro primitive {line!r} that takes something away")
        shapes.append(_primitive(int(code), numbers[1:]))
    return tuple(shapes)


def _primitive(code: int, numbers: Sequence[float]) -> Shape:
    """Return the shape of a primitive, from its numbers behind the exposure."""
    match code, list(numbers):
        case 1, [diameter, x, y, *turn]:
            place = turned((x, y), turn[0] if turn else 0.0)
            return Stroke(place, place, diameter / 2)
        case 4, [corners, *points, turn] if len(points) == 2 * int(corners) + 2:
            pairs = list(zip(points[::2], points[1::2], strict=True))
            return _turned(Polygon(tuple(pairs[:-1])), turn)
        case 5, [corners, x, y, diameter, turn]:
            return _turned(regular(int(corners), diameter).moved((x, y)), turn)
        case 20, [width, start_x, start_y, end_x, end_y, turn]:
            return _turned(_band((start_x, start_y), (end_x, end_y), width), turn)
        case 21, [width, height, x, y, turn]:
            return _turned(rectangle(width, height).moved((x, y)), turn)
    raise ValueError(f"macro primitive {code} with {list(numbers)}")


def _turned(polygon: Polygon, degrees: float) -> Polygon:
    return Polygon(tuple(turned(point, degrees) for point in polygon.points))


def _band(start: tuple[float, float], end: tuple[float, float], width: float) -> Polygon:
    """Return a line with square ends that do not stand out."""
    along, across = end[0] - start[0], end[1] - start[1]
    length = (along**2 + across**2) ** 0.5 or 1.0
    x, y = -across / length * width / 2, along / length * width / 2
    corners = ((start, 1), (end, 1), (end, -1), (start, -1))
    return Polygon(tuple((point[0] + way * x, point[1] + way * y) for point, way in corners))


def value(text: str, given: dict[str, float]) -> float:
    """Return the value of a macro's expression, such as `$1+$2x0.5`.

    Raises:
        ValueError: it is none.
    """
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text):
        raise ValueError(f"macro expression {text!r}")
    result = _sum(tokens, given)
    if tokens:
        raise ValueError(f"macro expression {text!r}")
    return result


def _sum(tokens: list[str], given: dict[str, float]) -> float:
    result = _product(tokens, given)
    while tokens and tokens[0] in "+-":
        way = 1 if tokens.pop(0) == "+" else -1
        result += way * _product(tokens, given)
    return result


def _product(tokens: list[str], given: dict[str, float]) -> float:
    result = _factor(tokens, given)
    while tokens and tokens[0] in "xX/":
        result = (
            result / _factor(tokens, given)
            if tokens.pop(0) == "/"
            else result * _factor(tokens, given)
        )
    return result


def _factor(tokens: list[str], given: dict[str, float]) -> float:
    if not tokens:
        raise ValueError("macro expression that ends too early")
    token = tokens.pop(0)
    if token in "+-":
        return _factor(tokens, given) * (1 if token == "+" else -1)
    if token == "(":
        result = _sum(tokens, given)
        if not tokens or tokens.pop(0) != ")":
            raise ValueError("macro expression with an open bracket")
        return result
    return given.get(token, 0.0) if token.startswith("$") else float(token)
