"""Assembly of a board: the positions of all printed parts, for checks and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import overlay_tiles
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.stl import Meshes

_FRAME_TURNS = {"frame_corner": (0, 1, 2, 3), "frame_straight": (0, 1, 2), "frame_cable": (3,)}
"""Quarter turns of each copy of a piece; the cable enters on the side of file a."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A part in its place.

    Attributes:
        name: name of the part.
        mesh: its mesh in the coordinates of the board.
        layer: its layer in an exploded view, 0 at the bottom.
    """

    name: str
    mesh: Mesh
    layer: int


def board(sizes: Dimensions, meshes: Meshes) -> Iterator[Placed]:
    """Yield all printed parts of a board without its towers and its overlay.

    Args:
        sizes: dimensions of the board.
        meshes: meshes of its parts.
    """
    for kind, (x, y), turn in sizes.mounts():
        yield Placed(kind, meshes[kind].moved(x, y, sizes.floor, turn), 1)
    for name, turns in _FRAME_TURNS.items():
        for quarters in turns:
            yield Placed(name, _turned(sizes, name, meshes[name], quarters), 2)
    x, y = sizes.case_middle
    yield Placed("case", meshes["case"].moved(x, y, sizes.floor), 2)
    yield Placed("case_lid", meshes["case_lid"].moved(x, y, sizes.floor + sizes.case_height), 5)
    half = sizes.tile / 2
    tile = meshes["grid_tile"].flipped()
    for rank in range(0, sizes.squares, sizes.tile_squares):
        for file in range(0, sizes.squares, sizes.tile_squares):
            middle_x, middle_y = file * sizes.pitch + half, rank * sizes.pitch + half
            yield Placed("grid_tile", tile.moved(middle_x, middle_y, sizes.walls), 4)


def overlay(sizes: Dimensions, meshes: Meshes) -> Iterator[Placed]:
    """Yield the tiles of the overlay, on the diffuser; the film below is not counted."""
    half = sizes.tile / 2
    for name, places in overlay_tiles(sizes).items():
        for file, rank in places:
            x, y = file * sizes.pitch + half, rank * sizes.pitch + half
            yield Placed(name, meshes[name].moved(x, y, sizes.top), 6)


def origin(sizes: Dimensions, name: str) -> tuple[float, float, float]:
    """Return the point of the board that is the origin of a part's file, before it is flipped."""
    if name == "grid_tile":
        return sizes.tile / 2, sizes.tile / 2, sizes.walls
    if name.startswith("overlay"):
        return sizes.tile / 2, sizes.tile / 2, 0.0
    if name == "case":
        return (*sizes.case_middle, sizes.floor)
    if name == "case_lid":
        return (*sizes.case_middle, sizes.floor + sizes.case_height)
    if name.startswith("frame"):
        low = -sizes.frame_gap - sizes.rim
        x = low + sizes.frame_leg / 2 if name == "frame_corner" else sizes.side / 2
        y = low + (sizes.frame_leg if name == "frame_corner" else sizes.rim) / 2
        return x, y, sizes.floor
    if name.startswith("mount"):
        return 0.0, 0.0, sizes.floor
    return 0.0, 0.0, 0.0


def _turned(sizes: Dimensions, name: str, mesh: Mesh, quarters: int) -> Mesh:
    """Return a piece of the frame in its place, rotated about the middle of the board."""
    x, y, z = origin(sizes, name)
    middle = sizes.side / 2
    about_middle = mesh.moved(x - middle, y - middle, z)
    return about_middle.moved(turn=90.0 * quarters).moved(middle, middle)
