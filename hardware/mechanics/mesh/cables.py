"""Cables of a board as solids: from the controller to strip 1, from strip to strip, and outside.

A ribbon lies flat on the base sheet; where it turns it is folded at 45 degrees, two layers thick.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import connectors
from hardware.mechanics.mesh.solids import block, joined

Place: TypeAlias = tuple[float, float, float]

SLACK_MM = 5.0
"""Room below a ribbon from strip to strip for what it is longer than the straight way."""
FOLD_MM = 20.0
"""Length that the folds and the two plugs of a cable take."""
SOCKET_MM = 6.0
"""Width of a ribbon's socket along the ribbon."""
USB_PLUG = (11.0, 8.0, 30.0)
"""Width, height and length of a plug in the Pico's socket, its cable's sleeve included."""


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable: its name, its solid, the length of its way, and the length to cut.

    Both lengths are 0 for a cable that is bought as it is.
    """

    name: str
    solid: m3d.Manifold
    way: float = 0.0
    cut: float = 0.0


def cables(sizes: Dimensions) -> Iterator[Cable]:
    """Yield all cables of a board."""
    yield _ribbon_in(sizes)
    yield _wires_in(sizes)
    for rank in range(sizes.squares - 1):
        yield _ribbon_between(sizes, rank)
        yield _wires_between(sizes, rank)
    yield _usb(sizes)
    yield _supply(sizes)


def _ribbon_in(sizes: Dimensions) -> Cable:
    """Return the ribbon from the controller: down beside it, along the base sheet, below the plugs
    of the strips, and up to strip 1 on White's side of its plug."""
    size, floor = sizes.cable, sizes.floor
    thick, half = size.ribbon_thickness, size.ribbon_width / 2
    start = connectors.on_controller(sizes)["J1"]
    end = connectors.on_strip(sizes, 0)["J1"]
    y, x = sizes.cable_y, end.middle[0]
    high = floor + sizes.standoff + sizes.strip_thickness + size.ribbon_leaves
    down = _beside_controller(sizes)
    up, turn = sizes.mount_top - size.ribbon_leaves, end.box[1] - 3
    pieces = [
        block((start.box[2], y - half, high), (down + thick, y + half, high + thick)),
        block((down, y - half, floor), (down + thick, y + half, high)),
        block((down, y - half, floor), (x + half, y + half, floor + thick)),
        block((x - half, y - half, floor), (x + half, y + half, floor + 2 * thick)),  # the fold
        block((x - half, turn, floor), (x + half, y + half, floor + thick)),
        block((x - half, turn, floor), (x + half, turn + thick, up)),
        block((x - half, turn, up - thick), (x + half, end.box[1], up)),
    ]
    way = (down - start.box[2]) + (high - floor) + (x - down) + (y - turn) + (up - floor) + 3
    return Cable("the ribbon from the controller", joined(pieces), way, size.ribbon[0])


def _wires_in(sizes: Dimensions) -> Cable:
    """Return the two wires of the pixels' 5 V: on the ribbon through the slots, then to strip 1."""
    size = sizes.cable
    start = connectors.on_controller(sizes)["J2"]
    end = connectors.on_strip(sizes, 0)["J3"]
    on_ribbon = sizes.floor + size.ribbon_thickness
    high = sizes.floor + sizes.standoff + sizes.strip_thickness + start.height - size.wire
    y0, (x1, y1) = start.middle[1], end.middle
    down, lane = _beside_controller(sizes) + 3, sizes.cable_y + size.ribbon_width / 2 - 3
    free = sizes.power[0] - 10
    path = [
        (start.box[2] + size.wire, y0, high),
        (down, y0, high),
        (down, y0, on_ribbon),
        (down, lane, on_ribbon),
        (free, lane, on_ribbon),
        (free, y1, on_ribbon),
        (x1, y1, on_ribbon),
        (x1, y1, sizes.mount_top - end.height - size.wire),
    ]
    return Cable("the wires from the controller", *_wires(sizes, path), size.power[0])


