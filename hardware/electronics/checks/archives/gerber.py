"""Reader of a Gerber layer (RS-274X, with the attributes of X2).

It reads what board makers' programs have in common.  A command that is not read here is an error
rather than passed over, as it might change the picture: image polarity, mirroring, step and repeat.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, product

from hardware.electronics.checks.archives import apertures
from hardware.electronics.checks.archives.shapes import Polygon, Shape, Stroke, arc, box_around
from hardware.geometry import Box, Point

MM = {"MM": 1.0, "IN": 25.4}
_SQUARE_MM = 5.0
_BLOCK = re.compile(r"%([^%]*)%|([^*%]+)\*|(\S)")
_FORMAT = re.compile(r"FS([LT])AX(\d)(\d)Y(\d)(\d)")
_APERTURE = re.compile(r"ADD(\d+)([\w.$-]+)(?:,(.*))?")
_OPERATION = re.compile(
    r"(?:X([-+]?\d+))?(?:Y([-+]?\d+))?(?:I([-+]?\d+))?(?:J([-+]?\d+))?D0?([123])"
)
_DEFAULTS = {"LMN", "LR0", "LR0.0", "LS1", "LS1.0", "IPPOS", "SRX1Y1I0J0", "SR"}
"""Commands that say how it is without them."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is painted.

    Attributes:
        dark: False if it takes away what was painted before it.
        shapes: its shapes on the board.
        path: middle of a flash, ends of a stroke, or the corners of a region.
        function: use of its aperture, such as `ViaPad`, "" if it is not said.
        part: reference and pad of the component, such as `("U1", "3")`; "" for what is not said.
        box: smallest box around it.
    """

    dark: bool
    shapes: tuple[Shape, ...]
    path: tuple[Point, ...]
    function: str
    part: tuple[str, str]
    box: Box

    @property
    def is_flash(self) -> bool:
        """True for a pad."""
        return len(self.path) == 1

    @property
    def is_region(self) -> bool:
        """True for a filled outline."""
        return len(self.path) > 2 and isinstance(self.shapes[0], Polygon)

    def covers(self, point: Point) -> bool:
        """Return True if a point lies in one of the shapes."""
        left, upper, right, lower = self.box
        if not (left <= point[0] <= right and upper <= point[1] <= lower):
            return False
        return any(shape.covers(point) for shape in self.shapes)


@dataclass(frozen=True)
class Layer:
    """A layer: the attributes of its file, and what is painted in order."""

    attributes: Mapping[str, str]
    items: tuple[Item, ...]

    @property
    def box(self) -> Box:
        """Smallest box around what is painted, width of the strokes included."""
        return box_around(item.box for item in self.items if item.dark)

    @property
    def is_empty(self) -> bool:
        """True if nothing is painted."""
        return not any(item.dark for item in self.items)

    def flashes(self) -> list[Item]:
        """Return the pads."""
        return [item for item in self.items if item.is_flash and item.dark]

    def is_dark(self, point: Point) -> bool:
        """Return True if a point is painted: the last item on it decides."""
        square = math.floor(point[0] / _SQUARE_MM), math.floor(point[1] / _SQUARE_MM)
        near = reversed(self._squares.get(square, ()))
        return next((item.dark for item in near if item.covers(point)), False)

    @cached_property
    def _squares(self) -> dict[tuple[int, int], list[Item]]:
        """The items on each square of the board, in order."""
        squares: dict[tuple[int, int], list[Item]] = {}
        for item in self.items:
            left, lower, right, upper = (math.floor(edge / _SQUARE_MM) for edge in item.box)
            for square in product(range(left, right + 1), range(lower, upper + 1)):
                squares.setdefault(square, []).append(item)
        return squares


@lru_cache(maxsize=64)
def read(text: str) -> Layer:
    """Read a layer; lengths are in millimetres, y is upwards as in the file.

    A file that was read before is not read again: the bundle has the same archives.

    Raises:
        ValueError: it is no Gerber file, is cut off, or has a command that is not read here.
    """
    reader = _Reader()
    for block in _BLOCK.finditer(text):
        if reader.ended:
            raise ValueError("there is more behind its end, M02")
        extended, word, stray = block.groups()
        if stray:
            raise ValueError(f"{stray!r} stands outside of a command")
        if word is not None:
            reader.word("".join(word.split()))
            continue
        commands = [part.strip() for part in extended.strip().rstrip("*").split("*")]
        if commands[0].startswith("AM"):
            reader.macros[commands[0][2:]] = "*".join(commands[1:])
            continue
        for command in commands:
            reader.command(command)
    if not reader.ended:
        raise ValueError("it is cut off: there is no M02 at its end")
    return Layer(reader.file_attributes, tuple(reader.items))


@dataclass(slots=True)
class _Reader:
    """State of the reading: format, current aperture, point, and what is painted so far."""

    items: list[Item] = field(default_factory=list)
    file_attributes: dict[str, str] = field(default_factory=dict)
    macros: dict[str, str] = field(default_factory=dict)
    ended: bool = False
    _attributes: dict[str, str] = field(default_factory=dict)
    _apertures: dict[int, tuple[tuple[Shape, ...], str]] = field(default_factory=dict)
    _leading: bool = True
    _digits: tuple[tuple[int, int], ...] = ()
    _mm: float | None = None
    _aperture: int | None = None
    _point: Point = (0.0, 0.0)
    _dark: bool = True
    _mode: str = "1"
    _quadrants: bool = False
    _contours: list[list[Point]] | None = None

    def command(self, text: str) -> None:
        """Obey an extended command, such as `MOMM`."""
        if found := _FORMAT.fullmatch(text):
            leading, *digits = found.groups()
            x_whole, x_rest, y_whole, y_rest = map(int, digits)
            self._leading, self._digits = leading == "L", ((x_whole, x_rest), (y_whole, y_rest))
        elif text.startswith("MO") and text[2:] in MM:
            self._mm = MM[text[2:]]
        elif found := _APERTURE.fullmatch(text):
            self._define(int(found[1]), found[2], found[3] or "")
        elif text in ("LPD", "LPC"):
            self._dark = text == "LPD"
        elif text.startswith("TF."):
            name, _, value = text[3:].partition(",")
            self.file_attributes[name] = value
        elif text.startswith(("TA.", "TO.")):
            name, _, value = text[3:].partition(",")
            self._attributes[name] = value
        elif text.startswith("TD"):
            names = [text[3:]] if text[2:] else list(self._attributes)
            for name in names:
                self._attributes.pop(name, None)
        elif text not in _DEFAULTS:
            raise ValueError(f"command %{text}*% is not read")

    def _define(self, number: int, name: str, sizes: str) -> None:
        if self._mm is None:
            raise ValueError("an aperture comes before the unit")
        numbers = [float(size) for size in sizes.split("X") if size]
        unit = self._mm
        if name in self.macros:
            shapes = apertures.from_macro(self.macros[name], numbers)
        else:
            shapes = apertures.standard(name, numbers)
        if unit != 1.0:
            shapes = tuple(_scaled(shape, unit) for shape in shapes)
        self._apertures[number] = shapes, self._attributes.get("AperFunction", "")

    def word(self, text: str) -> None:
        """Obey a function code or an operation, such as `D10` or `X100Y0D01`."""
        if text.startswith("G04"):
            return
        if found := re.match(r"G0?([123])(?!\d)", text):
            self._mode, text = found[1], text[found.end() :]
        if found := re.fullmatch(r"(?:G54)?D(\d{2,})", text):
            if int(found[1]) < 10:
                raise ValueError(f"{text} has no place")
            self._aperture = int(found[1])
        elif text in ("G74", "G75"):
            self._quadrants = text == "G75"
        elif text in ("G70", "G71"):
            self._mm = MM["IN" if text == "G70" else "MM"]
        elif text == "G36":
            self._contours = []
        elif text == "G37":
            self._fill()
        elif text in ("M00", "M02"):
            self.ended = True
        elif found := _OPERATION.fullmatch(text):
            self._operate(*found.groups())
        elif text not in ("", "G90"):
            raise ValueError(f"command {text}* is not read")

    def _operate(self, x: str | None, y: str | None, i: str | None, j: str | None, d: str) -> None:
        start = self._point
        self._point = end = (
            start[0] if x is None else self._number(x, 0),
            start[1] if y is None else self._number(y, 1),
        )
        if d == "2":
            if self._contours is not None:
                self._contours.append([end])
            return
        if d == "3":
            shapes, function = self._selected()
            moved = tuple(shape.moved(end) for shape in shapes)
            self._paint(moved, (end,), function)
            return
        points = [end]
        if self._mode != "1":
            if not self._quadrants:
                raise ValueError("an arc without G75 is not read")
            offset = self._number(i or "0", 0), self._number(j or "0", 1)
            centre = start[0] + offset[0], start[1] + offset[1]
            points = arc(start, end, centre, clockwise=self._mode == "2")
        if self._contours is not None:
            if not self._contours:
                raise ValueError("a region begins without D02")
            self._contours[-1] += points
            return
        shapes, function = self._selected()
        pen = shapes[0] if len(shapes) == 1 else None
        if not isinstance(pen, Stroke) or pen.start != pen.end:
            raise ValueError(f"a stroke with aperture D{self._aperture}, which is not round")
        strokes = tuple(Stroke(a, b, pen.radius) for a, b in pairwise([start, *points]))
        self._paint(strokes, (start, *points), function)

    def _fill(self) -> None:
        """Paint the region that has been outlined."""
        for contour in self._contours or ():
            if len(contour) < 4 or contour[0] != contour[-1]:
                raise ValueError(f"the outline of a region at {contour[0]} is open")
            self._paint((Polygon(tuple(contour[:-1])),), tuple(contour), "")
        self._contours = None

    def _paint(self, shapes: tuple[Shape, ...], path: tuple[Point, ...], function: str) -> None:
        ref, pad, *_ = (*self._attributes.get("P", self._attributes.get("C", "")).split(","), "")
        box = box_around(shape.box for shape in shapes)
        self.items.append(Item(self._dark, shapes, path, function, (ref, pad), box))

    def _selected(self) -> tuple[tuple[Shape, ...], str]:
        if self._aperture not in self._apertures:
            raise ValueError(f"aperture D{self._aperture} is not defined")
        return self._apertures[self._aperture]

    def _number(self, text: str, axis: int) -> float:
        """Return a coordinate in millimetres."""
        if self._mm is None or not self._digits:
            raise ValueError("a coordinate comes before the unit or the format")
        whole, rest = self._digits[axis]
        if not self._leading:  # zeros at the end are left out
            text = text.ljust(whole + rest + text.startswith(("+", "-")), "0")
        return int(text) / 10.0**rest * self._mm


def _scaled(shape: Shape, by: float) -> Shape:
    def scaled(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((x * by, y * by) for x, y in points)

    if isinstance(shape, Polygon):
        return Polygon(scaled(shape.points))
    start, end = scaled((shape.start, shape.end))
    return Stroke(start, end, shape.radius * by)
