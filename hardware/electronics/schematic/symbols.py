"""S-expressions of symbols on a schematic, with their reference, value and other fields."""

from __future__ import annotations

from hardware.electronics.design.board import GROUND, Part
from hardware.electronics.design.sheet import STEP_MM, GridPoint, Pose
from hardware.electronics.kicad import library
from hardware.electronics.kicad.sexpr import Node, Quoted, child, children
from hardware.electronics.schematic.identifiers import identifier, symbol_identifier
from hardware.electronics.schematic.items import at, font

STEPS: dict[int, GridPoint] = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}
"""Unit vector of each direction on the sheet."""


def part_symbol(board: str, part: Part, pose: Pose) -> Node:
    """Return the symbol of a part."""
    origin = at((pose.x, pose.y))
    fields = [
        *_captions(part, pose),
        _property("Footprint", part.item.footprint, origin, 0, hide=True),
        *(_property(name, text, origin, 0, hide=True) for name, text in part.fields().items()),
    ]
    return _symbol(board, part.item.symbol, part.ref, pose, fields, bought=True)


def power_symbol(board: str, symbol: str, ref: str, value: str, pose: Pose) -> Node:
    """Return a power symbol or flag, the net's name beyond it."""
    upright = 270 if value == GROUND else 90
    step_x, step_y = STEPS[(upright + pose.rotation) % 360]
    distance = 4.3 if step_x == 0 else 5.5
    x, y = pose.x * STEP_MM + step_x * distance, pose.y * STEP_MM + step_y * distance
    hidden = value in (GROUND, "PWR_FLAG")
    fields = [
        _property("Reference", ref, at((pose.x, pose.y)), 0, hide=True),
        _property("Value", value, ["at", x, y], pose.rotation % 180, hide=hidden),
    ]
    return _symbol(board, symbol, ref, pose, fields, bought=False)


def _symbol(
    board: str, symbol: str, ref: str, pose: Pose, fields: list[Node], *, bought: bool
) -> Node:
    listed = "yes" if bought else "no"
    pins: list[Node] = [
        ["pin", Quoted(number), ["uuid", Quoted(identifier(board, "pin", ref, number))]]
        for number in library.pins(symbol)
    ]
    sheet_path = Quoted(f"/{identifier(board, 'sheet')}")
    return [
        "symbol",
        ["lib_id", Quoted(symbol)],
        [*at((pose.x, pose.y)), pose.rotation],
        *([["mirror", "x"]] if pose.mirrored else []),
        ["unit", 1],
        ["exclude_from_sim", "no"],
        ["in_bom", listed],
        ["on_board", listed],
        ["dnp", "no"],
        ["uuid", Quoted(symbol_identifier(board, ref))],
        *fields,
        *pins,
        [
            "instances",
            [
                "project",
                Quoted(board),
                ["path", sheet_path, ["reference", Quoted(ref)], ["unit", 1]],
            ],
        ],
    ]


def _captions(part: Part, pose: Pose) -> list[Node]:
    """Return reference and value: beside an upright two-pin part, above a lying one, and of all
    others where KiCad's library has them."""
    texts = (("Reference", part.ref), ("Value", part.value))
    x, y, angle = pose.x * STEP_MM, pose.y * STEP_MM, pose.rotation % 180
    if pose.caption is not None:
        left, upper = (pose.x + pose.caption[0]) * STEP_MM, (pose.y + pose.caption[1]) * STEP_MM
        return [
            _property(name, text, ["at", left, upper + 2.03 * line], angle, left=True)
            for line, (name, text) in enumerate(texts)
        ]
    if len(part.nets) == 2 and part.item.symbol.startswith(("Device:", "Diode:")):
        if (angle == 0) == part.item.symbol.startswith("Device:"):
            return [
                _property(name, text, ["at", x + 2.54, y - 1.27 + 2.54 * line], angle, left=True)
                for line, (name, text) in enumerate(texts)
            ]
        return [
            _property(name, text, ["at", x, y - 5.08 + 2.03 * line], angle)
            for line, (name, text) in enumerate(texts)
        ]
    captions = []
    properties = {str(p[1]): p for p in children(library.symbol(part.item.symbol), "property")}
    for name, text in texts:
        dx, dy = (float(str(value)) for value in child(properties[name], "at")[1:3])
        effects = child(properties[name], "effects")
        left_aligned = any("left" in item for item in children(effects, "justify"))
        place: list[Node] = ["at", x + dx, y + dy if pose.mirrored else y - dy]
        captions.append(_property(name, text, place, 0, left=left_aligned))
    return captions


def _property(
    name: str, text: str, place: list[Node], angle: int, hide: bool = False, left: bool = False
) -> Node:
    effects: list[Node] = ["effects", font(STEP_MM)]
    if left:
        effects.append(["justify", "left"])
    if hide:
        effects.append(["hide", "yes"])
    return ["property", Quoted(name), Quoted(text), [*place, angle], effects]
