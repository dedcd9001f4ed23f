"""The check against the data sheets, on copies of the boards with one fault of the design each.

Every one of these would give boards that agree with their schematics, and do not work.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import geometry
from hardware.electronics.checks import data_sheets
from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file, sexpr
from tests.unit.hardware.electronics import edits


def faults(board: str, folder: Path) -> list[str]:
    return data_sheets.faults(board, pcb_file.read(BoardFiles(board, folder).pcb))


def exchange(pcb: Path, ref: str, one: str, other: str) -> None:
    """Exchange the nets of two pads."""
    part = next(part for part in pcb_file.read(pcb).footprints if part.reference == ref)
    nets = {pad.number: pad.net or "" for pad in part.pads}
    edits.set_net(pcb, ref, one, nets[other])
    edits.set_net(pcb, ref, other, nets[one])


def exchange_all_pixels(pcb: Path) -> None:
    for number in range(1, 9):
        exchange(pcb, f"D{number}", "1", "3")


def change_order(ref: str, order: str) -> Callable[[Path], None]:
    return lambda pcb: edits.set_field(pcb, ref, "MPN", order)


FAULTS = [
    pytest.param(
        "strip8",
        exchange_all_pixels,
        "D8, pad 3 is on '+5V', not on 'GND'",
        id="pixels",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "strip8", lambda pcb: exchange(pcb, "J4", "1", "2"), "J4, pad 1 is on 'GND'", id="5 V out"
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_net(pcb, "U2", "5", "+3V3"),
        "U2, pad 5 is on '+3V3', not on '+5V'",
        id="level shifter",
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_field(pcb, "R9", "Value", "100k"),
        "R9 is 100k, not 15k",
        id="divider",
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_net(pcb, "R2", "2", "+3V3"),
        "R2, pad 2 is on '+3V3', not on 'GND'",
        id="LED_EN pulled up",
    ),
    pytest.param(
        "controller",
        lambda pcb: exchange(pcb, "C2", "1", "2"),
        "C2, pad 1 is on 'GND', not on '+5V'",
        id="electrolytic",
    ),
    pytest.param("strip8", lambda pcb: edits.remove(pcb, "C13"), "C13 is missing", id="C13"),
    pytest.param(
        "strip8",
        lambda pcb: edits.move(pcb, "C13", 5.0),
        "C13 is 5.8 mm from U13, pad 1",
        id="capacitor away",
    ),
    pytest.param(
        "strip8",
        lambda pcb: edits.set_field(pcb, "U13", "LCSC", "C98457"),
        "U13 has LCSC's number 'C98457', not 'C266131'",
        id="number of another part",
    ),
    pytest.param(
        "strip8",
        change_order("U13", "DRV5055A1QDBZR"),
        "U13 is ordered as 'DRV5055A1QDBZR'",
        id="sensor of another range",
    ),
    pytest.param(
        "strip8", change_order("Q1", "AO3400A"), "Q1 is ordered as 'AO3400A'", id="N-channel"
    ),
    pytest.param(
        "controller",
        change_order("C2", "EEE-FK0G101P"),
        "C2 is ordered as 'EEE-FK0G101P'",
        id="4 V",
    ),
    pytest.param("strip8", lambda pcb: edits.turn(pcb, "J2"), "J2, pad 20 is at", id="J2 turned"),
    pytest.param(
        "controller", lambda pcb: edits.move(pcb, "J1", 30.0), "J1, pad 1 is at 70", id="J1 moved"
    ),
    pytest.param(
        "controller", lambda pcb: edits.move(pcb, "U1", 10.0), "U1, pad 1 is at 22", id="Pico moved"
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.turn(pcb, "J3"),
        "J3 opens towards the left edge, not the right one",
        id="J3 turned",
    ),
    pytest.param(
        "strip8",
        lambda pcb: edits.set_net(pcb, "R3", "1", "GND"),
        "R3, pad 1 is on 'GND', not on '+3V3'",
        id="row line pulled down",
    ),
    pytest.param(
        "controller", lambda pcb: exchange(pcb, "Q1", "2", "3"), "Q1, pad 2 is on", id="reverse FET"
    ),
    pytest.param(
        "controller", lambda pcb: exchange(pcb, "D1", "1", "2"), "D1, pad 1 is on", id="surge diode"
    ),
]


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_boards_are_as_their_data_sheets_want_them(board: str) -> None:
    assert faults(board, FOLDER) == []


@pytest.mark.parametrize(("board", "spoil", "fault"), FAULTS)
def test_a_fault_of_the_design_is_found(
    copies: Path, board: str, spoil: Callable[[Path], None], fault: str
) -> None:
    spoil(BoardFiles(board, copies).pcb)
    assert fault in " | ".join(faults(board, copies))


def at(x: float, y: float, turn: float) -> edits.Change:
    """Return a change that puts a footprint elsewhere; 30, 30 of the page is the board's corner."""
    to = f"\n\t\t(at {30 + x:g} {30 + y:g} {turn:g})"
    return lambda text: re.sub(r"\n\t\t\(at [^)]*\)", to, text, count=1)


