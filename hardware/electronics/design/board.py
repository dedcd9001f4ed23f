"""A circuit board: parts, nets, placement, copper zones and silkscreen text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.electronics.design.sheet import Sheet
from hardware.electronics.kicad import library
from hardware.geometry import Box, Point

REVISION = "A"
LICENCE = "CERN-OHL-P-2.0"
GROUND = "GND"
POWER_SYMBOLS = ("GND", "+3V3", "+5V", "VBUS")
"""Nets that a schematic draws as power symbols; KiCad names all others `/name`."""


@dataclass(frozen=True, slots=True)
class Item:
    """An orderable component: one line of the bill of materials.

    Attributes:
        name: description for the bill of materials.
        value: value in schematic and board.
        symbol: `library:symbol` of KiCad.
        footprint: `library:footprint` of KiCad.
        mpn: manufacturer part number.
        lcsc: number in the catalogue of LCSC, which JLCPCB assembles from; "" if we know none.
    """

    name: str
    value: str
    symbol: str
    footprint: str
    mpn: str
    lcsc: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """Origin of a footprint, rotation in degrees counterclockwise, and side of the board."""

    x: float
    y: float
    rotation: float = 0.0
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part on a board.

    Attributes:
        ref: reference designator, such as `R1`.
        item: the component to order.
        nets: net of every pin by number; None for an unconnected pin.
        placement: position on the board.
        value: value in schematic and board.
    """

    ref: str
    item: Item
    nets: Mapping[str, str | None]
    placement: Placement
    value: str

    def fields(self) -> dict[str, str]:
        """Return what a buyer needs, as fields of the symbol and the footprint."""
        return {"MPN": self.item.mpn, "LCSC": self.item.lcsc}

    def kicad_net(self, pin: str) -> str:
        """Return KiCad's name of the net of a pin, connected or not."""
        net = self.nets[pin]
        if net is not None:
            return kicad_net(net)
        return f"unconnected-({self.ref}-{library.pins(self.item.symbol)[pin].name}-Pad{pin})"


def kicad_net(net: str) -> str:
    """Return KiCad's name of a net: without a power symbol it is local to the root sheet, `/`."""
    return net if net in POWER_SYMBOLS else f"/{net}"


def part(
    ref: str,
    item: Item,
    connections: Mapping[str, str | None],
    placement: Placement,
    value: str | None = None,
) -> Part:
    """Make a part from connections by pin name or number.

    Args:
        ref: reference designator.
        item: the component to order.
        connections: net of each pin; a name stands for all pins of that name, `*` for all pins not
            listed; None for no connection.
        placement: position on the board.
        value: None for the value of the item.

    Raises:
        ValueError: if a pin does not exist or is missing.
    """
    pins = library.pins(item.symbol)
    nets: dict[str, str | None] = {}
    for key, net in connections.items():
        found = [key] if key in pins else [pin.number for pin in pins.values() if pin.name == key]
        if not found and key != "*":
            raise ValueError(f"{ref}: {item.symbol} has no pin {key!r}")
        nets.update(dict.fromkeys(found, net))
    missing = [number for number in pins if number not in nets]
    if missing and "*" not in connections:
        raise ValueError(f"{ref}: say what the pins {missing} of {item.symbol} are connected to")
    nets.update(dict.fromkeys(missing, connections.get("*")))
    return Part(ref, item, nets, placement, item.value if value is None else value)


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangular copper zone.

    Attributes:
        net: its net.
        layer: 0 for the top, 1 for the bottom.
        box: its outline.
        priority: where zones overlap, the one with the higher priority is filled.
    """

    net: str
    layer: int
    box: Box
    priority: int = 0

    def covers(self, x: float, y: float) -> bool:
        """Return True if a point is within the outline."""
        left, upper, right, lower = self.box
        return left <= x <= right and upper <= y <= lower


@dataclass(frozen=True, slots=True)
class Legend:
    """Silkscreen text, centred on a point."""

    text: str
    x: float
    y: float
    height: float = 1.0
    rotation: float = 0.0
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A printed circuit board and its schematic.

    Attributes:
        name: base name of its files.
        title: title in schematic and board.
        size: length and width in millimetres.
        parts: in the order of the schematic.
        holes: middles of the mounting holes.
        hole: their diameter, of which KiCad's library must have a hole for M3.
        fiducials: marks on the top side by which an assembler's machine finds the board.
        zones: copper zones.
        widths: track width by net in millimetres; `TRACK_MM` of the router for all others.
        legends: silkscreen text besides references, values and pin captions.
        sheet: drawing of the schematic.
    """

    name: str
    title: str
    size: Point
    parts: tuple[Part, ...]
    holes: tuple[Point, ...]
    hole: float
    fiducials: tuple[Point, ...]
    zones: tuple[Zone, ...]
    widths: Mapping[str, float]
    legends: tuple[Legend, ...]
    sheet: Sheet
    _by_ref: dict[str, Part] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for each in self.parts:
            if each.ref in self._by_ref:
                raise ValueError(f"{self.name}: there are two parts {each.ref!r}")
            self._by_ref[each.ref] = each

    def part(self, ref: str) -> Part:
        """Return the part with a reference designator."""
        return self._by_ref[ref]

    def nets(self) -> set[str]:
        """Return the names of all nets."""
        return {net for each in self.parts for net in each.nets.values() if net is not None}

    def pin_nets(self) -> dict[tuple[str, str], str]:
        """Return KiCad's net name of every pin, by reference and pin number."""
        return {(each.ref, pin): each.kicad_net(pin) for each in self.parts for pin in each.nets}
