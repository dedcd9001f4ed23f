"""A board: its parts, what connects them, where they are, and what is printed beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.electronics.design.sheet import Sheet
from hardware.electronics.kicad import library
from hardware.geometry import Point

GROUND = "GND"
POWER_SYMBOLS = ("GND", "+3V3", "+5V", "VBUS")
"""Nets that a schematic draws as power symbols; KiCad calls all others `/name`."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to buy and solder: one line of the bill of materials.

    Attributes:
        name: what a shop calls it.
        value: what schematic and board call it.
        symbol: `library:symbol` of KiCad.
        footprint: `library:footprint` of KiCad.
        mpn: the manufacturer's number, which orders it.
        usd: an estimate of its price for one, in US dollars.
    """

    name: str
    value: str
    symbol: str
    footprint: str
    mpn: str
    usd: float


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a part is: its footprint's origin, degrees anticlockwise, and on which side."""

    x: float
    y: float
    turn: float = 0.0
    under: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a board.

    Attributes:
        ref: its reference, such as `R1`.
        item: what to buy.
        nets: the net of every pin by number; None for a pin that stays unconnected.
        spot: where it is.
        value: what is printed beside it in the schematic instead of the item's value.
    """

    ref: str
    item: Item
    nets: Mapping[str, str | None]
    spot: Spot
    value: str

    def kicad_net(self, pin: str) -> str:
        """KiCad's own name of the net of a pin, that of unconnected pins included."""
        net = self.nets[pin]
        if net is not None:
            return kicad_net(net)
        return f"unconnected-({self.ref}-{library.pins(self.item.symbol)[pin].name}-Pad{pin})"


def kicad_net(net: str) -> str:
    """KiCad's name of a net: one that only labels name belongs to a sheet, `/` to the first."""
    return net if net in POWER_SYMBOLS else f"/{net}"


def part(
    ref: str,
    item: Item,
    connections: Mapping[str, str | None],
    spot: Spot,
    value: str | None = None,
) -> Part:
    """A part whose pins are named by name or number.

    Args:
        ref: its reference.
        item: what to buy.
        connections: the net of each pin; a name stands for all pins of that name; `*` for all
            pins that are not named otherwise; None for no connection.
        spot: where it is.
        value: see `Part`.

    Raises:
        ValueError: if a pin does not exist or has been forgotten.
    """
    pins = library.pins(item.symbol)
    nets: dict[str, str | None] = {}
    for key, net in connections.items():
        found = [key] if key in pins else [pin.number for pin in pins.values() if pin.name == key]
        if not found and key != "*":
            raise ValueError(f"{ref}: {item.symbol} has no pin {key!r}")
        nets.update(dict.fromkeys(found, net))
    forgotten = [number for number in pins if number not in nets]
    if forgotten and "*" not in connections:
        raise ValueError(f"{ref}: say what the pins {forgotten} of {item.symbol} are connected to")
    nets.update(dict.fromkeys(forgotten, connections.get("*")))
    return Part(ref, item, nets, spot, item.value if value is None else value)


@dataclass(frozen=True, slots=True)
class Pour:
    """Copper that fills a rectangle around everything else.

    Attributes:
        net: whose copper it is.
        layer: 0 above, 1 below.
        corners: x and y of the upper left corner, of the lower right corner.
        priority: of two pours that overlap, the one with more gets the place.
    """

    net: str
    layer: int
    corners: tuple[float, float, float, float]
    priority: int = 0

    def covers(self, x: float, y: float) -> bool:
        """Whether a point is within."""
        left, upper, right, lower = self.corners
        return left <= x <= right and upper <= y <= lower


@dataclass(frozen=True, slots=True)
class Legend:
    """Words on the silkscreen, centred on a point; read from below where they are `under`."""

    text: str
    x: float
    y: float
    height: float = 1.0
    turn: float = 0.0
    under: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A printed circuit board and its schematic.

    Attributes:
        name: of its files.
        title: for people.
        size: length and width in millimetres.
        parts: in the order of the schematic.
        holes: the middles of its mounting holes.
        pours: its copper areas.
        widths: the width of tracks of some nets; all others have `TRACK_MM` of the router.
        legends: what is printed on it beside the references of parts.
        sheet: how its schematic is drawn.
    """

    name: str
    title: str
    size: Point
    parts: tuple[Part, ...]
    holes: tuple[Point, ...]
    pours: tuple[Pour, ...]
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
        """The part of a reference."""
        return self._by_ref[ref]

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """The pins of every net, each as reference and pin number."""
        found: dict[str, list[tuple[str, str]]] = {}
        for each in self.parts:
            for pin, net in each.nets.items():
                if net is not None:
                    found.setdefault(net, []).append((each.ref, pin))
        return found
