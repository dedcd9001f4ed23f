"""Renderer of meshes: depth buffer, parallel projection, flat shading, without a display.

Edges where a surface bends or ends are drawn as dark lines, as in an assembly drawing; labels
point to places of the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont, ImageOps

from hardware.mechanics.mesh.mesh import Mesh, Vectors

_OVERSAMPLED = 3
"""Oversampling in x and y: pixels are drawn finer by this factor and averaged."""
_SHARP = np.cos(np.radians(25.0))
"""Cosine of the angle above which an edge is drawn."""
_LIGHT = np.array([-0.35, -0.55, 0.76])
"""Direction to the light; from below it is seen in the light of a lamp below."""
_LETTERS = 19
"""Height of the labels' letters in pixels."""
_PAPER, _TEXT = (255, 255, 255), (176, 16, 16)
_INK = np.array([0.13, 0.14, 0.16])


@dataclass(frozen=True, slots=True)
class Body:
    """A mesh with a colour: red, green and blue from 0 to 1."""

    mesh: Mesh
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A text that points to a place of the scene.

    Attributes:
        text: a word or two.
        place: the place in millimetres.
        away: pixels from there to the middle of the text, right and down; a line leads there.
    """

    text: str
    place: tuple[float, float, float]
    away: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """The bodies of a picture, and its labels."""

    bodies: Sequence[Body]
    labels: Sequence[Label] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Direction of view: degrees around the z axis (0: from White's side) and above the board."""

    around: float = 30.0
    above: float = 35.0

    def axes(self) -> Vectors:
        """Return the directions right, up and towards the eye: shape (3, 3), a row each."""
        turn, tilt = np.radians(self.around), np.radians(self.above)
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        eye = np.array([np.sin(turn) * np.cos(tilt), -np.cos(turn) * np.cos(tilt), np.sin(tilt)])
        return np.array([right, np.cross(eye, right), eye])


