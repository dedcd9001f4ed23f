"""Film with Kamisado's 64 coloured squares, to lie on the diffuser: SVG to print.

Each square has a field of its colour with the colour's symbol.  The light comes through the clear
border around it, and weaker through the field, which is printed at half strength: full yellow,
orange, red and brown would swallow blue.  Colours and symbols are those of the page.
"""

from __future__ import annotations

import re
from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.symbols import outlines
from hardware.paths import ROOT
from host.engine.kamisado.board import COLOURS, FILES, SQUARE_COLOURS

STYLE = ROOT / "host" / "ui" / "static" / "css" / "tiles.css"
FIELD = 30.0
"""Side of the printed field: 5 clear millimetres around it, 3 of colour around a tower's base."""
SYMBOL = 14.0
STRENGTH = 0.5
"""Opacity of the fields."""


def tints(source: Path = STYLE) -> dict[str, tuple[str, str]]:
    """Return the page's colours: of each, the tint of the field and of the symbol.

    Raises:
        ValueError: if a colour is missing from the style sheet.
    """
    text = source.read_text(encoding="utf-8")
    found = {}
    for colour in COLOURS:
        rule = re.search(rf"^\.c-{colour} \{{(.*?)\}}", text, re.MULTILINE | re.DOTALL)
        pair = re.findall(r"--(?:tint|sign): (#[0-9a-f]+);", rule[1] if rule else "")
        if len(pair) != 2:
            raise ValueError(f"{source.name} has no tint and sign for {colour!r}")
        found[colour] = (pair[0], pair[1])
    return found


def svg(sizes: Dimensions) -> str:
    """Return the film at its true size; a1 is at the lower left.

    Raises:
        ValueError: if the board does not have Kamisado's 8 x 8 squares.
    """
    if sizes.squares != FILES:
        raise ValueError(f"Kamisado has {FILES} squares on a side, not {sizes.squares}")
    side, half = sizes.side, FIELD / 2
    colours = tints(STYLE)
    drawn = []
    for square, tint in enumerate(SQUARE_COLOURS):
        rank, file = divmod(square, FILES)
        x, y = sizes.middle(file, rank)
        paint, ink = colours[COLOURS[tint]]
        middle = f"translate({x:g} {side - y:g})"
        path = "".join(
            "M" + "L".join(f"{px:.2f} {-py:.2f}" for px, py in outline) + "Z"
            for outline in outlines(COLOURS[tint], SYMBOL)
        )
        drawn.append(
            f'<g transform="{middle}"><rect x="{-half:g}" y="{-half:g}" width="{FIELD:g}" '
            f'height="{FIELD:g}" rx="2" fill="{paint}" fill-opacity="{STRENGTH:g}"/>'
            f'<path d="{path}" fill="{ink}" fill-rule="evenodd"/></g>'
        )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side:g}mm" height="{side:g}mm" '
            f'viewBox="0 0 {side:g} {side:g}">',
            "<title>Kamisado's squares, for transparent film</title>",
            *drawn,
            "</svg>\n",
        ]
    )