PLACES = {
    "sensor 3 mm beside": ("strip8", "U13", at(103, 12, 0), "U13 has its middle at 103.00, 12.00"),
    "sensor 0.5 mm off": ("strip9", "U19", at(340, 12.5, 0), "U19 has its middle at 340.00, 12.50"),
    "LED beside": ("strip8", "D3", at(93, 12, 180), "D3 has its middle at 93.00, 12.00"),
    "multiplexer": ("strip8", "U1", at(200, 12, 0), "U1 has its middle at 200.00, 12.00"),
    "button": ("controller", "SW1", at(56, 12, 0), "SW1 has its middle at 56.00, 12.00"),
    "ribbon by 0.3": ("strip8", "J1", at(167.23, 17.3, 90), "J1, pad 1 is at 167.23, 17.30"),
    "reference": ("strip8", "R6", at(40, 4.4, 0), "mm from U1, pad 16"),
    "half of the reference": ("strip9", "R4", at(300, 4.4, 0), "mm from U1, pad 16"),
    "slow gate": ("strip8", "C3", at(230, 13, 90), "mm from Q1, pad 1"),
    "gate's resistor": ("strip8", "R2", at(150, 16, 180), "mm from Q1, pad 1"),
    "filter": ("controller", "R5", at(42.5, 46, 180), "mm from U1, pad 31"),
    "surge suppressor": ("controller", "D1", at(68, 45, 0), "mm from Q1, pad 2"),
    "hole": ("strip8", "H3", at(81, 4, 0), "there is no hole at [80.0, 4.0]"),
    "hole elsewhere": ("controller", "H2", at(86, 5, 0), "H2 is a hole too many, at 86.00, 5.00"),
    "fiducial": ("controller", "FID1", at(40, 4.5, 0), "there is no fiducial at [37.0, 4.5]"),
}
TURNS = [
    *(("strip8", ref) for ref in ("U1", "U13", "D3", "Q1")),
    *(("controller", ref) for ref in ("U2", "U3", "Q1", "C2", "D1", "SW1", "JP1", "J5", "J6")),
]


@pytest.mark.parametrize(("board", "ref", "change", "fault"), PLACES.values(), ids=PLACES)
def test_a_part_in_another_place_is_found(
    board: str, ref: str, change: edits.Change, fault: str
) -> None:
    found = data_sheets.faults(board, edits.with_footprint(board, ref, change))
    assert fault in " | ".join(found)


@pytest.mark.parametrize(("board", "ref"), TURNS)
@pytest.mark.parametrize("by", [90, 180, 270])
def test_a_part_that_is_turned_is_found(board: str, ref: str, by: int) -> None:
    """Every pad stays on its net: only a builder and a machine would put the part in wrongly."""
    (part,) = (each for each in edits.committed(board)[1].footprints if each.reference == ref)
    change = at(*part.origin, part.rotation + by)
    found = data_sheets.faults(board, edits.with_footprint(board, ref, change))
    assert f"{ref} is turned by" in " | ".join(found)


VALUES = [
    *(
        ("controller", ref)
        for ref in ("U1", "U2", "U3", "Q1", "D1", "F1", "SW1", "JP1", "R9", "C2")
    ),
    *(("strip8", ref) for ref in ("U1", "U13", "D3", "Q1", "J1", "J4", "R5", "C33")),
]


