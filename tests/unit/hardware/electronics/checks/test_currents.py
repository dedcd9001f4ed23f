"""The check of copper against the currents, on boards with one mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from hardware.electronics.checks import currents
from hardware.electronics.design import boards
from hardware.electronics.kicad import sexpr
from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.electronics.kicad.sexpr import Tree, atom, children
from hardware.geometry import Box
from tests.unit.hardware.electronics.edits import committed

Change: TypeAlias = "Callable[[Tree], Tree | None]"
"""From a track, via or zone to what is in its place."""


def changed(board: str, net: str, kind: str, change: Change, only: Sequence[int] = ()) -> PcbFile:
    """Return a board with other tracks, vias or zones of a net: all of them, or some by number."""
    pcb = committed(board)[1]
    (code,) = (
        str(item[1]) for item in children(pcb.tree, "net") if str(item[2]).removeprefix("/") == net
    )
    tree: Tree = []
    count = 0
    for item in pcb.tree:
        if isinstance(item, list) and item[0] == kind and atom(item, "net") == code:
            if not only or count in only:
                other = change(item)
                tree += [] if other is None else [other]
            else:
                tree.append(item)
            count += 1
        else:
            tree.append(item)
    assert count > max(only, default=0)
    return replace(pcb, tree=tree)


def put(name: str, value: str) -> Change:
    """Return a change that gives an item another value, such as a width."""

    def change(item: Tree) -> Tree:
        return [
            [name, value] if isinstance(part, list) and part[0] == name else part for part in item
        ]

    return change


def left_out(_: Tree) -> None:
    """Leave an item out."""


def unfilled(item: Tree) -> Tree:
    """Leave the copper of a zone out."""
    return [part for part in item if not isinstance(part, list) or part[0] != "filled_polygon"]


def on_layer(layer: str) -> Change:
    """Return a change that pours a zone on another layer."""

    def change(item: Tree) -> Tree:
        found: Tree = []
        for part in item:
            if isinstance(part, list) and part[0] == "filled_polygon":
                part = put("layer", layer)(part)
            found.append(part)
        return found

    return change


def poured(*areas: Box) -> Change:
    """Return a change that fills a zone with rectangles, in millimetres of the board."""

    def change(item: Tree) -> Tree:
        found = unfilled(item)
        for left, upper, right, lower in areas:
            corners = [(left, upper), (right, upper), (right, lower), (left, lower)]
            points = "".join(f"(xy {30 + x:g} {30 + y:g})" for x, y in corners)
            found.append(sexpr.loads(f'(filled_polygon (layer "F.Cu") (pts {points}))'))
        return found

    return change


LEFT, RIGHT, NECK = (0.6, 18.0, 122.0, 23.4), (126.0, 18.0, 319.4, 23.4), (121.0, 20.0, 127.0, 20.8)
"""The pour of +5V of a strip on both sides of a line between J3 and J4, and a bridge of 0.8 mm."""

MISTAKES = {
    "VBUS": ("controller", "VBUS", "segment", put("width", "0.2"), (), "is 0.2 mm wide, not 0.8"),
    "switch": (
        "controller",
        "5V_SRC",
        "segment",
        put("width", "0.2"),
        (),
        "is 0.2 mm wide, not 0.8",
    ),
    "LEDs": ("controller", "+5V", "segment", put("width", "0.2"), (), "leads from U3.1 to J2.1"),
    "one neck": ("controller", "EXT_IN", "segment", put("width", "0.4"), (1,), "from J3.1 to F1.1"),
    "fuse": ("controller", "EXT_FUSED", "segment", put("width", "0.25"), (), "from F1.2 to Q1.3"),
    "outside": ("controller", "EXT_5V", "segment", put("width", "0.6"), (), "from Q1.2 to JP1.3"),
    "3.3 V": (
        "controller",
        "+3V3",
        "segment",
        put("width", "0.25"),
        (),
        "is 0.25 mm wide, not 0.4",
    ),
    "track gone": ("controller", "VBUS", "segment", left_out, (), "from U1.40 to JP1.1"),
    "no via": ("controller", "EXT_5V", "via", left_out, (), "from Q1.2 to JP1.3"),
    "small vias": ("controller", "VBUS", "via", put("drill", "0.2"), (), "has a hole of 0.2 mm"),
    "strip's tracks": ("strip8", "+5V", "segment", put("width", "0.2"), (), "from J3.1 to D1.1"),
    "a branch": ("strip8", "+5V", "segment", put("width", "0.2"), (5,), "is 0.2 mm wide, not 0.6"),
    "no pour": ("strip8", "+5V", "zone", left_out, (), "its pour on F.Cu fills 0%"),
    "not filled": ("strip8", "+5V", "zone", unfilled, (), "from J3.1 to J4.1"),
    "other side": ("strip8", "+5V", "zone", on_layer("B.Cu"), (), "its pour on F.Cu fills 0%"),
    "cut": ("strip8", "+5V", "zone", poured(LEFT, RIGHT), (), "from J3.1 to D6.1"),
    "no ground below": ("strip8", "GND", "zone", unfilled, (1,), "its pour on B.Cu fills 0%"),
    "no ground above": ("strip9", "GND", "zone", unfilled, (0,), "its pour on F.Cu fills 0%"),
    "controller's ground": (
        "controller",
        "GND",
        "zone",
        unfilled,
        (1,),
        "its pour on B.Cu fills 0%",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_copper_is_wide_enough(board: str) -> None:
    assert currents.faults(board, committed(board)[1]) == []


@pytest.mark.parametrize(
    ("board", "net", "kind", "change", "only", "fault"),
    [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] if case[1] == "GND" else [])
        for name, case in MISTAKES.items()
    ],
)
def test_copper_that_is_too_narrow_is_found(
    board: str, net: str, kind: str, change: Change, only: Sequence[int], fault: str
) -> None:
    found = currents.net_faults(board, changed(board, net, kind, change, only), net)
    assert fault in " | ".join(found)


def test_a_pour_that_is_narrow_between_two_connectors_is_found() -> None:
    whole = changed("strip8", "+5V", "zone", poured(LEFT, RIGHT, (121.0, 19.0, 127.0, 21.0)))
    assert currents.net_faults("strip8", whole, "+5V") == []
    narrow = changed("strip8", "+5V", "zone", poured(LEFT, RIGHT, NECK))
    assert currents.net_faults("strip8", narrow, "+5V") == [
        "strip8: +5V: no copper of 1.5 mm, with 2 vias where it changes sides, leads from J3.1 to "
        "J4.1, for 1000 mA"
    ]


@pytest.mark.parametrize("board", ["strip8", "controller"])
@pytest.mark.slow
def test_a_pad_without_thermal_relief_is_found(board: str) -> None:
    """Nobody can solder it by hand: the pour takes the iron's heat."""
    whole: Box = (0.6, 0.6, 89.4, 61.4)
    net, area = ("GND", whole) if board == "controller" else ("+5V", (0.6, 18.0, 319.4, 23.4))
    assert currents.relief_faults(board, committed(board)[1], net) == []
    solid = changed(board, net, "zone", poured(area), (0,))
    found = currents.relief_faults(board, solid, net)
    pads = {"J1.1", "J2.2", "J3.2", "U1.38"} if board == "controller" else {"J3.1", "J4.1"}
    assert {f"{board}: {net}: {pad} has no thermal relief on F.Cu" for pad in pads} <= set(found)
    assert not any("B.Cu" in fault for fault in found)


def test_a_single_via_is_too_few_where_two_are_wanted(tmp_path: Path) -> None:
    table = tmp_path / "currents.toml"
    text = currents.TABLE.read_text("utf-8")
    before = 'net = "EXT_5V"\nma = 1000\nwidth = 0.8\nvias = 1'
    assert before in text
    table.write_text(text.replace(before, before.replace("vias = 1", "vias = 2")), "utf-8")
    found = currents.net_faults("controller", committed("controller")[1], "EXT_5V", table)
    assert "with 2 vias where it changes sides, leads from Q1.2 to JP1.3" in " | ".join(found)


def test_every_width_of_the_table_carries_its_current() -> None:
    """IPC-2221: I = 0.048 dT^0.44 A^0.725 outside, in amperes, kelvins, square mils."""
    for board in ("controller", "strip8"):
        for way in currents.ways(board):
            square_mils = (way["ma"] / 1000 / (0.048 * 10**0.44)) ** (1 / 0.725)
            assert way["width"] >= square_mils / (35 / 25.4) * 0.0254, way
            assert way["vias"] * 1300 >= way["ma"]
