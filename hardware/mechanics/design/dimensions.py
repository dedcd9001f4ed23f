"""Dimensions of all printed and cut parts of a board, in millimetres.

Dimensions that they share with the circuit boards come from hardware/geometry.toml; all others are
set here, with their reasons.  Heights count from the upper face of the circuit boards (z = 0); x
runs along a rank and y along a file, from the outer corner of a1.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from hardware import geometry
from hardware.geometry import Point
from hardware.mechanics.design.overlay_dimensions import OverlayDimensions
from hardware.mechanics.design.tower_dimensions import TowerDimensions


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A part on the strips for which a wall of the grid needs a notch.

    Attributes:
        x, y: its middle, from the strip's left edge and its edge towards White.
        width, depth: size along x and y, with room to spare.
        height: height above the board, with room to spare.
    """

    x: float
    y: float
    width: float
    depth: float
    height: float


@dataclass(frozen=True, slots=True)
class CableSizes:
    """Sizes of the cables and their plugs, as in hardware/geometry.toml.

    Attributes:
        ribbon, power: lengths to cut, from the controller to strip 1 and from strip to strip.
    """

    ribbon_width: float
    ribbon_thickness: float
    ribbon_plug: float
    ribbon_leaves: float
    wire: float
    power_plug: float
    ribbon: Point
    power: Point


