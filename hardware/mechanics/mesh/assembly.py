"""The assembly: where each part of a whole board is, for the checks and the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh.mesh import Mesh


@dataclass(frozen=True, slots=True)
class Placed:
    """A part in its place.

    Attributes:
        name: of the part.
        mesh: in the coordinates of the board.
        layer: where it goes in an exploded view, 0 at the bottom.
    """

    name: str
    mesh: Mesh
    layer: int


def board(sizes: Dimensions, files: Mapping[str, Mesh]) -> Iterator[Placed]:
    """All printed parts of a board without its towers.

    Args:
        sizes: of the board.
        files: the meshes by name, as their files have them.
    """
    for kind, (x, y), turn in sizes.mounts():
        yield Placed(kind, files[kind].moved(x, y, sizes.floor, turn), 1)
    for name in ("frame_corner", "frame_straight", "frame_cable"):
        for quarters in _sides(name):
            yield Placed(name, _around(sizes, name, files[name], quarters), 2)
    x, y = sizes.case_middle
    yield Placed("case", files["case"].moved(x, y, sizes.floor), 2)
    yield Placed("case_lid", files["case_lid"].moved(x, y, sizes.floor + sizes.case_height), 5)
    half = sizes.tile / 2
    tile = files["grid_tile"].flipped()
    for rank in range(0, sizes.squares, sizes.tile_squares):
        for file in range(0, sizes.squares, sizes.tile_squares):
            middle_x, middle_y = file * sizes.pitch + half, rank * sizes.pitch + half
            yield Placed("grid_tile", tile.moved(middle_x, middle_y, sizes.walls), 4)


def origin(sizes: Dimensions, name: str) -> tuple[float, float, float]:
    """The point of the board that a part's file has at its origin, before it is turned over."""
    if name == "grid_tile":
        return sizes.tile / 2, sizes.tile / 2, sizes.walls
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


def _sides(name: str) -> tuple[int, ...]:
    """By how many quarter turns its copies are turned; the cable enters on the side of file a."""
    return {"frame_corner": (0, 1, 2, 3), "frame_straight": (0, 1, 2), "frame_cable": (3,)}[name]


def _around(sizes: Dimensions, name: str, mesh: Mesh, quarters: int) -> Mesh:
    """A piece of the frame in its place, turned about the middle of the board."""
    x, y, z = origin(sizes, name)
    middle = sizes.side / 2
    about_middle = mesh.moved(x - middle, y - middle, z)
    return about_middle.moved(turn=90.0 * quarters).moved(middle, middle)
