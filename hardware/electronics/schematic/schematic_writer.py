"""The schematic: a board's parts and its sheet, written as KiCad 9 reads them.

The same board gives the same bytes: identifiers are made from names.
"""

from __future__ import annotations

import math
import uuid
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from hardware.electronics.design.board import GROUND, POWER_SYMBOLS, Board, Part
from hardware.electronics.design.sheet import PAPER, STEP_MM, Mark, PinName, Place, Pose
from hardware.electronics.kicad import library
from hardware.electronics.kicad.sexpr import Node, Quoted, Tree, child, children, dumps

REVISION = "A"
LICENCE = "CERN-OHL-P-2.0"
_VERSION = 20250114  # the file format of KiCad 9
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://ohwr.org/cern_ohl_p_v2.txt#kamisado-board")
_STEPS: dict[int, Place] = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}

Segment = tuple[Place, Place]


def identifier(*names: str) -> str:
    """The UUID of something on a board, always the same one."""
    return str(uuid.uuid5(_NAMESPACE, "/".join(names)))


def symbol_identifier(board: Board, ref: str) -> str:
    """The UUID by which a board's footprint names its symbol."""
    return identifier(board.name, "symbol", ref)


def write(board: Board) -> str:
    """The text of the board's `.kicad_sch`.

    Raises:
        ValueError: if the sheet draws a part that the board has not, or leaves one out, or a wire
            goes neither across nor down.
    """
    drawn, wanted = set(board.sheet.poses), {part.ref for part in board.parts}
    if drawn != wanted:
        raise ValueError(f"{board.name}: the sheet and the board disagree on {drawn ^ wanted}")
    return _Writer(board).text()