def _ribbon_between(sizes: Dimensions, rank: int) -> Cable:
    size = sizes.cable
    start = connectors.on_strip(sizes, rank)["J2"]
    end = connectors.on_strip(sizes, rank + 1)["J1"]
    x, half = start.middle[0], size.ribbon_width / 2
    high = sizes.mount_top - size.ribbon_leaves
    room = block((x - half, start.box[3], high - SLACK_MM), (x + half, end.box[1], high))
    way = end.middle[1] - start.middle[1]
    return Cable(f"the ribbon from strip {rank + 1}", room, way, size.ribbon[1])


def _wires_between(sizes: Dimensions, rank: int) -> Cable:
    start = connectors.on_strip(sizes, rank)["J4"]
    end = connectors.on_strip(sizes, rank + 1)["J3"]
    low = sizes.mount_top - start.height - sizes.cable.wire
    (x0, y0), (x1, y1) = start.middle, end.middle
    path = [(x0, y0, low), (x0, (y0 + y1) / 2, low), (x1, (y0 + y1) / 2, low), (x1, y1, low)]
    name = f"the wires from strip {rank + 1}"
    return Cable(name, *_wires(sizes, path), sizes.cable.power[1])


def way_to_standing_strip(sizes: Dimensions) -> float:
    """Return the length of ribbon that reaches a strip on its edge, where it is plugged in.

    It leaves the strip before it level and comes to the standing one from below: a quarter of an
    ellipse between the sockets, whose outer faces are the ends of the ribbon.
    """
    first, second = (connectors.on_strip(sizes, rank) for rank in (0, 1))
    edge, leaves = sizes.strip_edge(1), sizes.cable.ribbon_leaves
    along = edge + leaves - first["J2"].middle[1] - SOCKET_MM / 2
    up = second["J1"].middle[1] - edge - SOCKET_MM / 2 + leaves
    return 2 * SOCKET_MM + math.pi / 4 * (
        3 * (along + up) - math.sqrt((3 * along + up) * (along + 3 * up))
    )


def _usb(sizes: Dimensions) -> Cable:
    """Return the USB plug: at any height from a Pico that is soldered in to one on sockets."""
    pico = connectors.on_controller(sizes)["U1"]
    width, height, length = USB_PLUG
    face, y = pico.box[0], pico.middle[1]
    board = sizes.floor + sizes.standoff + sizes.strip_thickness
    # The middle of the socket: soldered 2.5 + 1 + 1.4 above the board, on sockets 8.5 higher.
    low, high = board + 4.9 - height / 2, board + 13.4 + height / 2
    sleeve = block((face - length, y - width / 2, low), (face - 2.5, y + width / 2, high))
    return Cable("the USB plug", sleeve)


def _supply(sizes: Dimensions) -> Cable:
    """Return the two wires into the screw terminal, straight from outside."""
    terminal = connectors.on_controller(sizes)["J3"]
    x, face = terminal.middle[0], terminal.box[3]
    low = sizes.floor + sizes.standoff + sizes.strip_thickness + 2
    wires = [
        block((x + way * 2.54 - 1.5, face, low), (x + way * 2.54 + 1.5, face + 30, low + 4))
        for way in (-1, 1)
    ]
    return Cable("the wires of an external supply", joined(wires))


def _wires(sizes: Dimensions, path: Sequence[Place]) -> tuple[m3d.Manifold, float]:
    """Return two wires side by side along a path parallel to the axes, and the path's length."""
    wire = sizes.cable.wire
    pieces = [
        block(
            (min(a[0], b[0]) - wire, min(a[1], b[1]) - wire, min(a[2], b[2])),
            (max(a[0], b[0]) + wire, max(a[1], b[1]) + wire, max(a[2], b[2]) + wire),
        )
        for a, b in pairwise(path)
    ]
    return joined(pieces), sum(math.dist(a, b) for a, b in pairwise(path))


def _beside_controller(sizes: Dimensions) -> float:
    """Return x of the ribbon's way down, between the controller and the wall of its case."""
    return sizes.on_controller(0.0, sizes.controller[1])[0] + 1.0
