"""The drawings for soldering by hand, and the guide's tables beside them."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint
from hardware.paths import HARDWARE
from hardware.soldering.__main__ import PICTURES, drawings
from hardware.soldering.controller import OPTIONAL, STEPS, controller
from hardware.soldering.measuring import CONTROLLER, STRIP, Probe, measure_controller
from hardware.soldering.plugs import plugs_below
from tests.unit.hardware.electronics.edits import move, turn

DRAWN = functools.cache(drawings)
GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")


@functools.cache
def parts(board: str) -> dict[str, Footprint]:
    """Return the parts of a board by reference."""
    read = pcb_file.read(BoardFiles(board).pcb)
    return {part.reference: part for part in read.footprints if not part.board_only}


def copied(board: str, folder: Path) -> BoardFiles:
    """Copy the layout of a board to a folder."""
    files = BoardFiles(board, folder)
    files.folder.mkdir()
    shutil.copy(BoardFiles(board).pcb, files.pcb)
    return files


def pad(board: str, ref: str, number: str) -> tuple[str | None, float, float]:
    """Return net and place of a pad."""
    found = next(pad for pad in parts(board)[ref].pads if pad.number == number)
    return found.net, *found.place


def expanded(text: str) -> list[str]:
    """Return the references in a text; `R1 to R3` stands for three."""
    found: list[str] = []
    for letters, first, last in re.findall(r"\b([A-Z]+)(\d+)(?: to \1(\d+))?", text):
        found += [f"{letters}{n}" for n in range(int(first), int(last or first) + 1)]
    return found


def steps(heading: str) -> list[list[str]]:
    """Return the references of each step of the table below a heading of the guide."""
    section = re.split(r"\n##", GUIDE.split(f"\n### {heading}\n")[1], maxsplit=1)[0]
    rows = re.findall(r"^\| \d+ \| ([^|]*) \|", section, re.MULTILINE)
    # Behind a colon are the values.
    return [expanded(re.split(r": (?=[RC]\d+ is|\d)", row)[0]) for row in rows]


def test_the_committed_drawings_are_those_of_the_boards() -> None:
    for name, text in DRAWN().items():
        assert (PICTURES / name).read_text("utf-8") == text, name


def test_every_part_of_the_controller_has_its_step_in_drawing_and_guide() -> None:
    listed = [ref for step in STEPS for ref in step]
    assert sorted(listed) == sorted(parts("controller"))
    assert [sorted(step) for step in steps("The controller")] == [sorted(step) for step in STEPS]
    drawn = DRAWN()["solder_controller.svg"]
    for ref, part in parts("controller").items():
        assert re.search(rf">{ref} [^<]+</text>", drawn), ref
        value = part.field("Value")
        if ref[0] in "RC":
            assert f">{ref} {value}</text>" in drawn


@pytest.mark.parametrize("squares", [8, 9])
def test_every_part_of_a_strip_has_its_step_in_the_guide(squares: int) -> None:
    listed = [ref for step in steps("A strip") for ref in step]
    assert len(listed) == len(set(listed))
    nine = {"U19", "C19", "C39", "D9"}
    assert nine <= set(listed)
    assert set(listed) - (nine if squares == 8 else set()) == set(parts(f"strip{squares}"))


def test_the_guide_gives_the_values_of_a_strip() -> None:
    row_r, row_c, row_c4 = (
        re.search(rf"^\| {step} \| (.*?) \|", GUIDE, re.MULTILINE)[1]  # type: ignore[index]
        for step in (3, 4, 5)
    )
    for board in ("strip8", "strip9"):
        for ref, part in parts(board).items():
            if ref[0] not in "RC":
                continue
            row = row_c4 if ref == "C4" else row_r if ref[0] == "R" else row_c
            named = dict(re.findall(r"\b([RC]\d+)(?: is)?:? (\d+[Rknu]\d?)", row))
            others = re.findall(r"all others (\w+)", row)
            assert part.field("Value") == named.get(ref, *others), ref


def test_what_may_be_left_out_is_the_same_in_drawing_and_guide() -> None:
    told = re.search(r"\*\*The external supply may be left out\*\*.*", GUIDE)
    assert told is not None
    left_out, kept = told[0].split(" Not ")[0], told[0].split(" Not ")[1].split(": ")[0]
    also = re.search(r"(J\d) and (J\d) may be left out as well", told[0])
    assert also is not None
    assert set(expanded(left_out)) | set(also.groups()) == OPTIONAL
    assert not set(expanded(kept)) & OPTIONAL


LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


@pytest.mark.parametrize(
    ("board", "ref", "number", "net", "side", "other"),
    [
        ("controller", "D1", "1", "EXT_5V", LEFT, "2"),  # its band is towards the Pico
        ("controller", "C2", "1", "+5V", UP, "2"),  # its plus is towards J3
        ("controller", "J2", "1", "+5V", LEFT, "2"),
        ("controller", "U2", "1", None, LEFT, "5"),
        ("controller", "U3", "1", "+5V", RIGHT, "5"),  # it stands on its head
        ("controller", "J1", "1", "GND", DOWN, "2"),  # the key, on the odd pins' side, at the edge
        ("controller", "JP1", "1", "VBUS", UP, "3"),
        ("controller", "JP1", "3", "EXT_5V", DOWN, "1"),
        ("controller", "J3", "1", "EXT_IN", DOWN, "2"),  # plus is away from the USB edge
        ("strip8", "C11", "1", "VSENS", LEFT, "2"),  # its left end is measured
        ("strip8", "C15", "1", "VSENS", LEFT, "2"),  # and so on every square
        ("strip9", "C15", "1", "VSENS", LEFT, "2"),
        ("strip8", "C15", "2", "GND", RIGHT, "1"),
        ("strip8", "U15", "1", "VSENS", LEFT, "3"),
        ("strip8", "U15", "1", "VSENS", UP, "2"),
        ("strip8", "U15", "3", "GND", RIGHT, "1"),
        ("strip8", "J1", "2", "+3V3", RIGHT, "19"),  # pin 2 is towards file h,
        ("strip8", "J1", "2", "+3V3", UP, "1"),  # in the row away from White
        ("strip8", "J1", "1", "GND", DOWN, "2"),  # keys face White
        ("strip8", "J2", "1", "GND", DOWN, "2"),
        ("strip8", "J3", "1", "+5V", LEFT, "2"),
        ("strip8", "J4", "1", "+5V", LEFT, "2"),
    ],
)
def test_pads_are_where_the_guide_says(
    board: str, ref: str, number: str, net: str | None, side: tuple[int, int], other: str
) -> None:
    """Read left, upper and so on as on the page: White's side of a strip is below."""
    found, x, y = pad(board, ref, number)
    assert found == net or net is None
    _, other_x, other_y = pad(board, ref, other)
    assert (x - other_x) * side[0] + (y - other_y) * side[1] > 0.5