@dataclass(frozen=True, slots=True)
class Dimensions:
    """Dimensions of a board with `squares` x `squares`."""

    squares: int
    pitch: float
    strip_width: float
    strip_thickness: float
    sensor: Point
    led: Point
    hole_along: tuple[float, ...]
    hole_across: tuple[float, float]
    walls: float
    diffuser: float
    under_boards: float
    headers: Point
    power: Point
    controller: Point
    controller_holes: tuple[Point, ...]
    controller_ribbon: float
    reset: Point
    cable: CableSizes
    tower: TowerDimensions
    overlay: OverlayDimensions = field(default_factory=OverlayDimensions)
    bed: float = 180.0  # of a small printer

    # Grid: white walls around every square, on the strips and below the diffuser.
    wall: float = 1.2  # three lines: opaque enough in white
    tile_edge: float = 0.8  # two lines; neighbours make 1.6 + 2 x 0.1
    tile_gap: float = 0.1  # to the middle between two tiles
    wall_above_board: float = 0.2
    strip_gap: float = 0.4  # slot on either side of a strip
    grid_foot: float = -1.4  # beside the strips walls go down to here: to the mounts, less 0.2

    # Mounts under the strips.
    mount_width: float = 7.0
    peg: float = 2.9  # in a hole of 3.2
    peg_height: float = 1.4  # ends below the board's face
    insert: float = 4.0  # hole for a brass M3 insert
    insert_depth: float = 6.0

    # Frame.
    rim: float = 12.0
    frame_gap: float = 0.8  # from the squares to the frame
    outer_wall: float = 3.0
    ledge: float = 4.0  # carries the diffuser's edge
    block: float = 16.0  # solid ends of the frame's pieces
    block_screw: float = 10.0  # from a joint to the screw: behind the tail's hollow
    tail_neck: float = 4.0
    tail_head: float = 6.5
    tail_length: float = 4.0
    tail_gap: float = 0.15
    frame_slot: Point = (34.0, 8.0)  # for the ribbon and two wires, which lie on the base sheet
    cable_boundary: int = 4  # of ranks, along which they come in
    tunnel: Point = (27.2, 8.0)  # through the two mounts on their way

    # Controller's case, beside the frame on the side of file a.
    case_wall: float = 2.4
    case_post: float = 8.0
    case_gap: float = 0.5
    case_cable_gap: float = 6.0  # beside the controller, where the cables go down to the base sheet
    case_slot: Point = (34.0, 12.0)
    reset_hole: float = 4.0  # in the lid, above the button
    lid: float = 2.4
    standoff: float = 5.0
    usb_window: Point = (6.0, 36.0)  # along the controller's edge with the USB socket
    supply_window: Point = (8.0, 22.0)  # along its right edge: the terminal for 5 V

    # Sheets.
    base_sheet: float = 3.0
    diffuser_gap: float = 0.3
    screw: float = 3.2  # hole for M3

    @property
    def side(self) -> float:
        """Length of the board's side without the frame."""
        return self.squares * self.pitch

    @property
    def tile_squares(self) -> int:
        """Squares on the side of a grid tile: the largest divisor that fits the printer's bed."""
        fitting = (n for n in range(1, self.squares) if self.squares % n == 0)
        return max(n for n in fitting if n * self.pitch <= self.bed)

    @property
    def tile(self) -> float:
        """Side of a grid tile, gaps included."""
        return self.tile_squares * self.pitch

    @property
    def top(self) -> float:
        """Height of the playing surface."""
        return self.walls + self.diffuser

    @property
    def mount_top(self) -> float:
        """Height of the strips' lower face."""
        return -self.strip_thickness

    @property
    def floor(self) -> float:
        """Height of the base sheet's upper face."""
        return self.mount_top - self.under_boards

    @property
    def frame_side(self) -> float:
        """Outer length of the frame."""
        return self.side + 2 * (self.frame_gap + self.rim)

    @property
    def frame_middle(self) -> float:
        """Length of the four straight pieces: about a third."""
        return float(round(self.frame_side / 3))

    @property
    def frame_leg(self) -> float:
        """Length of the corners' legs."""
        return (self.frame_side - self.frame_middle) / 2

    @property
    def diffuser_side(self) -> float:
        """Side of the diffuser, which lies on the frame's ledge."""
        return self.side + 2 * (self.frame_gap + self.ledge - self.diffuser_gap)

    @property
    def case_inside(self) -> Point:
        """Inner size of the case along x and y; the controller's long side is along y."""
        length, depth = self.controller
        across = depth + self.case_gap + self.case_cable_gap
        return across, length + 2 * (self.case_post + self.case_gap)

    @property
    def case_outside(self) -> Point:
        """Outer size of the case along x and y."""
        x, y = self.case_inside
        return x + 2 * self.case_wall, y + 2 * self.case_wall

    @property
    def case_middle(self) -> Point:
        """Middle of the case: beside the frame, where the ribbon leaves it straight."""
        outside, (length, _) = self.case_outside[0], self.controller
        x = -self.frame_gap - self.rim - self.tile_gap - outside / 2
        return x, self.cable_y - self.controller_ribbon + length / 2

    @property
    def cable_y(self) -> float:
        """Line along which the cables come in: a boundary of two ranks."""
        return self.cable_boundary * self.pitch

    @property
    def controller_middle(self) -> Point:
        """Middle of the controller's circuit board."""
        x, y = self.case_middle
        return x + (self.case_gap - self.case_cable_gap) / 2, y

    def on_controller(self, u: float, v: float) -> Point:
        """Return the position of a point of the controller's circuit board.

        Its edge with the USB socket (v = 0, v downwards) faces away from the frame.
        """
        x, y = self.controller_middle
        length, depth = self.controller
        return x - depth / 2 + v, y - length / 2 + u

    @property
    def case_height(self) -> float:
        """Height of the case without its lid, which is flush with the playing surface."""
        return self.top - self.lid - self.floor

    @property
    def screw_xs(self) -> Point:
        """x of the mounts that hold the strips with screws: both ends."""
        return self.hole_along[0], self.hole_along[-1]

    @property
    def multiplexer(self) -> Obstacle:
        """The strips' multiplexer, which lies across a boundary of squares."""
        return Obstacle(5 * self.pitch + 2.5, self.strip_width / 2, 11.0, 9.4, 2.4)

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """All obstacles; the checks compare them with the circuit boards."""
        # The pins of the connectors below come through the strip; small notches, against light.
        begin, end = self.headers
        pins = tuple(Obstacle((begin + end) / 2, y, end - begin, 5.4, 2.2) for y in (7.97, 18.97))
        (begin, end), depth = self.power, 8.0
        supply = Obstacle((begin + end) / 2, depth / 2, end - begin, depth, 2.2)
        return (self.multiplexer, *pins, supply)

    def strip_edge(self, rank: int) -> float:
        """Return y of a strip's edge towards White; ranks count from 0."""
        return rank * self.pitch + (self.pitch - self.strip_width) / 2

    def middle(self, file: int, rank: int) -> Point:
        """Return the middle of a square; files and ranks count from 0."""
        return (file + 0.5) * self.pitch, (rank + 0.5) * self.pitch

    def mounts(self) -> list[tuple[str, Point, float]]:
        """Return all mounts: part, position on the boundary of two ranks, rotation in degrees."""
        placed = []
        for x in self.hole_along:
            kind = "mount_screw" if x in self.screw_xs else "mount_peg"
            placed.append((f"{kind}_edge", (x, 0.0), 0.0))
            for rank in range(1, self.squares):
                crossed = rank == self.cable_boundary and x in self.hole_along[:2]
                name = f"{kind}_tunnel" if crossed else kind
                placed.append((name, (x, rank * self.pitch), 0.0))
            placed.append((f"{kind}_edge", (x, self.side), 180.0))
        return placed

    @property
    def mount_hole(self) -> float:
        """Distance from the boundary of two ranks to a strip's holes."""
        return (self.pitch - self.strip_width) / 2 + self.hole_across[0]

    @property
    def edge_mount_screw(self) -> float:
        """Distance from the board's edge to the screw that holds a mount at that edge."""
        return self.mount_hole / 2

    @property
    def tunnel_screw(self) -> float:
        """Distance from the boundary of two ranks to the screws that hold a mount with a tunnel."""
        return self.tunnel[0] / 2 + self.mount_width / 2

    def frame_screws(self) -> list[Point]:
        """Return the screws through the base sheet into the frame: one in each end of a piece."""
        low = -self.frame_gap - self.rim
        joints = (low + self.frame_leg, low + self.frame_leg + self.frame_middle)
        along = [joint + way * self.block_screw for joint in joints for way in (-1, 1)]
        rails = (low + self.rim / 2, self.side + self.frame_gap + self.rim / 2)
        return [(x, y) for y in rails for x in along] + [(x, y) for x in rails for y in along]

    def case_posts(self) -> list[Point]:
        """Return the posts in the case's corners, for screws from below and from the lid."""
        x, y = self.case_middle
        dx = self.case_inside[0] / 2 - self.case_post / 2
        dy = self.case_inside[1] / 2 - self.case_post / 2
        return [(x + i * dx, y + j * dy) for i in (-1, 1) for j in (-1, 1)]

    def controller_screws(self) -> list[Point]:
        """Return the positions of the controller's holes."""
        return [self.on_controller(u, v) for u, v in self.controller_holes]


