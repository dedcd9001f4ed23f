"""A sheet: where a schematic's symbols, wires, labels and titled blocks are drawn.

It says nothing of what is connected: that the drawing agrees with the board's nets is found out by
asking KiCad for the netlist of what was drawn.  Positions are whole steps of 1.27 mm (50 mil), the
grid of KiCad's symbols, from the upper left corner of an A3 page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

STEP_MM = 1.27
PAPER = "A3"

Place: TypeAlias = tuple[int, int]
"""x and y in steps, y downwards."""

PinName: TypeAlias = str
"""`R1.2` or `Q1.D`: a part's pin by number or name."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a symbol lies: its origin, degrees anticlockwise (0, 90, 180, 270), turned upside down
    before that or not; and where its name begins if not where it does by itself."""

    x: int
    y: int
    turn: int = 0
    upside_down: bool = False
    caption: Place | None = None

    def of(self, x: float, y: float) -> Place:
        """Where a point of the symbol (millimetres, y upwards) comes to lie on the sheet."""
        across, up = round(x / STEP_MM), round(y / STEP_MM)
        if self.upside_down:
            up = -up
        for _ in range(self.turn // 90):
            across, up = -up, across
        return self.x + across, self.y - up

    def direction(self, angle: int) -> int:
        """Where a pin whose body lies at `angle` looks on the sheet: 0 right, 90 up, ..."""
        outward = (angle + 180) % 360
        if self.upside_down:
            outward = -outward % 360
        return (outward + self.turn) % 360


@dataclass(frozen=True, slots=True)
class Block:
    """A frame around symbols that do one thing together, with its title and a remark."""

    title: str
    left: int
    upper: int
    right: int
    lower: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A net's name at a point of a wire; `direction` is where its text or symbol points."""

    net: str
    x: int
    y: int
    direction: int = 0


@dataclass(slots=True)
class Sheet:
    """What is drawn; pins without a wire get a short one with their net's name by themselves."""

    poses: dict[str, Pose] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    wires: list[tuple[PinName | Place, ...]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    flags: list[Mark] = field(default_factory=list)
    notes: list[tuple[int, int, str]] = field(default_factory=list)

    def put(
        self,
        ref: str,
        x: int,
        y: int,
        turn: int = 0,
        upside_down: bool = False,
        caption: Place | None = None,
    ) -> None:
        """Draw a part's symbol; its name and value begin `caption` away from it, if told."""
        self.poses[ref] = Pose(x, y, turn, upside_down, caption)

    def block(self, title: str, corners: tuple[int, int, int, int], remark: str = "") -> None:
        """Draw a frame; corners are left, upper, right, lower."""
        self.blocks.append(Block(title, *corners, remark))

    def wire(self, *points: PinName | Place) -> None:
        """Draw a wire through points; between two that are not in line it goes across first."""
        self.wires.append(points)

    def mark(self, net: str, x: int, y: int, direction: int = 0) -> None:
        """Name the net of a wire, by a label or, of a supply, by its symbol."""
        self.marks.append(Mark(net, x, y, direction))

    def flag(self, net: str, x: int, y: int) -> None:
        """Tell KiCad that a net is driven: it comes from a connector or through a switch."""
        self.flags.append(Mark(net, x, y))

    def note(self, x: int, y: int, lines: Sequence[str]) -> None:
        """Write lines of text."""
        self.notes.append((x, y, "\n".join(lines)))
