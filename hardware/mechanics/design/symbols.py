"""Symbols of the eight colours, as outlines in millimetres.

They are read from the page's `host/ui/static/js/board/symbols.js`, so that a printed tower and
the screen show the same symbol.  Its shapes are SVG paths in a box of 24 x 24, with absolute
commands only.
"""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

from hardware.geometry import Point
from hardware.paths import SYMBOLS

BOX = 24.0
"""Side of the box of a shape."""
OPEN_SYMBOLS = ("pink", "blue")
"""Colours whose raised symbol is a line along the outline.

Solid, the heart, the drop and the moon are too alike to a finger that does not know which way up
they are: see `hardware.mechanics.checks.touch`.
"""
_STEP = 0.35
"""Length of the line segments that approximate curves, in units of the box."""
_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


def colours(source: Path = SYMBOLS) -> list[str]:
    """Return the colours that have a symbol, in the page's order."""
    return list(svg_paths(source))


def outlines(colour: str, size: float, source: Path = SYMBOLS) -> list[list[Point]]:
    """Return the closed outlines of a colour's symbol; one inside another is a hole.

    Args:
        colour: one of `colours()`.
        size: side of the box in millimetres; its middle is the origin, y points up.
        source: the page's symbols, or a copy of them.

    Raises:
        ValueError: if there is no such colour, or its path has an unknown command.
    """
    paths = svg_paths(source)
    if colour not in paths:
        raise ValueError(f"there is no symbol for {colour!r} in {source.name}; see `colours()`")
    scale = size / BOX
    return [
        [((x - BOX / 2) * scale, (BOX / 2 - y) * scale) for x, y in outline]
        for outline in _flatten(paths[colour])
    ]


def svg_paths(source: Path = SYMBOLS) -> dict[str, str]:
    """Return the SVG path of each colour's symbol, in the page's order.

    Raises:
        ValueError: if the page has no table of shapes.
    """
    text = source.read_text(encoding="utf-8")
    found = re.search(r"^const SHAPES = \{$(.*?)^\};$", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{source} has no table of the name 'SHAPES'")
    entries = re.findall(r"^  (\w+):(.*?)(?=^  \w+:|\Z)", found[1], re.MULTILINE | re.DOTALL)
    return {name: "".join(re.findall(r'"([^"]*)"', value)) for name, value in entries}


def _flatten(path: str) -> list[list[Point]]:
    """Return the closed polygons of a path, their first point not repeated."""
    tokens = _TOKEN.findall(path)
    done: list[list[Point]] = []
    points: list[Point] = []
    command = ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        if command not in _NUMBERS:
            raise ValueError(f"the path {path!r} has a command {command!r}: use M L H V C A Z")
        numbers = [float(tokens.pop(0)) for _ in range(_NUMBERS[command])]
        if command == "M":
            points = [(numbers[0], numbers[1])]
            command = "L"  # further pairs are lines
        elif command == "Z":
            done.append(points[:-1] if points[0] == points[-1] else points)
            points = []
        else:
            points += _segment(command, points[-1], numbers)
    return done


def _segment(command: str, start: Point, numbers: list[float]) -> list[Point]:
    """Return the points of a path segment behind its start."""
    if command == "H":
        return [(numbers[0], start[1])]
    if command == "V":
        return [(start[0], numbers[0])]
    if command == "L":
        return [(numbers[0], numbers[1])]
    if command == "C":
        return _bezier(start, numbers)
    return _arc(start, numbers)


def _bezier(start: Point, numbers: list[float]) -> list[Point]:
    corners = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    length = sum(math.dist(one, other) for one, other in itertools.pairwise(corners))
    pieces = math.ceil(length / _STEP)
    weights = (1, 3, 3, 1)
    return [
        (
            sum(w * (1 - t) ** (3 - i) * t**i * corners[i][0] for i, w in enumerate(weights)),
            sum(w * (1 - t) ** (3 - i) * t**i * corners[i][1] for i, w in enumerate(weights)),
        )
        for t in (piece / pieces for piece in range(1, pieces + 1))
    ]


def _arc(start: Point, numbers: list[float]) -> list[Point]:
    """Return the points of an arc, which SVG defines by its ends (SVG 1.1, appendix F.6).

    An elliptic arc is scaled to a circle and back.
    """
    rx, ry, turn, large, sweep, end_x, end_y = numbers
    if turn:
        raise ValueError(f"an arc of {numbers!r} is turned: only upright ones are understood")
    squeeze = rx / ry
    x1, y1, x2, y2 = start[0], start[1] * squeeze, end_x, end_y * squeeze
    half = math.dist((x1, y1), (x2, y2)) / 2
    radius = max(rx, half)  # SVG: one that is too small grows until it reaches
    away = math.sqrt(max(0.0, radius**2 - half**2)) / (2 * half)
    side = 1 if large != sweep else -1
    middle_x = (x1 + x2) / 2 - side * (y2 - y1) * away
    middle_y = (y1 + y2) / 2 + side * (x2 - x1) * away
    begin = math.atan2(y1 - middle_y, x1 - middle_x)
    angle = math.atan2(y2 - middle_y, x2 - middle_x) - begin
    if sweep and angle <= 0:
        angle += 2 * math.pi
    elif not sweep and angle >= 0:
        angle -= 2 * math.pi
    pieces = math.ceil(abs(angle) * radius / _STEP)
    turned = [begin + angle * piece / pieces for piece in range(1, pieces)]
    inner = [
        (middle_x + radius * math.cos(a), (middle_y + radius * math.sin(a)) / squeeze)
        for a in turned
    ]
    return [*inner, (end_x, end_y)]
