"""The dimensions of all printed and cut parts, in millimetres.

What they share with the circuit boards comes from hardware/geometry.toml; what only concerns the
printer and the hand is set here, each with its reason.  Heights count from the upper face of the
circuit boards (z = 0); x runs along the files and y along the ranks from the outer corner of a1.
Nothing here imports a CAD library: checks and drawings use the same numbers as the CAD.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.paths import HARDWARE

GEOMETRY = HARDWARE / "geometry.toml"

Place: TypeAlias = tuple[float, float]
"""x and y in millimetres."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A part on the strips that a wall between two squares has to step over.

    Attributes:
        x, y: its middle, from the strip's left edge and its edge towards White.
        width, depth: along x and y, with room to spare.
        height: above the board, with room to spare.
    """

    x: float
    y: float
    width: float
    depth: float
    height: float


@dataclass(frozen=True, slots=True)
class TowerSizes:
    """A tower: base with magnet, rings, and a cap with the symbol of its colour.

    They snap together: a slit collar with a bead (the *spigot*) into a hollow with a groove (the
    *socket*).
    """

    across_flats: float
    magnet: float
    magnet_thickness: float
    base_height: float = 16.0  # to hold it by
    chamfer: float = 0.6
    magnet_gap: float = 0.15  # round the magnet: printers make holes about 0.1 too small
    felt: float = 20.0  # a punched felt disc
    felt_recess: float = 0.4  # half the felt's thickness, so that it does not catch
    push_hole: float = 2.0  # to push a magnet out again
    spigot: float = 16.0
    spigot_wall: float = (
        1.2  # three lines of a 0.4 nozzle: bends by `bead - gap` with 1 % of strain
    )
    spigot_height: float = 5.0
    bead: float = 0.30
    bead_top: float = 1.5  # from the spigot's end to the bead's middle
    slit: float = 1.5
    slits: int = 4
    gap: float = 0.15  # between spigot and socket; half the bead, so that it snaps
    socket_depth: float = 5.2
    ring_across_flats: float = 27.0  # leaves 6.5 of light around it on a square of 40
    ring_height: float = 6.5
    tooth_height: float = 3.0
    tooth_width: float = 6.0
    tooth_gap: float = 0.3
    cap_height: float = 6.8
    symbol: float = 15.0  # the page's 24 units
    symbol_height: float = 0.8
    band: float = 1.6  # Black's groove, for the fingers
    band_depth: float = 0.8

    @property
    def pocket_top(self) -> float:
        """Where the magnet's pocket ends."""
        return self.felt_recess + self.magnet_thickness + 0.1

    @property
    def tooth_inner(self) -> float:
        """Inner face of a dragon tooth: clear of the flats of a cap or base."""
        return self.across_flats / 2 + 0.2


