"""Check of the boards against data_sheets.toml, which is written by hand from the data sheets.

The other checks compare files with the generator.  This one asks whether the design is right: every
supply, polarity, enable, divider and order number, where sensors, LEDs, connectors and holes are,
and which way a part faces.  It reads the `.kicad_pcb`, so it holds for boards that were edited in
KiCad too.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from hardware import geometry
from hardware.electronics.checks import packages
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile
from hardware.electronics.kicad.sexpr import atom, child, children

TABLE = Path(__file__).with_suffix(".toml")
PLACE_MM = 0.1
"""Tolerance of places, in both directions together."""
STRIPS = {"strip8": 8, "strip9": 9}
"""Number of squares by name."""
_LEFT_OUT = {"dnp", "exclude_from_bom", "exclude_from_pos_files"}
"""Marks of KiCad by which a part is left out of lists."""
_EDGES = {"upper": (0, -1), "right": (1, 0), "lower": (0, 1), "left": (-1, 0)}

Wanted: TypeAlias = Mapping[str, Any]
"""One part of the table, such as `{"order": "AO3401A", "pins": {"1": "GATE"}}`."""


def wanted_parts(board: str, table: Path = TABLE) -> dict[str, Wanted]:
    """Return the part of the table for a board, by reference."""
    data = tomllib.loads(table.read_text("utf-8"))
    if board not in STRIPS:
        return dict(data[board]["parts"])
    parts = dict(data["strip"]["parts"])
    if STRIPS[board] == 9:  # the ninth sensor is on channel 11
        parts["U1"] = {**parts["U1"], "pins": {**parts["U1"]["pins"], "20": "S9"}}
    for square in range(1, STRIPS[board] + 1):
        for ref, part in data["strip"]["each"].items():
            parts[_numbered(ref, square)] = _numbered(part, square)
    last = parts[f"D{STRIPS[board]}"]
    parts[f"D{STRIPS[board]}"] = {**last, "pins": {**last["pins"], "2": "LED_OUT"}}
    return parts


def faults(board: str, pcb: PcbFile, table: Path = TABLE) -> list[str]:
    """Return what a board has otherwise than its data sheets want."""
    wanted = wanted_parts(board, table)
    data = tomllib.loads(table.read_text("utf-8"))
    numbers = data["lcsc"]
    parts = {part.reference: part for part in pcb.footprints if not part.board_only}
    found = [f"{ref} is missing" for ref in wanted if ref not in parts]
    found += [f"{ref} is not in {table.name}" for ref in parts if ref not in wanted]
    for ref, want in wanted.items():
        if ref in parts:
            found += _part(parts[ref], want, numbers)
            found += _place(parts[ref], want, parts, pcb)
            found += _pose(parts[ref], want)
    found += _outline(pcb, {**data["board"], **data["board"][board]})
    return [f"{board}: {fault}" for fault in found]


def figure_faults(source: Path = geometry.SOURCE, table: Path = TABLE) -> list[str]:
    """Return the figures of geometry.toml that are not those of the parts that are ordered."""
    written = tomllib.loads(source.read_text("utf-8"))
    return [
        f"{source.name} has {section}.{name} = {written[section].get(name)}, not {figure:g}"
        for section, figures in tomllib.loads(table.read_text("utf-8"))["figures"].items()
        for name, figure in figures.items()
        if written[section].get(name) != figure
    ]


def _part(part: Footprint, want: Wanted, numbers: Mapping[str, str]) -> Iterator[str]:
    flags = {str(flag) for attr in children(part.tree, "attr") for flag in attr[1:]}
    if left_out := sorted(flags & _LEFT_OUT):
        yield f"{part.reference} is marked as {', '.join(left_out)}"
    if part.field("MPN") != want["order"]:
        yield f"{part.reference} is ordered as {part.field('MPN')!r}, not {want['order']!r}"
    if part.field("LCSC") != (number := numbers.get(want["order"], "")):
        yield f"{part.reference} has LCSC's number {part.field('LCSC')!r}, not {number!r}"
    if part.field("Value") != want["value"]:
        yield f"{part.reference} is {part.field('Value')}, not {want['value']}"
    for pad in sorted({each.number for each in part.pads} - want["pins"].keys()):
        yield f"{part.reference}, pad {pad} is not in the table"
    for pad, net in want["pins"].items():
        for actual in {each.net for each in part.pads if each.number == pad} or {None}:
            free = actual is not None and actual.startswith("unconnected-")
            if actual != net and not (free and not net):
                yield f"{part.reference}, pad {pad} is on {actual!r}, not on {net or 'no net'!r}"


def _place(
    part: Footprint, want: Wanted, parts: Mapping[str, Footprint], pcb: PcbFile
) -> Iterator[str]:
    if part.bottom != want.get("below", False):
        yield f"{part.reference} is on the wrong side"
    places = {pad.number: pad.place for pad in reversed(part.pads)}
    for pad, place in want.get("pads", {}).items():
        if pad not in places:
            yield f"{part.reference} has no pad {pad}"
        elif math.dist(places[pad], place) > PLACE_MM:
            x, y = places[pad]
            yield f"{part.reference}, pad {pad} is at {x:.2f}, {y:.2f}, not at {place}"
    if "at" in want and want["at"]["part"] in parts:
        near, number = parts[want["at"]["part"]], str(want["at"]["pad"])
        targets = [pad.place for pad in near.pads if pad.number == number]
        distance = min((math.dist(places["1"], target) for target in targets), default=math.inf)
        if distance > want["at"]["within"]:
            yield f"{part.reference} is {distance:.1f} mm from {near.reference}, pad {number}"
    if "faces" in want:
        yield from _facing(part, want, pcb)


def _pose(part: Footprint, want: Wanted) -> Iterator[str]:
    """Check how a part is turned and where its middle is, both by its pads."""
    package = packages.by_order().get(want["order"])
    at = packages.pose(part, package) if package else None
    if at is None:
        yield f"{part.reference} is on pads of another package than that of {want['order']}"
        return
    if at.turn != want.get("turn", at.turn):
        yield f"{part.reference} is turned by {at.turn} degrees, not by {want['turn']}"
    if math.dist(at.origin, want.get("middle", at.origin)) > PLACE_MM:
        x, y = at.origin
        yield f"{part.reference} has its middle at {x:.2f}, {y:.2f}, not at {want['middle']}"


def _outline(pcb: PcbFile, want: Wanted) -> Iterator[str]:
    """Check the size of a board, its mounting holes and its fiducials."""
    if math.dist(pcb.size, want["size"]) > PLACE_MM:
        yield "the board is {:g} x {:g} mm, not {:g} x {:g}".format(*pcb.size, *want["size"])
    thickness = float(atom(child(pcb.tree, "general"), "thickness"))
    if thickness != want["thickness"]:
        yield f"the board is {thickness:g} mm thick, not {want['thickness']:g}"
    names = [str(layer[1]) for layer in child(pcb.tree, "layers")[1:]]
    layers = [name for name in names if name.endswith(".Cu")]
    if layers != want["layers"]:
        yield f"the board has the layers {', '.join(layers)}"
    drawn = [
        item
        for tree in (pcb.tree, *(part.tree for part in pcb.footprints))
        for item in tree
        if isinstance(item, list) and ["layer", "Edge.Cuts"] in item
    ]
    if len(drawn) > 1:
        yield f"{len(drawn)} lines are cut out of the board, not its outline alone"
    marks = [part for part in pcb.footprints if part.board_only]
    for name, is_hole in (("hole", True), ("fiducial", False)):
        left = [part for part in marks if part.is_hole == is_hole]
        for place in want[f"{name}s"]:
            found = [part for part in left if math.dist(part.origin, place) <= PLACE_MM]
            if not found:
                yield f"there is no {name} at {place}"
            elif not is_hole and found[0].bottom:
                yield f"{found[0].reference} is on the wrong side"
            left = [part for part in left if part not in found[:1]]
        for part in left:
            x, y = part.origin
            yield f"{part.reference} is a {name} too many, at {x:.2f}, {y:.2f}"


def _facing(part: Footprint, want: Wanted, pcb: PcbFile) -> Iterator[str]:
    """Check that a connector opens towards an edge, and stands at it."""
    edge = want["faces"]["edge"]
    x, y = part.origin
    end_x, end_y = part.at(want["opening"])
    towards = (round(end_x - x), round(end_y - y))
    if towards != _EDGES[edge]:
        names = {way: name for name, way in _EDGES.items()}
        yield f"{part.reference} opens towards the {names.get(towards)} edge, not the {edge} one"
    length, width = pcb.size
    away = {"upper": y, "right": length - x, "lower": width - y, "left": x}[edge]
    if away > want["faces"]["within"]:
        yield f"{part.reference} is {away:.1f} mm from the {edge} edge, too far for a plug"


def _numbered(item: Any, square: int) -> Any:
    """Return a part of the table for a square.

    Its number replaces `n` in references and nets, that of the next one `m`; a middle moves along.
    """
    if isinstance(item, dict):
        numbered = {key: _numbered(value, square) for key, value in item.items()}
        if "step" in item:
            x, y = item["middle"]
            numbered["middle"] = [x + (square - 1) * item["step"], y]
        return numbered
    if not isinstance(item, str):
        return item
    numbers = {"n": square, "m": square + 1}
    return re.sub(r"^([A-Z]+\d?)([nm])$", lambda name: f"{name[1]}{numbers[name[2]]}", item)