@pytest.mark.parametrize(("board", "ref"), VALUES)
def test_another_value_beside_the_right_order_number_is_found(board: str, ref: str) -> None:
    """A builder who has other parts at hand goes by the value."""
    change = edits.replaced('(property "Value" "', '(property "Value" "1')
    found = data_sheets.faults(board, edits.with_footprint(board, ref, change))
    value = data_sheets.wanted_parts(board)[ref]["value"]
    assert found == [f"{board}: {ref} is 1{value}, not {value}"]


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("mv_per_mt = 30.0", "mv_per_mt = 60.0", "sensor.mv_per_mt = 60.0, not 30"),
        ("supply_mv = 3300.0", "supply_mv = 5000.0", "sensor.supply_mv = 5000.0, not 3300"),
        ("rail_mv = 200.0", "rail_mv = 20.0", "sensor.rail_mv = 20.0, not 200"),
        ("zero_mt = 2.0", "zero_mt = 0.2", "sensor.zero_mt = 0.2, not 2"),
        ("sensitivity = 0.05", "sensitivity = 0.005", "tolerance.sensitivity = 0.005, not 0.05"),
        ("divider = 0.01", "divider_of = 0.01", "tolerance.divider = None, not 0.01"),
    ],
)
def test_a_figure_of_another_sensor_is_found(
    tmp_path: Path, before: str, after: str, fault: str
) -> None:
    assert data_sheets.figure_faults() == []
    source = tmp_path / "geometry.toml"
    source.write_text(geometry.SOURCE.read_text("utf-8"), "utf-8")
    edits.rewrite(source, (before, after))
    assert data_sheets.figure_faults(source) == [f"geometry.toml has {fault}"]


@pytest.mark.parametrize("mark", ["dnp", "exclude_from_bom", "exclude_from_pos_files"])
def test_a_part_that_is_marked_as_left_out_is_found(mark: str) -> None:
    change = edits.replaced("(attr smd)", f"(attr smd {mark})")
    found = data_sheets.faults("strip8", edits.with_footprint("strip8", "R3", change))
    assert found == [f"strip8: R3 is marked as {mark}"]


def test_a_pad_that_the_table_does_not_have_is_found() -> None:
    change = edits.replaced('(pad "3"', '(pad "4"')
    found = data_sheets.faults("strip8", edits.with_footprint("strip8", "U13", change))
    assert "strip8: U13, pad 4 is not in the table" in found


def test_another_size_of_the_board_is_found() -> None:
    pcb = replace(edits.committed("strip8")[1], size=(320.0, 25.0))
    assert data_sheets.faults("strip8", pcb) == ["strip8: the board is 320 x 25 mm, not 320 x 24"]


def test_a_slot_that_no_data_sheet_wants_is_found() -> None:
    pcb = edits.committed("strip8")[1]
    slot = sexpr.loads('(gr_line (start 40 40) (end 50 40) (layer "Edge.Cuts"))')
    found = data_sheets.faults("strip8", replace(pcb, tree=[*pcb.tree, slot]))
    assert found == ["strip8: 2 lines are cut out of the board, not its outline alone"]


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("(thickness 1.6)", "(thickness 0.8)", "the board is 0.8 mm thick, not 1.6"),
        ('(2 "B.Cu" signal)', '(4 "In1.Cu" signal)\n(2 "B.Cu" signal)', "the layers F.Cu, In1.Cu"),
    ],
)
def test_another_make_of_the_board_is_found(before: str, after: str, fault: str) -> None:
    text, pcb = edits.committed("controller")
    head = text[: text.index("(net ")]
    assert before in head
    tree = sexpr.loads(f"{head.replace(before, after)})")
    found = data_sheets.faults("controller", replace(pcb, tree=tree))
    assert fault in " | ".join(found)


def test_the_tables_share_nothing_with_the_generator() -> None:
    electronics = Path(boards.__file__).parents[1]
    tables = {file.stem for file in (electronics / "checks").glob("*.toml")}
    assert tables >= {"data_sheets", "packages", "currents", "silkscreen"}
    for folder in ("design", "layout", "fabrication", "routing", "schematic"):
        for module in (electronics / folder).glob("*.py"):
            text = module.read_text("utf-8")
            assert not [name for name in tables if f"{name}.toml" in text], module
    for name in tables - {"directions"}:
        text = (electronics / "checks" / f"{name}.py").read_text("utf-8")
        imports = set(re.findall(r"^from (hardware\.[\w.]+)", text, re.M))
        assert imports <= {
            "hardware.electronics.checks",
            "hardware.electronics.checks.data_sheets",
            "hardware.electronics.fabrication.files",
            "hardware.electronics.kicad",
            "hardware.electronics.kicad.copper",
            "hardware.electronics.kicad.pcb_file",
            "hardware.electronics.kicad.sexpr",
            "hardware.geometry",
        }, name