def load(squares: int, source: Path = geometry.SOURCE) -> Dimensions:
    """Return the dimensions of a board.

    Args:
        squares: squares on a side; 8 and 9 are built.
        source: hardware/geometry.toml, or a copy of it.
    """
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    strip, stack, controller = data["strip"], data["stack"], data["controller"]
    pitch = data["square"]["pitch"]
    inner = (pitch * boundary for boundary in strip["hole_boundaries"])
    end = strip["hole_from_end"]
    return Dimensions(
        squares=squares,
        pitch=pitch,
        strip_width=strip["width"],
        strip_thickness=strip["thickness"],
        sensor=tuple(strip["sensor_from_middle"]),
        led=tuple(strip["led_from_middle"]),
        hole_along=(end, *inner, squares * pitch - end),
        hole_across=(strip["hole_from_edge"], strip["width"] - strip["hole_from_edge"]),
        walls=stack["walls"],
        diffuser=stack["diffuser"],
        under_boards=strip["under"],
        headers=tuple(strip["headers"]),
        power=tuple(strip["power"]),
        controller=(controller["width"], controller["height"]),
        controller_holes=tuple((x, y) for x, y in controller["holes"]),
        controller_ribbon=controller["ribbon"],
        reset=tuple(controller["reset"]),
        cable=CableSizes(**data["cable"]),
        tower=TowerDimensions(
            across_flats=data["tower"]["across_flats"],
            magnet=data["magnet"]["diameter"],
            magnet_thickness=data["magnet"]["thickness"],
            felt_thickness=stack["felt"],
        ),
    )