@dataclass(frozen=True, slots=True)
class Dimensions:
    """A board of `squares` x `squares` and everything that it is made of."""

    squares: int
    pitch: float
    strip_width: float
    strip_thickness: float
    sensor: Place
    led: Place
    hole_along: tuple[float, ...]
    hole_across: tuple[float, float]
    walls: float
    diffuser: float
    under_boards: float
    headers: Place
    power: Place
    controller: Place
    controller_holes: tuple[Place, ...]
    tower: TowerSizes
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
    insert: float = 4.0  # hole for a brass M3 insert, 5 long
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
    ribbon_slot: Place = (34.0, 7.0)

    # Controller's case, beside the frame on the side of file a.
    case_wall: float = 2.4
    case_post: float = 8.0
    case_gap: float = 0.5
    lid: float = 2.4
    standoff: float = 5.0
    usb_window: Place = (6.0, 36.0)  # along the controller's edge with the USB socket
    supply_window: Place = (11.0, 26.0)  # along its right edge: the terminal for 5 V

    # Sheets.
    base_sheet: float = 3.0
    diffuser_gap: float = 0.3
    screw: float = 3.2  # hole for M3

    @property
    def side(self) -> float:
        """Length of the board's side, squares only."""
        return self.squares * self.pitch

    @property
    def tile_squares(self) -> int:
        """Squares on the side of a grid tile: the most that divide the board and fit the bed."""
        fitting = (n for n in range(1, self.squares) if self.squares % n == 0)
        return max(n for n in fitting if n * self.pitch <= self.bed)

    @property
    def tile(self) -> float:
        """Side of a grid tile, gaps included."""
        return self.tile_squares * self.pitch

    @property
    def top(self) -> float:
        """The playing surface."""
        return self.walls + self.diffuser

    @property
    def mount_top(self) -> float:
        """Lower face of the strips."""
        return -self.strip_thickness

    @property
    def floor(self) -> float:
        """Upper face of the base sheet."""
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
    def case_inside(self) -> Place:
        """The case's inside, along x and y: the controller stands upright in y."""
        length, depth = self.controller
        return depth + 2 * self.case_gap, length + 2 * (self.case_post + self.case_gap)

    @property
    def case_outside(self) -> Place:
        """The same with its walls."""
        x, y = self.case_inside
        return x + 2 * self.case_wall, y + 2 * self.case_wall

    @property
    def case_middle(self) -> Place:
        """Where the middle of the case is: at the frame, in the middle of the board's side."""
        outside = self.case_outside[0]
        return -self.frame_gap - self.rim - self.tile_gap - outside / 2, self.side / 2

    @property
    def case_height(self) -> float:
        """Of the case without its lid, which ends flush with the playing surface."""
        return self.top - self.lid - self.floor

    @property
    def screw_xs(self) -> Place:
        """The columns of mounts that hold the strips with screws: both ends."""
        return self.hole_along[0], self.hole_along[-1]

    @property
    def multiplexer(self) -> Obstacle:
        """The strips' multiplexer, which stands across a boundary of squares."""
        return Obstacle(5 * self.pitch + 2.5, self.strip_width / 2, 11.0, 11.0, 2.6)

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What the walls step over; that nothing is missing is checked against the boards."""
        heads = tuple(
            Obstacle(x, y, 6.6, 6.6, 3.4) for x in self.screw_xs for y in self.hole_across
        )
        # Under these stand connectors, whose pins come through the strip.
        (begin, end), depth = self.headers, self.strip_width - 2
        pins = Obstacle((begin + end) / 2, self.strip_width / 2, end - begin, depth, 2.2)
        (begin, end), depth = self.power, 8.0
        supply = Obstacle((begin + end) / 2, depth / 2, end - begin, depth, 2.2)
        return (*heads, self.multiplexer, pins, supply)

    def strip_edge(self, rank: int) -> float:
        """y of a strip's edge towards White; ranks count from 0."""
        return rank * self.pitch + (self.pitch - self.strip_width) / 2

    def middle(self, file: int, rank: int) -> Place:
        """The middle of a square; files and ranks count from 0."""
        return (file + 0.5) * self.pitch, (rank + 0.5) * self.pitch

    def mounts(self) -> list[tuple[str, Place, float]]:
        """All mounts: part, middle of its long side on the boundary of ranks, turn in degrees."""
        placed = []
        for x in self.hole_along:
            kind = "mount_screw" if x in self.screw_xs else "mount_peg"
            placed.append((f"{kind}_edge", (x, 0.0), 0.0))
            placed += [(kind, (x, rank * self.pitch), 0.0) for rank in range(1, self.squares)]
            placed.append((f"{kind}_edge", (x, self.side), 180.0))
        return placed

    @property
    def mount_hole(self) -> float:
        """From the boundary of two ranks to a strip's holes."""
        return (self.pitch - self.strip_width) / 2 + self.hole_across[0]

    @property
    def edge_mount_screw(self) -> float:
        """From the board's edge to the screw that holds a mount at that edge."""
        return self.mount_hole / 2

    def frame_screws(self) -> list[Place]:
        """The screws through the base sheet into the frame: one in each end of its pieces."""
        low = -self.frame_gap - self.rim
        joints = (low + self.frame_leg, low + self.frame_leg + self.frame_middle)
        along = [joint + way * self.block_screw for joint in joints for way in (-1, 1)]
        rails = (low + self.rim / 2, self.side + self.frame_gap + self.rim / 2)
        return [(x, y) for y in rails for x in along] + [(x, y) for x in rails for y in along]

    def case_posts(self) -> list[Place]:
        """The posts in the case's corners, which take a screw from below and one from the lid."""
        x, y = self.case_middle
        dx = self.case_inside[0] / 2 - self.case_post / 2
        dy = self.case_inside[1] / 2 - self.case_post / 2
        return [(x + i * dx, y + j * dy) for i in (-1, 1) for j in (-1, 1)]

    def controller_screws(self) -> list[Place]:
        """Where the controller's holes are.

        It is turned so that the edge with the USB socket (y = 0 on its own board, which is drawn
        with y downwards) faces away from the frame.
        """
        x, y = self.case_middle
        length, depth = self.controller
        return [(x - depth / 2 + v, y - length / 2 + u) for u, v in self.controller_holes]


def load(squares: int, source: Path = GEOMETRY) -> Dimensions:
    """The dimensions of a board with so many squares on a side.

    Args:
        squares: 8 or 9, or any number that some tile divides.
        source: hardware/geometry.toml, or a copy of it.
    """
    told = tomllib.loads(source.read_text(encoding="utf-8"))
    strip, stack, controller = told["strip"], told["stack"], told["controller"]
    pitch = told["square"]["pitch"]
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
        under_boards=strip["under"] + 2,
        headers=tuple(strip["headers"]),
        power=tuple(strip["power"]),
        controller=(controller["width"], controller["height"]),
        controller_holes=tuple((x, y) for x, y in controller["holes"]),
        tower=TowerSizes(
            across_flats=told["tower"]["across_flats"],
            magnet=told["magnet"]["diameter"],
            magnet_thickness=told["magnet"]["thickness"],
        ),
    )
