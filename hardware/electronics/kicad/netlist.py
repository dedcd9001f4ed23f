"""The netlist that KiCad exports from a schematic."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad import kicad_cli
from hardware.electronics.kicad.sexpr import atom, child, children, loads


@dataclass(frozen=True, slots=True)
class Netlist:
    """The connections of a schematic.

    Attributes:
        nets: net of every pin, by reference and pin number.
        numbers: pin number by reference and pin name; of several pins with one name the last.
    """

    nets: dict[tuple[str, str], str]
    numbers: dict[tuple[str, str], str]

    def net(self, ref: str, pin_name: str) -> str | None:
        """Return the net of a pin by its name; None if there is no such pin."""
        number = self.numbers.get((ref, pin_name))
        return None if number is None else self.nets[ref, number]


def read(schematic: Path) -> Netlist:
    """Let KiCad export the netlist of a schematic, and parse it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "netlist")
        kicad_cli.run(
            "sch", "export", "netlist", "--format", "kicadsexpr", "--output", file, schematic
        )
        tree = loads(file.read_text("utf-8"))
    nets, numbers = {}, {}
    for net in children(child(tree, "nets"), "net"):
        for node in children(net, "node"):
            ref, number = atom(node, "ref"), atom(node, "pin")
            nets[ref, number] = atom(net, "name")
            if any(children(node, "pinfunction")):
                numbers[ref, atom(node, "pinfunction")] = number
    return Netlist(nets, numbers)


def differences(schematic: Path, intended: Mapping[tuple[str, str], str]) -> list[str]:
    """Compare a drawn schematic with the intended nets of all pins; one line a difference."""
    drawn = read(schematic).nets
    return [
        f"{schematic.name}: {ref}.{pin} is drawn on {drawn.get((ref, pin))!r}, "
        f"meant to be on {intended.get((ref, pin))!r}"
        for ref, pin in sorted(drawn.keys() | intended.keys())
        if drawn.get((ref, pin)) != intended.get((ref, pin))
    ]