class _Writer:
    """The items of one schematic, collected."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.root = identifier(board.name, "sheet")
        self.items: list[Node] = []
        self.symbols: dict[str, Tree] = {}
        self.ends: Counter[Place] = Counter()
        self.powers = 0

    def text(self) -> str:
        sheet = self.board.sheet
        for block in sheet.blocks:
            self._block(block.title, (block.left, block.upper), (block.right, block.lower))
            if block.remark:
                self._text(block.remark, (block.left + 2, block.upper + 7), 1.27)
        for x, y, text in sheet.notes:
            self._text(text, (x, y), 1.6)
        segments = [segment for wire in sheet.wires for segment in self._segments(wire)]
        marks = list(sheet.marks)
        touched = {end for segment in segments for end in segment}
        for part in self.board.parts:
            pose = sheet.poses[part.ref]
            self._symbol(part.item.symbol, part.ref, part.value, pose, part)
            for stub, mark in self._stubs(part, pose, touched):
                segments.append(stub)
                marks.append(mark)
        for mark in marks:
            if mark.net in POWER_SYMBOLS:
                self._power(mark)
            else:
                self._label(mark)
        for number, mark in enumerate(sheet.flags, 1):
            self.ends[(mark.x, mark.y)] += 1
            self._symbol("power:PWR_FLAG", f"#FLG{number:02}", "PWR_FLAG", Pose(mark.x, mark.y))
        self._wires(segments)
        return dumps(self._document()) + "\n"

    def _document(self) -> Node:
        return [
            "kicad_sch",
            ["version", _VERSION],
            ["generator", Quoted("hardware.electronics")],
            ["generator_version", Quoted("9.0")],
            ["uuid", Quoted(self.root)],
            ["paper", Quoted(PAPER)],
            [
                "title_block",
                ["title", Quoted(self.board.title)],
                ["rev", Quoted(REVISION)],
                ["company", Quoted("Kamisado board")],
                ["comment", 1, Quoted(f"Licence: {LICENCE}")],
                ["comment", 2, Quoted("Made by hardware/electronics; change it there.")],
            ],
            ["lib_symbols", *self.symbols.values()],
            *self.items,
            ["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]],
            ["embedded_fonts", "no"],
        ]

    def _segments(self, wire: tuple[PinName | Place, ...]) -> Iterator[Segment]:
        places = [self._place(point) if isinstance(point, str) else point for point in wire]
        for (x0, y0), (x1, y1) in pairwise(places):
            if x0 != x1 and y0 != y1:
                yield (x0, y0), (x1, y0)
                yield (x1, y0), (x1, y1)
            else:
                yield (x0, y0), (x1, y1)

    def _place(self, pin_name: PinName) -> Place:
        ref, wanted = pin_name.split(".")
        pose = self.board.sheet.poses[ref]
        for pin in library.pins(self.board.part(ref).item.symbol).values():
            if wanted in (pin.number, pin.name):
                return pose.of(pin.x, pin.y)
        raise ValueError(f"{self.board.name}: there is no pin {pin_name!r}")

    def _stubs(self, part: Part, pose: Pose, touched: set[Place]) -> Iterator[tuple[Segment, Mark]]:
        """A short wire and a name for every pin that no wire touches, once a place."""
        done: set[Place] = set()
        for pin in library.pins(part.item.symbol).values():
            place, net = pose.of(pin.x, pin.y), part.nets[pin.number]
            self.ends[place] += place not in done
            if place in touched or place in done:
                continue
            done.add(place)
            if net is None:
                name = (self.board.name, "free", part.ref, pin.number)
                self.items.append(["no_connect", _at(place), ["uuid", Quoted(identifier(*name))]])
                continue
            direction = pose.direction(pin.angle)
            power = net in POWER_SYMBOLS
            length = max(3, math.ceil(len(net) * 0.95) + 1)
            if power:  # sideways beyond the names of neighbouring pins
                length = 2 if direction in (90, 270) else 9
            step_x, step_y = _STEPS[direction]
            end = place[0] + step_x * length, place[1] + step_y * length
            back = direction if power else (direction + 180) % 360
            yield (place, end), Mark(net, *end, back)

    def _symbol(
        self, symbol: str, ref: str, value: str, pose: Pose, part: Part | None = None
    ) -> None:
        tree = self.symbols.setdefault(symbol, library.symbol(symbol))
        bought = "yes" if part else "no"
        drawn: list[Node] = [
            "symbol",
            ["lib_id", Quoted(symbol)],
            [*_at((pose.x, pose.y)), pose.turn],
            *([["mirror", "x"]] if pose.upside_down else []),
            ["unit", 1],
            ["exclude_from_sim", "no"],
            ["in_bom", bought],
            ["on_board", bought],
            ["dnp", "no"],
            ["uuid", Quoted(symbol_identifier(self.board, ref))],
        ]
        if part is None:
            natural = 270 if value == GROUND else 90
            at = _beyond(pose, (natural + pose.turn) % 360)
            hidden = value in (GROUND, "PWR_FLAG")
            drawn.append(_property("Reference", ref, _at((pose.x, pose.y)), 0, hide=True))
            drawn.append(_property("Value", value, at, pose.turn % 180, hide=hidden))
        else:
            drawn += self._captions(tree, part, pose)
            drawn.append(
                _property("Footprint", part.item.footprint, _at((pose.x, pose.y)), 0, True)
            )
            drawn.append(_property("MPN", part.item.mpn, _at((pose.x, pose.y)), 0, True))
        for number in library.pins(symbol):
            name = identifier(self.board.name, "pin", ref, number)
            drawn.append(["pin", Quoted(number), ["uuid", Quoted(name)]])
        drawn.append(
            [
                "instances",
                [
                    "project",
                    Quoted(self.board.name),
                    ["path", Quoted(f"/{self.root}"), ["reference", Quoted(ref)], ["unit", 1]],
                ],
            ]
        )
        self.items.append(drawn)

    def _captions(self, tree: Tree, part: Part, pose: Pose) -> list[Node]:
        """Reference and value: beside an upright two-pin part, above a lying one, and of all others
        where KiCad's library puts them."""
        texts = (("Reference", part.ref), ("Value", part.value))
        if pose.caption is not None:
            x, y = (pose.x + pose.caption[0]) * STEP_MM, (pose.y + pose.caption[1]) * STEP_MM
            return [
                _property(name, text, ["at", x, y + 2.03 * line], pose.turn % 180, left=True)
                for line, (name, text) in enumerate(texts)
            ]
        if len(part.nets) == 2 and part.item.symbol.startswith(("Device:", "Diode:")):
            upright = (pose.turn % 180 == 0) == part.item.symbol.startswith("Device:")
            captions: list[Node] = []
            for line, (name, text) in enumerate(texts):
                x, y = pose.x * STEP_MM, pose.y * STEP_MM
                at: list[Node] = ["at", x + 2.54, y - 1.27 + 2.54 * line]
                if not upright:
                    at = ["at", x, y - 5.08 + 2.03 * line]
                angle = pose.turn % 180
                captions.append(_property(name, text, at, angle, left=upright))
            return captions
        captions = []
        properties = {str(item[1]): item for item in children(tree, "property")}
        for name, text in texts:
            x, y = (float(str(value)) for value in child(properties[name], "at")[1:3])
            if pose.upside_down:
                y = -y
            at = ["at", pose.x * STEP_MM + x, pose.y * STEP_MM - y]
            effects = child(properties[name], "effects")
            left = any("left" in item for item in children(effects, "justify"))
            captions.append(_property(name, text, at, 0, left=left))
        return captions

    def _power(self, mark: Mark) -> None:
        self.powers += 1
        natural = 270 if mark.net == GROUND else 90
        pose = Pose(mark.x, mark.y, (mark.direction - natural) % 360)
        self.ends[(mark.x, mark.y)] += 1
        self._symbol(f"power:{mark.net}", f"#PWR{self.powers:03}", mark.net, pose)

    def _label(self, mark: Mark) -> None:
        side = "right" if mark.direction in (180, 270) else "left"
        name = identifier(self.board.name, "label", mark.net, str(mark.x), str(mark.y))
        self.items.append(
            [
                "label",
                Quoted(mark.net),
                [*_at((mark.x, mark.y)), mark.direction],
                ["effects", _font(STEP_MM), ["justify", side, "bottom"]],
                ["uuid", Quoted(name)],
            ]
        )

    def _wires(self, segments: list[Segment]) -> None:
        """Wires, cut where another one ends on them, and a dot where three or more meet."""
        corners = {end for segment in segments for end in segment} | set(self.ends)
        pieces: set[Segment] = set()
        for (x0, y0), (x1, y1) in segments:
            if x0 != x1 and y0 != y1:
                raise ValueError(f"{self.board.name}: the wire {(x0, y0)}-{(x1, y1)} is askew")
            on = sorted(
                (x, y)
                for x, y in corners
                if min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)
            )
            pieces.update(pairwise(on))
        ends = Counter(self.ends)
        for piece in sorted(pieces):
            ends.update(piece)
            name = identifier(self.board.name, "wire", str(piece))
            points: list[Node] = ["pts", *(["xy", *_at(place)[1:]] for place in piece)]
            stroke: list[Node] = ["stroke", ["width", 0], ["type", "default"]]
            self.items.append(["wire", points, stroke, ["uuid", Quoted(name)]])
        for place, meeting in sorted(ends.items()):
            if meeting > 2:
                name = identifier(self.board.name, "junction", str(place))
                self.items.append(["junction", _at(place), ["diameter", 0], ["uuid", Quoted(name)]])

    def _block(self, title: str, upper_left: Place, lower_right: Place) -> None:
        start, end = (["start", *_at(upper_left)[1:]], ["end", *_at(lower_right)[1:]])
        stroke: list[Node] = ["stroke", ["width", 0.2], ["type", "dash"]]
        fill: list[Node] = ["fill", ["type", "none"]]
        name: list[Node] = ["uuid", Quoted(identifier(self.board.name, "block", title))]
        self.items.append(["rectangle", start, end, stroke, fill, name])
        self._text(title, (upper_left[0] + 2, upper_left[1] + 4), 2, bold=True)

    def _text(self, text: str, place: Place, size: float, bold: bool = False) -> None:
        self.items.append(
            [
                "text",
                Quoted(text),
                ["exclude_from_sim", "no"],
                [*_at(place), 0],
                ["effects", _font(size, bold), ["justify", "left", "bottom"]],
                ["uuid", Quoted(identifier(self.board.name, "text", text, str(place)))],
            ]
        )


def _at(place: Place) -> list[Node]:
    return ["at", place[0] * STEP_MM, place[1] * STEP_MM]


def _beyond(pose: Pose, direction: int) -> list[Node]:
    """Where the name of a supply is written: behind its symbol."""
    step_x, step_y = _STEPS[direction]
    away = 4.3 if direction in (90, 270) else 5.5
    return ["at", pose.x * STEP_MM + step_x * away, pose.y * STEP_MM + step_y * away]


def _font(size: float, bold: bool = False) -> list[Node]:
    return ["font", ["size", size, size], *([["bold", "yes"]] if bold else [])]


def _property(
    name: str, text: str, at: list[Node], angle: int, hide: bool = False, left: bool = False
) -> Node:
    effects: list[Node] = ["effects", _font(STEP_MM)]
    if left:
        effects.append(["justify", "left"])
    if hide:
        effects.append(["hide", "yes"])
    return ["property", Quoted(name), Quoted(text), [*at, angle], effects]