@pytest.mark.parametrize("board", ["strip8", "strip9"])
def test_the_capacitor_to_measure_at_is_above_its_sensor(board: str) -> None:
    assert pad(board, "C15", "1")[2] < pad(board, "U15", "1")[2]


def test_the_controller_shows_the_jumper_s_supplies_and_the_slots_of_j2() -> None:
    drawn = DRAWN()["solder_controller.svg"]

    def height(text: str) -> float:
        found = re.search(rf'y="([\d.]+)"[^>]*>{text}<', drawn)
        assert found is not None, text
        return float(found[1])

    assert height("USB") < height("EXT")
    # C2 is above J2, and so are the slots in its wall; their name is beside them.
    assert height("C2 100u") < height("slots") < height("J2 PIXELS")
    assert drawn.count('fill="white" stroke="#c01818"') == 2


def test_ribbon_in_is_towards_white_and_5_v_in_towards_file_a() -> None:
    assert pad("strip8", "J1", "1")[2] > pad("strip8", "J2", "1")[2]
    assert pad("strip8", "J3", "1")[1] < pad("strip8", "J4", "1")[1]


def test_the_drawing_of_the_plugs_names_the_sides_of_a_strip_from_below() -> None:
    drawn = plugs_below()

    def place(text: str) -> tuple[float, float]:
        (found,) = re.findall(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{text}<', drawn)
        return float(found[0]), float(found[1])

    assert place("file a")[0] > place("file h")[0]
    assert place("White's side, ranks before")[1] > place("J1 RIBBON IN")[1]
    assert place("J1 RIBBON IN")[1] > place("J2 RIBBON OUT")[1]
    assert place("J2 RIBBON OUT")[1] > place("Black's side, ranks after")[1]
    assert place("J3 5 V IN")[0] > place("J4 5 V OUT")[0]
    assert place("slots")[1] > place("J3 5 V IN")[1]


NETS = {
    "VBUS (pin 40)": "VBUS",
    "GND (pin 38): black probe": "GND",
    "3V3 (pin 36)": "+3V3",
    "middle pin of JP1": "5V_SRC",
    "+ of J3": "EXT_IN",
    "+ of J2": "+5V",
    "- of J2 (GND)": "GND",
    "left end of C11: VSENS": "VSENS",
    "right end of C11: GND": "GND",
    "+ of 5 V IN": "+5V",
    "pin 2 of RIBBON IN: 3V3": "+3V3",
}
"""Net by the name of a place to measure at, from the guide's tables of ohms and volts."""


@pytest.mark.parametrize(("board", "probes"), [("controller", CONTROLLER), ("strip8", STRIP)])
def test_the_drawn_places_to_measure_at_are_on_the_nets_of_the_guide(
    board: str, probes: Sequence[Probe]
) -> None:
    for probe in probes:
        assert pad(board, probe.ref, probe.pad)[0] == NETS[probe.text], probe.text
        assert f">{probe.text}</text>" in DRAWN()[f"measure_{board.rstrip('8')}.svg"]
    (section,) = re.findall(r"^## 5\. .*?(?=^## 6\.)", GUIDE, re.M | re.S)
    for place in ("VBUS (pin 40)", "3V3 (pin 36)", "middle pin of JP1", "+ of J2", "+ of J3"):
        assert f"| {place}" in section
    assert "pin 2 of RIBBON IN" in section
    assert "end of C11" in section


def test_a_part_that_is_moved_is_measured_there(tmp_path: Path) -> None:
    move(copied("controller", tmp_path).pcb, "JP1", 1.0)
    assert measure_controller(tmp_path) != DRAWN()["measure_controller.svg"]


@pytest.mark.parametrize("ref", ["J1", "J3"])
def test_a_connector_that_is_turned_is_drawn_so(tmp_path: Path, ref: str) -> None:
    turn(copied("strip8", tmp_path).pcb, ref)
    assert plugs_below(tmp_path) != plugs_below()


def test_a_part_that_is_moved_is_drawn_there(tmp_path: Path) -> None:
    move(copied("controller", tmp_path).pcb, "SW1", 1.0)
    assert controller(tmp_path) != DRAWN()["solder_controller.svg"]
