"""S-expressions of schematic items: text, blocks, labels, wires, junctions."""

from __future__ import annotations

from hardware.electronics.design.sheet import STEP_MM, Block, GridPoint, Label
from hardware.electronics.kicad.sexpr import Node, Quoted
from hardware.electronics.schematic.identifiers import identifier

Segment = tuple[GridPoint, GridPoint]


def at(place: GridPoint) -> list[Node]:
    """Return a position, in millimetres."""
    return ["at", place[0] * STEP_MM, place[1] * STEP_MM]


def font(size: float, bold: bool = False) -> list[Node]:
    """Return a font; `size` in millimetres."""
    return ["font", ["size", size, size], *([["bold", "yes"]] if bold else [])]


def text(board: str, words: str, place: GridPoint, size: float, bold: bool = False) -> Node:
    """Return text that begins at a position."""
    return [
        "text",
        Quoted(words),
        ["exclude_from_sim", "no"],
        [*at(place), 0],
        ["effects", font(size, bold), ["justify", "left", "bottom"]],
        _uuid(board, "text", words, str(place)),
    ]


def block(board: str, frame: Block) -> list[Node]:
    """Return the frame, title and remark of a block."""
    rectangle: Node = [
        "rectangle",
        ["start", *at((frame.left, frame.upper))[1:]],
        ["end", *at((frame.right, frame.lower))[1:]],
        ["stroke", ["width", 0.2], ["type", "dash"]],
        ["fill", ["type", "none"]],
        _uuid(board, "block", frame.title),
    ]
    items = [rectangle, text(board, frame.title, (frame.left + 2, frame.upper + 4), 2, bold=True)]
    if frame.remark:
        items.append(text(board, frame.remark, (frame.left + 2, frame.upper + 7), 1.27))
    return items


def label(board: str, named: Label) -> Node:
    """Return a net label."""
    side = "right" if named.direction in (180, 270) else "left"
    return [
        "label",
        Quoted(named.net),
        [*at((named.x, named.y)), named.direction],
        ["effects", font(STEP_MM), ["justify", side, "bottom"]],
        _uuid(board, "label", named.net, str(named.x), str(named.y)),
    ]


def wire(board: str, segment: Segment) -> Node:
    """Return a straight wire."""
    points: list[Node] = ["pts", *(["xy", *at(place)[1:]] for place in segment)]
    stroke: list[Node] = ["stroke", ["width", 0], ["type", "default"]]
    return ["wire", points, stroke, _uuid(board, "wire", str(segment))]


def junction(board: str, place: GridPoint) -> Node:
    """Return the dot where wires are joined."""
    return ["junction", at(place), ["diameter", 0], _uuid(board, "junction", str(place))]


def no_connect(board: str, place: GridPoint, ref: str, pin: str) -> Node:
    """Return the cross at an unconnected pin."""
    return ["no_connect", at(place), _uuid(board, "free", ref, pin)]


def _uuid(*names: str) -> Node:
    return ["uuid", Quoted(identifier(*names))]
