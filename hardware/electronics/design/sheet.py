"""A schematic sheet: positions of symbols, wires, labels and titled blocks.

A sheet does not define connections: the netlist that KiCad reads from the drawing is compared with
the board's nets.  Positions are whole steps of 1.27 mm (50 mil), the grid of KiCad's symbols, from
the upper left corner of an A3 page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

STEP_MM = 1.27
PAPER = "A3"

GridPoint: TypeAlias = tuple[int, int]
"""x and y in steps, y downwards."""

PinName: TypeAlias = str
"""A pin by number or name: `R1.2` or `Q1.D`."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Position and orientation of a symbol.

    Attributes:
        x, y: its origin.
        rotation: degrees counterclockwise: 0, 90, 180 or 270.
        mirrored: mirrored about its horizontal axis, before the rotation.
        caption: offset of reference and value from the origin; None for the default position.
    """

    x: int
    y: int
    rotation: int = 0
    mirrored: bool = False
    caption: GridPoint | None = None

    def transform(self, x: float, y: float) -> GridPoint:
        """Return the position on the sheet of a point of the symbol (millimetres, y upwards)."""
        across, up = round(x / STEP_MM), round(y / STEP_MM)
        if self.mirrored:
            up = -up
        for _ in range(self.rotation // 90):
            across, up = -up, across
        return self.x + across, self.y - up

    def direction(self, angle: int) -> int:
        """Return the direction of a pin on the sheet, outwards: 0 right, 90 up, 180 left, 270 down.

        Args:
            angle: from the pin into the symbol's body, in the library.
        """
        outward = (angle + 180) % 360
        if self.mirrored:
            outward = -outward % 360
        return (outward + self.rotation) % 360


@dataclass(frozen=True, slots=True)
class Block:
    """A frame with a title and a remark around the symbols of one function."""

    title: str
    left: int
    upper: int
    right: int
    lower: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a net at a point of a wire; text or symbol point in `direction`, 0 for right."""

    net: str
    x: int
    y: int
    direction: int = 0


@dataclass(slots=True)
class Sheet:
    """The drawing of a schematic; a pin without a wire gets a short wire with its net's label."""

    poses: dict[str, Pose] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    wires: list[tuple[PinName | GridPoint, ...]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    flags: list[Label] = field(default_factory=list)
    notes: list[tuple[int, int, str]] = field(default_factory=list)

    def place(
        self,
        ref: str,
        x: int,
        y: int,
        rotation: int = 0,
        mirrored: bool = False,
        caption: GridPoint | None = None,
    ) -> None:
        """Draw the symbol of a part; see `Pose`."""
        self.poses[ref] = Pose(x, y, rotation, mirrored, caption)

    def block(self, title: str, box: tuple[int, int, int, int], remark: str = "") -> None:
        """Draw a frame; `box` is left, upper, right, lower."""
        self.blocks.append(Block(title, *box, remark))

    def wire(self, *points: PinName | GridPoint) -> None:
        """Draw a wire through points; between two that are not aligned, horizontally first."""
        self.wires.append(points)

    def label(self, net: str, x: int, y: int, direction: int = 0) -> None:
        """Name the net of a wire, by a label or, for a supply, by its power symbol."""
        self.labels.append(Label(net, x, y, direction))

    def flag(self, net: str, x: int, y: int) -> None:
        """Draw a PWR_FLAG: the net is driven by a connector or through a switch."""
        self.flags.append(Label(net, x, y))

    def note(self, x: int, y: int, lines: Sequence[str]) -> None:
        """Write lines of text."""
        self.notes.append((x, y, "\n".join(lines)))