class Canvas:
    """A picture of bodies, drawn on construction.

    Args:
        bodies: the bodies to draw.
        view: direction of view.
        width: width of the picture in pixels; the height follows.
    """

    def __init__(self, bodies: Sequence[Body], view: View, width: int) -> None:
        axes = self._axes = view.axes()
        seen = [body.mesh.points @ axes.T for body in bodies]
        every = np.concatenate(seen)
        low, high = every.min(axis=0), every.max(axis=0)
        fine = width * _OVERSAMPLED
        self.scale = fine * 0.94 / (high[0] - low[0])
        margin = fine * 0.03
        height = int((high[1] - low[1]) * self.scale + 2 * margin)
        height -= height % _OVERSAMPLED
        self._depth: NDArray[np.float64] = np.full((height, fine), -np.inf)
        self._colour: NDArray[np.float64] = np.ones((height, fine, 3))
        self._origin = np.array([low[0], low[1], high[2]])
        self._corner = np.array([margin, height - margin])
        lamp = _LIGHT * [1.0, 1.0, np.sign(view.above) or 1.0]
        light = axes @ (lamp / np.linalg.norm(lamp))
        lines = []
        for body, points in zip(bodies, seen, strict=True):
            flat = (points - self._origin) * self.scale
            flat[:, 0] += margin
            flat[:, 1] = height - margin - flat[:, 1]
            normals = _normals(points[body.mesh.triangles])
            shade = 0.45 + 0.55 * np.clip(normals @ light, 0, 1) + 0.12 * normals[:, 2]
            facing = normals[:, 2] > 1e-6
            colours = np.clip(np.outer(shade, body.colour), 0, 1)
            for triangle, colour in zip(body.mesh.triangles[facing], colours[facing], strict=True):
                self._fill(flat[triangle], colour)
            lines.append(flat[_sharp_edges(body.mesh.triangles, normals)])
        for segments in lines:
            for segment in segments:
                self._line(segment)

    def image(self, labels: Sequence[Label] = ()) -> Image.Image:
        """Return the picture, as much larger as its labels need."""
        height, width = self._depth.shape
        shape = (height // _OVERSAMPLED, _OVERSAMPLED, width // _OVERSAMPLED, _OVERSAMPLED, 3)
        small = self._colour.reshape(shape).mean(axis=(1, 3))
        picture = Image.fromarray((small * 255 + 0.5).astype(np.uint8))
        return _labelled(picture, [(label, *self._pixel(label.place)) for label in labels])

    def _pixel(self, place: tuple[float, float, float]) -> tuple[float, float]:
        """Return the pixel of the picture that shows a place."""
        right, up, _ = (self._axes @ np.array(place) - self._origin) * self.scale
        x, y = (self._corner + np.array([right, -up])) / _OVERSAMPLED
        return float(x), float(y)

    def _fill(self, corners: Vectors, colour: Vectors) -> None:
        """Paint a triangle where nothing is nearer to the eye."""
        height, width = self._depth.shape
        left, top = np.floor(corners[:, :2].min(axis=0)).astype(int)
        right, bottom = np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            return
        x = np.arange(left, right) + 0.5
        y = np.arange(top, bottom)[:, None] + 0.5
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            return
        b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        depth = az + b * (bz - az) + c * (cz - az)
        window = self._depth[top:bottom, left:right]
        nearer = (b >= 0) & (c >= 0) & (b + c <= 1) & (depth > window)
        window[nearer] = depth[nearer]
        self._colour[top:bottom, left:right][nearer] = colour

    def _line(self, ends: Vectors) -> None:
        """Draw a line where nothing is nearer to the eye."""
        begin, end = ends
        steps = int(np.hypot(*(end - begin)[:2])) + 2
        points = begin + np.linspace(0, 1, steps)[:, None] * (end - begin)
        columns, rows = points[:, 0].astype(int), points[:, 1].astype(int)
        height, width = self._depth.shape
        pen = range(_OVERSAMPLED)
        for dx in pen:
            for dy in pen:
                x = np.clip(columns + dx - 1, 0, width - 1)
                y = np.clip(rows + dy - 1, 0, height - 1)
                # An edge lies in the surface: rounding must not hide it.
                visible = points[:, 2] + 0.35 * self.scale >= self._depth[y, x]
                self._colour[y[visible], x[visible]] = _INK


def save(path: Path, scene: Scene, view: View, width: int = 1000) -> None:
    """Draw a scene and write the picture, in 256 colours so that the file is small."""
    picture = Canvas(scene.bodies, view, width).image(scene.labels)
    # This method keeps the colours of small things, such as a cap on a whole board.
    kept = picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    kept.save(path, optimize=True)


def _labelled(picture: Image.Image, labels: Sequence[tuple[Label, float, float]]) -> Image.Image:
    """Return a picture with labels at pixels, with a border where they would be cut off."""
    font = ImageFont.load_default(_LETTERS)
    pen = ImageDraw.Draw(picture)
    boxes = [
        pen.textbbox((x + label.away[0], y + label.away[1]), label.text, font, "mm")
        for label, x, y in labels
    ]
    width, height = picture.size
    left = max([0.0, *(4 - box[0] for box in boxes)])
    top = max([0.0, *(4 - box[1] for box in boxes)])
    right = max([0.0, *(box[2] + 4 - width for box in boxes)])
    bottom = max([0.0, *(box[3] + 4 - height for box in boxes)])
    border = tuple(int(np.ceil(side)) for side in (left, top, right, bottom))
    picture = ImageOps.expand(picture, border, _PAPER)
    pen = ImageDraw.Draw(picture)
    ends = [(x + border[0], y + border[1]) for _, x, y in labels]
    for (label, _, _), (x, y) in zip(labels, ends, strict=True):
        if any(label.away):
            pen.line((x, y, x + label.away[0], y + label.away[1]), _TEXT, 2)
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), _TEXT)
    for (label, _, _), (x, y) in zip(labels, ends, strict=True):
        middle = (x + label.away[0], y + label.away[1])
        box = pen.textbbox(middle, label.text, font, "mm")
        pen.rounded_rectangle((box[0] - 5, box[1] - 4, box[2] + 5, box[3] + 4), 4, _PAPER)
        pen.text(middle, label.text, _TEXT, font, "mm")
    return picture


def _normals(triangles: Vectors) -> Vectors:
    """Return the outward normals of triangles: shape (n, 3, 3) to (n, 3)."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(across, axis=1, keepdims=True)
    result: Vectors = across / np.maximum(length, 1e-12)
    return result


def _sharp_edges(triangles: NDArray[np.int64], normals: Vectors) -> NDArray[np.int64]:
    """Return the edges at which a surface bends: pairs of points, shape (n, 2)."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    owners = np.tile(np.arange(len(triangles)), 3)
    keys = np.sort(edges, axis=1)
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    keys, owners = keys[order], owners[order]
    # In a watertight mesh every edge occurs twice, here next to each other.
    one, other = normals[owners[::2]], normals[owners[1::2]]
    bent: NDArray[np.bool_] = np.einsum("ij,ij->i", one, other) < _SHARP
    result: NDArray[np.int64] = keys[::2][bent]
    return result
