"""Writer of `.kicad_sch` files, in the format of KiCad 9."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from hardware.electronics.design.board import GROUND, LICENCE, POWER_SYMBOLS, REVISION, Board, Part
from hardware.electronics.design.sheet import PAPER, GridPoint, Label, PinName, Pose
from hardware.electronics.kicad import library
from hardware.electronics.kicad.sexpr import Node, Quoted, Tree, dumps
from hardware.electronics.schematic import items, symbols
from hardware.electronics.schematic.identifiers import identifier
from hardware.electronics.schematic.items import Segment

_VERSION = 20250114  # the file format of KiCad 9


def write(board: Board) -> str:
    """Return the text of the board's `.kicad_sch`.

    Raises:
        ValueError: if the sheet draws a part that the board does not have, or lacks one, or a wire
            is neither horizontal nor vertical.
    """
    drawn, wanted = set(board.sheet.poses), {part.ref for part in board.parts}
    if drawn != wanted:
        raise ValueError(f"{board.name}: the sheet and the board disagree on {drawn ^ wanted}")
    return _Writer(board).text()


class _Writer:
    """Collects the items of one schematic.

    Attributes:
        items: S-expressions in the order of the file.
        symbols: library symbols to embed, by name.
        ends: number of pins and labels at each point, for the junctions.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.items: list[Node] = []
        self.symbols: dict[str, Tree] = {}
        self.ends: Counter[GridPoint] = Counter()

    def text(self) -> str:
        board, sheet = self.board, self.board.sheet
        for block in sheet.blocks:
            self.items += items.block(board.name, block)
        for x, y, text in sheet.notes:
            self.items.append(items.text(board.name, text, (x, y), 1.6))
        segments = [segment for wire in sheet.wires for segment in self._segments(wire)]
        labels = list(sheet.labels)
        touched = {end for segment in segments for end in segment}
        for part in board.parts:
            pose = sheet.poses[part.ref]
            self._embed(part.item.symbol)
            self.items.append(symbols.part_symbol(board.name, part, pose))
            for stub, label in self._stubs(part, pose, touched):
                segments.append(stub)
                labels.append(label)
        supplies = 0
        for label in labels:
            if label.net in POWER_SYMBOLS:
                supplies += 1
                upright = 270 if label.net == GROUND else 90
                pose = Pose(label.x, label.y, (label.direction - upright) % 360)
                self._power(f"power:{label.net}", f"#PWR{supplies:03}", label.net, pose)
            else:
                self.items.append(items.label(board.name, label))
        for number, flag in enumerate(sheet.flags, 1):
            pose = Pose(flag.x, flag.y)
            self._power("power:PWR_FLAG", f"#FLG{number:02}", "PWR_FLAG", pose)
        self._wires(segments)
        return dumps(self._document()) + "\n"

    def _document(self) -> Node:
        return [
            "kicad_sch",
            ["version", _VERSION],
            ["generator", Quoted("hardware.electronics")],
            ["generator_version", Quoted("9.0")],
            ["uuid", Quoted(identifier(self.board.name, "sheet"))],
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

    def _embed(self, symbol: str) -> None:
        self.symbols.setdefault(symbol, library.symbol(symbol))

    def _power(self, symbol: str, ref: str, value: str, pose: Pose) -> None:
        self._embed(symbol)
        self.ends[(pose.x, pose.y)] += 1
        self.items.append(symbols.power_symbol(self.board.name, symbol, ref, value, pose))

    def _segments(self, wire: tuple[PinName | GridPoint, ...]) -> Iterator[Segment]:
        places = [self._place(point) if isinstance(point, str) else point for point in wire]
        for (x0, y0), (x1, y1) in pairwise(places):
            if x0 != x1 and y0 != y1:
                yield (x0, y0), (x1, y0)
                yield (x1, y0), (x1, y1)
            else:
                yield (x0, y0), (x1, y1)

    def _place(self, pin_name: PinName) -> GridPoint:
        ref, wanted = pin_name.split(".")
        pose = self.board.sheet.poses[ref]
        for pin in library.pins(self.board.part(ref).item.symbol).values():
            if wanted in (pin.number, pin.name):
                return pose.transform(pin.x, pin.y)
        raise ValueError(f"{self.board.name}: there is no pin {pin_name!r}")

    def _stubs(
        self, part: Part, pose: Pose, touched: set[GridPoint]
    ) -> Iterator[tuple[Segment, Label]]:
        """Yield a short wire and a label for every point with pins but without a wire."""
        done: set[GridPoint] = set()
        for pin in library.pins(part.item.symbol).values():
            place, net = pose.transform(pin.x, pin.y), part.nets[pin.number]
            self.ends[place] += place not in done
            if place in touched or place in done:
                continue
            done.add(place)
            if net is None:
                self.items.append(items.no_connect(self.board.name, place, part.ref, pin.number))
                continue
            direction = pose.direction(pin.angle)
            power = net in POWER_SYMBOLS
            length = max(3, math.ceil(len(net) * 0.95) + 1)
            if power:  # sideways beyond the names of neighbouring pins
                length = 2 if direction in (90, 270) else 9
            step_x, step_y = symbols.STEPS[direction]
            end = place[0] + step_x * length, place[1] + step_y * length
            back = direction if power else (direction + 180) % 360
            yield (place, end), Label(net, *end, back)

    def _wires(self, segments: list[Segment]) -> None:
        """Add the wires, split where another one ends on them, and the junctions."""
        corners = {end for segment in segments for end in segment} | set(self.ends)
        pieces: set[Segment] = set()
        for (x0, y0), (x1, y1) in segments:
            if x0 != x1 and y0 != y1:
                raise ValueError(f"{self.board.name}: the wire {(x0, y0)}-{(x1, y1)} is slanted")
            on = sorted(
                (x, y)
                for x, y in corners
                if min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)
            )
            pieces.update(pairwise(on))
        ends = Counter(self.ends)
        for piece in sorted(pieces):
            ends.update(piece)
            self.items.append(items.wire(self.board.name, piece))
        self.items += [
            items.junction(self.board.name, place)
            for place, count in sorted(ends.items())
            if count > 2
        ]
