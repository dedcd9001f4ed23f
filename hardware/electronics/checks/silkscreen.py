"""Check of every word and sign on the boards against silkscreen.toml, written by hand.

A word that names a connector or a pin stands nearer to that one than to any other; a reference
stands beside its part.  What the table does not have must not be printed.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from hardware.electronics.checks.data_sheets import STRIPS
from hardware.electronics.kicad.copper import box
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile, Print, bounds
from hardware.electronics.kicad.sexpr import child
from hardware.geometry import Box, Point

TABLE = Path(__file__).with_suffix(".toml")
PITCH_MM = 40.0
NAME_MM = 7.0
"""Greatest distance of the end of a word from the connector that it names."""
PIN_MM = 4.8
"""Greatest distance of the end of a word from the pin that it names."""
IN_LINE_MM = 0.5
"""A word that names a pin stands in line with it, across or along the board."""
REFERENCE_MM = 3.5
EDGE_MM = 2.5
CHARACTER = 0.9
"""Width of a character in heights."""
LEGIBLE_MM = 0.8
SIDES = {"F.SilkS": "above", "B.SilkS": "below"}
_UNPRINTED = ("F.Fab", "B.Fab", "Cmts.User", "Dwgs.User", "Eco1.User", "Eco2.User", "Margin")

K = TypeVar("K")
Word: TypeAlias = Mapping[str, Any]
"""One word of the table, on one side."""


def faults(board: str, pcb: PcbFile, table: Path = TABLE) -> list[str]:
    """Return the words of a board that are wrong, missing, too many, or in a wrong place."""
    parts = {part.reference: part for part in pcb.footprints if not part.board_only}
    printed = [text for text in pcb.prints if text.layer not in _UNPRINTED]
    references = [text for text in printed if text.owner in parts and text.text == text.owner]
    others = [text for text in printed if text not in references]
    found = [fault for text in printed for fault in _legible(text, pcb.size)]
    found += _references(references, parts)
    found += _words(others, list(_wanted(board, table)), parts, pcb)
    found += _drawings(pcb)
    return [f"{board}: {fault}" for fault in found]


def _wanted(board: str, table: Path) -> Iterator[Word]:
    """Yield the words of a board, one for each side and, on a strip, for each square."""
    squares = STRIPS.get(board, 0)
    data = tomllib.loads(table.read_text("utf-8"))["strip" if squares else board]
    for word in data["words"]:
        each = "square" in word or "n." in word.get("at", "")
        for square in range(1, squares + 1) if each else (0,):
            named = {
                "text": word["text"]
                .replace(" N ", f" {squares} ")
                .replace("file n", f"file {'abcdefghi'[square - 1]}"),
                "at": word.get("at", "").replace("n.", f"{square}."),
                "square": square if "square" in word else 0,
                "edge": word.get("edge", ""),
            }
            yield from ({**named, "side": side} for side in word["sides"])


def _words(
    printed: list[Print], wanted: list[Word], parts: Mapping[str, Footprint], pcb: PcbFile
) -> Iterator[str]:
    """Give each printed word to one of the table that it fits; tell what is left of both."""
    left = list(wanted)
    for text in printed:
        fitting = [word for word in left if _fits(text, word, parts, pcb)]
        if fitting:
            left.remove(fitting[0])
        else:
            x, y = text.place
            yield f"{text.text!r} at {x:.1f}, {y:.1f} on {text.layer} is not where it belongs"
    for word in left:
        where = word["at"] or word["edge"] or f"square {word['square']}"
        yield f"{word['text']!r} is not printed {word['side']} at {where}"


def _fits(text: Print, word: Word, parts: Mapping[str, Footprint], pcb: PcbFile) -> bool:
    if text.text != word["text"] or SIDES.get(text.layer) != word["side"]:
        return False
    if word["edge"]:
        away = {"upper": text.place[1], "lower": pcb.size[1] - text.place[1]}
        return bool(away[word["edge"]] <= EDGE_MM)
    if word["square"]:
        return bool(0 < text.place[0] - PITCH_MM * (word["square"] - 1) < PITCH_MM)
    ref, _, number = word["at"].partition(".")
    if ref not in parts or text.owner not in ("", ref):
        return False
    connectors = [part for part in parts.values() if part.reference.startswith("J")]
    if not number:
        named = {part.reference: _pins(part) for part in connectors}
        return _is_nearest(text, named, ref, NAME_MM)
    pads = {
        (part.reference, pad.number): pad
        for part in ([parts[ref]] if text.owner else connectors)
        for pad in part.pads
    }
    if (ref, number) not in pads:
        return False
    off = [abs(at - pin) for at, pin in zip(text.place, pads[ref, number].place, strict=True)]
    areas = {pin: box(pad) for pin, pad in pads.items()}
    return min(off) <= IN_LINE_MM and _is_nearest(text, areas, (ref, number), PIN_MM)


def _references(printed: list[Print], parts: Mapping[str, Footprint]) -> Iterator[str]:
    """Check that each reference is nearest to its part, or the nearest reference to it."""
    places = {text.text: text.place for text in printed}
    bodies = {
        bottom: {ref: _body(part) for ref, part in parts.items() if part.bottom == bottom}
        for bottom in (False, True)
    }
    for text in printed:
        ref, below = text.text, parts[text.text].bottom
        if SIDES.get(text.layer) != ("below" if below else "above"):
            yield f"{ref} is not printed on the side of its part"
        body = bodies[below][ref]
        away = _distance(text.place, body)
        nearest = min(places, key=lambda other: _distance(places[other], body))
        if nearest != ref and not _is_nearest(text, bodies[below], ref, REFERENCE_MM):
            yield f"{ref} is printed {away:.1f} mm from its part, nearer to another"
        elif away > REFERENCE_MM:
            yield f"{ref} is printed {away:.1f} mm from its part"
    for ref in sorted(parts.keys() - places.keys()):
        yield f"{ref} is not printed"


def _legible(text: Print, size: Point) -> Iterator[str]:
    if not all(0 < at < end for at, end in zip(text.place, size, strict=True)):
        yield f"{text.text!r} is beside the board"
    if text.layer not in SIDES:
        yield f"{text.text!r} is on {text.layer}"
    elif text.mirrored != (text.layer == "B.SilkS"):
        yield f"{text.text!r} is mirrored on {text.layer}"
    if text.height < LEGIBLE_MM:
        yield f"{text.text!r} is {text.height:g} mm high, not {LEGIBLE_MM:g}"


def _drawings(pcb: PcbFile) -> Iterator[str]:
    """Tell lines that are printed and belong to no part."""
    for item in pcb.tree:
        if isinstance(item, list) and str(item[0]).startswith("gr_") and item[0] != "gr_text":
            layer = child(item, "layer")[1]
            if layer in SIDES:
                yield f"something is drawn on {layer} that belongs to no part"


def _pins(part: Footprint) -> Box:
    """Return the rectangle around a part's pads, which are seen from both sides."""
    areas = [box(pad) for pad in part.all_pads]
    return _around([corner for area in areas for corner in (area[:2], area[2:])])


def _body(part: Footprint) -> Box:
    """Return the rectangle around a part's body and pads."""
    pins = _pins(part)
    drawn = [point for points in part.graphics("Fab") for point in points]
    return _around([pins[:2], pins[2:], *drawn])


def _around(points: list[Point]) -> Box:
    found = bounds(points)
    assert found is not None
    return found


def _is_nearest(text: Print, areas: Mapping[K, Box], key: K, reach: float) -> bool:
    """Return True if of some rectangles one is nearest to a text, and within reach of its end."""
    nearest = min(areas, key=lambda each: _distance(text.place, areas[each]))
    half = text.height * CHARACTER * len(text.text) / 2
    return nearest == key and _distance(text.place, areas[key]) - half <= reach


def _distance(place: Point, area: Box) -> float:
    x, y = place
    return math.hypot(max(area[0] - x, 0, x - area[2]), max(area[1] - y, 0, y - area[3]))
