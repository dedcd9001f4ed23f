"""KiCad's symbol and footprint libraries, as Debian installs them."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import Quoted, Tree, atom, child, children, load_at

SHARE = Path(os.environ.get("KICAD_SHARE", "/usr/share/kicad"))
"""Folder of Debian's kicad-symbols and kicad-footprints; the variable KICAD_SHARE overrides it."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of a symbol, in the symbol's own millimetres (y upwards).

    `angle` points from the pin's free end into the body, in degrees: 0 for a pin on the left.
    """

    number: str
    name: str
    x: float
    y: float
    angle: int


@functools.cache
def _text(library: str) -> str:
    path = SHARE / "symbols" / f"{library}.kicad_sym"
    if not path.exists():
        raise FileNotFoundError(
            f"{path} is missing: run hardware/electronics/install-kicad as root"
        )
    return path.read_text("utf-8")


def _symbol(library: str, own: str) -> Tree:
    """Parse one symbol of a library, skipping the others, often a thousand."""
    start = _text(library).find(f'(symbol "{own}"')
    if start < 0:
        raise KeyError(f"the library {library} has no symbol {own!r}")
    return load_at(_text(library), start)


@functools.cache
def symbol(name: str) -> Tree:
    """Return a symbol as a schematic embeds it: complete, and named `library:symbol`.

    A symbol that extends another is the other one with properties of its own.

    Args:
        name: `library:symbol`.

    Raises:
        KeyError: if the library has no such symbol.
    """
    library, own = name.split(":")
    found = _symbol(library, own)
    extended = next(children(found, "extends"), None)
    drawn = own if extended is None else str(extended[1])
    properties = {str(item[1]): item for item in children(found, "property")}
    body: Tree = []
    for item in _symbol(library, drawn)[2:]:
        if isinstance(item, list) and item[0] == "symbol":  # its units
            item = ["symbol", Quoted(str(item[1]).replace(drawn, own, 1)), *item[2:]]
        elif isinstance(item, list) and item[0] == "property":
            item = properties.pop(str(item[1]), item)
        body.append(item)
    return ["symbol", Quoted(name), *body, *properties.values()]


@functools.cache
def pins(name: str) -> dict[str, Pin]:
    """Return the pins of the symbol `library:symbol` by number, in the library's order."""
    found = {}
    for unit in children(symbol(name), "symbol"):
        for tree in children(unit, "pin"):
            at = child(tree, "at")
            number, pin_name = atom(tree, "number"), atom(tree, "name")
            x, y, angle = (float(str(value)) for value in at[1:4])
            found[number] = Pin(number, pin_name, x, y, int(angle))
    return found


def footprint_folder(name: str) -> Path:
    """Return the folder of the footprint `library:footprint`."""
    return SHARE / "footprints" / f"{name.split(':')[0]}.pretty"
