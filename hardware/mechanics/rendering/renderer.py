"""Renderer of meshes: depth buffer, parallel projection, flat shading, without a display.

Edges where a surface bends or ends are drawn as dark lines, as in an assembly drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.mechanics.mesh.mesh import Mesh, Vectors

_OVERSAMPLED = 3
"""Oversampling in x and y: pixels are drawn finer by this factor and averaged."""
_SHARP = np.cos(np.radians(25.0))
"""Cosine of the angle above which an edge is drawn."""
_LIGHT = np.array([-0.35, -0.55, 0.76])
_INK = np.array([0.13, 0.14, 0.16])


@dataclass(frozen=True, slots=True)
class Body:
    """A mesh with a colour: red, green and blue from 0 to 1."""

    mesh: Mesh
    colour: tuple[float, float, float]


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
        axes = view.axes()
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
        light = axes @ (_LIGHT / np.linalg.norm(_LIGHT))
        lines = []
        for body, points in zip(bodies, seen, strict=True):
            flat = (points - [low[0], low[1], high[2]]) * self.scale
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

    def image(self) -> Image.Image:
        """Return the picture."""
        height, width = self._depth.shape
        shape = (height // _OVERSAMPLED, _OVERSAMPLED, width // _OVERSAMPLED, _OVERSAMPLED, 3)
        small = self._colour.reshape(shape).mean(axis=(1, 3))
        return Image.fromarray((small * 255 + 0.5).astype(np.uint8))

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


def save(path: Path, bodies: Sequence[Body], view: View, width: int = 1000) -> None:
    """Draw bodies and write the picture, with 200 colours so that the file is small."""
    picture = Canvas(bodies, view, width).image()
    picture.quantize(200, dither=Image.Dither.NONE).save(path, optimize=True)


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
