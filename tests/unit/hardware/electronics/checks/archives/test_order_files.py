"""The check of the files to order, on the committed ones and on copies with a mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.electronics.checks import assembly
from hardware.electronics.checks.archives import order_files
from hardware.electronics.checks.archives.archive import DRILLS, JOB, LAYERS
from hardware.electronics.design.boards import NAMES
from hardware.electronics.fabrication import exports
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from tests.unit.hardware.electronics.checks.archives.upload import Upload, committed
from tests.unit.hardware.electronics.edits import move, remove, rewrite, set_field

pytestmark = pytest.mark.slow  # half a second for a board
PAINTED = [end for end in LAYERS if end != "Edge_Cuts.gm1"]
COPPER, OUTLINE, PLATED, OTHER = "F_Cu.gtl", "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl"


@pytest.fixture
def strip() -> Upload:
    """The files of the strip of eight squares."""
    return committed("strip8")


@pytest.fixture
def controller() -> Upload:
    """The files of the controller."""
    return committed("controller")


def bare(text: str) -> str:
    """Return a layer without all that is painted."""
    return re.sub(r"(?m)^(X-?\d+Y-?\d+.*D0[123]\*|G3[67]\*)\n", "", text)


def framed(text: str) -> str:
    """Return a layer with the frame and the corners of a drawing sheet, A3."""
    corners = (
        "%ADD99C,0.15*% D99* X1000000Y-1000000D02* X41000000Y-1000000D01* X41000000Y-28700000D01*"
    )
    return text.replace("M02*", f"{corners} X1000000Y-28700000D01* X1000000Y-1000000D01* M02*")


@pytest.mark.parametrize("board", NAMES)
def test_the_committed_files_are_the_boards(board: str) -> None:
    assert committed(board).faults() == ""


@pytest.mark.parametrize("board", NAMES)
def test_a_drawing_sheet_is_found_on_every_layer(board: str) -> None:
    good = committed(board)
    for end in PAINTED:
        faults = good.with_file(end, framed(good.files[end])).faults()
        assert f"{end.split('.')[0]} stands out of the board by" in faults
    faults = good.with_file(OUTLINE, framed(good.files[OUTLINE])).faults()
    assert "Edge_Cuts is 400 x 277 mm, not " in faults
    assert "not one closed rectangle" in faults


@pytest.mark.usefixtures("kicad")
def test_a_job_set_that_plots_the_drawing_sheet_is_found(
    copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KiCad plots it unless the job set says otherwise."""
    rewrite(copies / exports.JOBSET.name, ('"plot_drawing_sheet": false,', ""))
    monkeypatch.setattr(exports, "JOBSET", copies / exports.JOBSET.name)
    files = BoardFiles("controller", copies)
    exported = exports.run(files)
    exports.pack({n: exported[n] for n in exports.gerber_names("controller")}, files.gerbers)
    faults = " | ".join(order_files.faults(files))
    assert "Edge_Cuts is 399.989 x 277.002 mm, not 90 x 62" in faults


def test_a_board_without_its_files_is_found(copies: Path) -> None:
    files = BoardFiles("strip9", copies)
    files.placements.unlink()
    assert order_files.faults(files) == ["strip9-jlcpcb-placements.csv is missing"]


@pytest.mark.parametrize("end", [*LAYERS, *DRILLS, JOB])
def test_a_file_that_is_missing_empty_or_cut_off_is_found(strip: Upload, end: str) -> None:
    assert f"{end} is missing" in strip.with_file(end, None).faults()
    assert end in strip.with_file(end, "").faults()
    half = strip.files[end][: len(strip.files[end]) // 2]
    assert f"{end} cannot be read" in strip.with_file(end, half).faults()


@pytest.mark.parametrize("end", LAYERS)
def test_a_layer_on_which_nothing_is_painted_is_found(strip: Upload, end: str) -> None:
    assert f"{end.split('.')[0]} is empty" in strip.with_file(end, bare(strip.files[end])).faults()


def test_drills_without_a_hole_are_found(strip: Upload) -> None:
    for end in DRILLS:
        text = re.sub(r"(?m)^X.*\n", "", strip.files[end])
        assert f"{end.split('.')[0]} has no hole" in strip.with_file(end, text).faults()


def test_a_file_too_many_or_by_another_name_is_found(strip: Upload) -> None:
    more = replace(strip, files={**strip.files, "In1_Cu.g2": strip.files[COPPER]})
    assert "strip8-In1_Cu.g2 does not belong there" in more.faults()
    named = replace(strip.with_file(PLATED, None), files={**strip.files, "PTH.xln": ""})
    assert "strip8-PTH.xln does not belong there" in named.faults()


@pytest.mark.parametrize("end", PAINTED)
def test_a_layer_that_is_mirrored_moved_or_scaled_is_found(end: str) -> None:
    name = end.split(".")[0]
    for board in ("strip8", "controller"):
        good = committed(board)
        across, down = sum_of_edges(good)
        for place in (
            lambda x, y: (across - x, y),  # noqa: B023 (used at once)
            lambda x, y: (x, down - y),  # noqa: B023
            lambda x, y: (x + 0.1, y),
            lambda x, y: (30 + (x - 30) / 2, (y + 30) / 2 - 30),
        ):
            assert name in good.moved(end, place).faults()


def sum_of_edges(good: Upload) -> tuple[float, float]:
    """Return left plus right and lower plus upper edge of the outline."""
    places = re.findall(r"X(-?\d+)Y(-?\d+)", good.files[OUTLINE])
    xs, ys = zip(*((int(x) / 1e5, int(y) / 1e5) for x, y in places), strict=True)
    return min(xs) + max(xs), min(ys) + max(ys)


@pytest.mark.parametrize("board", ["strip8", "controller"])
def test_a_board_that_is_mirrored_as_a_whole_is_found(board: str) -> None:
    good = mirrored = committed(board)
    across, _ = sum_of_edges(good)
    for end in LAYERS:
        if end != OUTLINE:
            mirrored = mirrored.moved(end, lambda x, y: (across - x, y))
    for end in DRILLS:
        text = re.sub(
            r"(?m)^X([-\d.]+)", lambda found: f"X{across - float(found[1]):.3f}", good.files[end]
        )
        mirrored = mirrored.with_file(end, text)
    assert "where the board has it" in mirrored.faults()


def test_another_unit_is_found(strip: Upload) -> None:
    for end in LAYERS:
        if end != OUTLINE:
            faults = strip.edited(end, "%MOMM*%", "%MOIN*%").faults()
            assert f"{end.split('.')[0]} stands out" in faults
    assert "Edge_Cuts is 8128 x 609.6 mm" in strip.edited(OUTLINE, "MOMM", "MOIN").faults()
    for end in DRILLS:
        assert "beyond the edge" in strip.edited(end, "METRIC", "INCH").faults()
    assert "stands out" in strip.edited(COPPER, "%FSLAX45Y45*%", "%FSLAX44Y44*%").faults()


def test_an_outline_that_is_scaled_open_or_another_is_found(strip: Upload) -> None:
    by_a_tenth = strip.moved(OUTLINE, lambda x, y: (x * 1.001, y * 1.001))
    assert "Edge_Cuts is 320.32 x 24.024 mm, not 320 x 24" in by_a_tenth.faults()
    lines = strip.files[OUTLINE].splitlines(keepends=True)
    without = strip.with_file(OUTLINE, "".join(lines[:-2] + lines[-1:]))
    assert "not one closed rectangle but 3 lines" in without.faults()
    moved = strip.moved(OUTLINE, lambda x, y: (x + 5, y))
    assert "F_Cu stands out of the board" in moved.faults()
    wrong = replace(strip, files={**strip.files, OUTLINE: committed("strip9").files[OUTLINE]})
    assert "Edge_Cuts is 360 x 24 mm, not 320 x 24" in wrong.faults()


@pytest.mark.parametrize("by", [0.05, 400.0])
def test_drills_that_are_moved_are_found(strip: Upload, by: float) -> None:
    for end, fault in ((PLATED, "F_Cu has no pad around holes"), (OTHER, "NPTH has no hole at")):
        text = re.sub(
            r"(?m)^X([-\d.]+)", lambda found: f"X{float(found[1]) + by:.3f}", strip.files[end]
        )
        faults = strip.with_file(end, text).faults()
        assert (fault if by < 1 else "beyond the edge") in faults


def test_a_hole_missing_too_many_or_of_another_size_is_found(strip: Upload) -> None:
    first = re.search(r"(?m)^X.*\n", strip.files[PLATED])
    assert first is not None
    assert "PTH has no hole in pads of F_Cu" in strip.edited(PLATED, first[0], "").faults()
    more = strip.edited(PLATED, first[0], f"{first[0]}X300.0Y-45.0\n")
    assert "B_Cu has no pad around holes: 1, such as at 300, -45" in more.faults()
    small = strip.edited(OTHER, "T1C3.200", "T1C2.200")
    assert "NPTH has holes of 2.2 mm, not 3.2" in small.faults()
    assert "copper where holes" in strip.edited(OTHER, "T1C3.200", "T1C7.800").faults()
    wide = strip.edited(PLATED, "T1C0.300", "T1C0.500").faults()
    assert "F_Cu has too little copper around 0.5 mm holes" in wide
    fewer = re.sub(r"(?m)^X34\.5Y-34\.0\n", "", strip.files[OTHER])
    assert "NPTH has 7 holes, not 8" in strip.with_file(OTHER, fewer).faults()


@pytest.mark.parametrize("sides", [("F_Cu.gtl", "B_Cu.gbl"), ("F_Mask.gts", "B_Mask.gbs")])
def test_two_layers_that_are_exchanged_are_found(strip: Upload, sides: tuple[str, str]) -> None:
    one, other = sides
    texts = {one: strip.files[other], other: strip.files[one]}
    faults = replace(strip, files={**strip.files, **texts}).faults()
    assert f"strip8-{one} says that it is" in faults
    relabelled = {
        one: texts[one].replace("L2,Bot", "L1,Top").replace("mask,Bot", "mask,Top"),
        other: texts[other].replace("L1,Top", "L2,Bot").replace("mask,Top", "mask,Bot"),
    }
    assert replace(strip, files={**strip.files, **relabelled}).faults() != ""


def test_another_polarity_is_found(strip: Upload) -> None:
    negative = strip.edited(COPPER, "FilePolarity,Positive", "FilePolarity,Negative")
    assert "'Negative', not 'Positive'" in negative.faults()
    assert "IPNEG" in strip.edited(COPPER, "%LPD*%", "%IPNEG*%\n%LPD*%").faults()
    assert "F_Mask is empty" in strip.edited("F_Mask.gts", "%LPD*%", "%LPC*%").faults()


@pytest.mark.parametrize(("board", "other"), [("strip8", "strip9"), ("controller", "strip8")])
def test_two_boards_that_are_exchanged_are_found(board: str, other: str) -> None:
    good, wrong = committed(board), committed(other)
    faults = replace(wrong, pcb=good.pcb).faults(board)
    assert f"{board}-B_Cu.gbl is missing" in faults
    assert f"{other}-B_Cu.gbl does not belong there" in faults
    assert "Edge_Cuts is" in replace(good, files=wrong.files).faults()
    assert " only" in replace(good, bill=wrong.bill).faults()
    assert "is to be placed" in replace(good, placements=wrong.placements).faults()


def test_a_layer_of_an_older_state_is_found(strip: Upload) -> None:
    """One pad has moved since, on the board or on one layer only."""
    for end in (COPPER, "F_Mask.gts", "F_Paste.gtp"):
        older = re.sub(r"X4906250(Y-4105000D03)", r"X4976250\1", strip.files[end])
        assert end.split(".")[0] in strip.with_file(end, older).faults()


def test_a_board_that_has_changed_since_is_found(strip: Upload, copies: Path) -> None:
    files = BoardFiles("strip8", copies)
    text = files.pcb.read_text("utf-8")

    def faults(change: Callable[[Path], None]) -> str:
        files.pcb.write_text(text, "utf-8")
        change(files.pcb)
        return replace(strip, pcb=files.pcb).faults()

    moved = faults(lambda pcb: move(pcb, "J3", 0.1))
    assert "B_Cu has no pad 1 of J3" in moved
    assert "the drill files has 2 holes which the board's file has not" in moved
    fewer = faults(lambda pcb: remove(pcb, "R6"))
    assert "F_Cu has a pad 1 of R6, which the board has not" in fewer
    number = faults(lambda pcb: set_field(pcb, "U11", "LCSC", "C1"))
    assert "U11 is ordered as 'C266131', not as 'C1'" in number
    (track,) = re.findall(r"\n\t\(segment\n(?:\t\t.*\n)*\t\)", text)[:1]
    assert "which the board's file has not" in faults(lambda pcb: rewrite(pcb, (track, "")))
    wider = faults(lambda pcb: rewrite(pcb, (track, track.replace("(width 0.", "(width 1."))))
    assert "lacks 1 tracks of the board's file" in wider
    (via,) = re.findall(r"\n\t\(via\n(?:\t\t.*\n)*\t\)", text)[:1]
    larger = faults(lambda pcb: rewrite(pcb, (via, via.replace("(drill 0.3)", "(drill 0.4)"))))
    assert "the drill files lacks 1 holes of the board's file" in larger


def test_copper_that_is_left_out_or_added_is_found(strip: Upload) -> None:
    """A pour below, and a track above."""
    region = re.search(r"G36\*\n(?:.*\n)*?G37\*\n", strip.files["B_Cu.gbl"])
    assert region is not None
    faults = strip.edited("B_Cu.gbl", region[0], "").faults()
    assert "B_Cu lacks 1 filled areas of the board's file" in faults
    stroke = "%ADD98C,0.2*%\nD98*\nX10000000Y-4000000D02*\nX10500000Y-4000000D01*\nM02*"
    faults = strip.edited(COPPER, "M02*", stroke).faults()
    assert "F_Cu has 1 tracks which the board's file has not: 70, 10, 75, 10, 0.2" in faults


def test_mask_paste_and_print_that_spoil_pads_are_found(strip: Upload) -> None:
    head = "%ADD90C,3*%\nD90*\n"
    pad = "X4906250Y-4105000D03*\n"
    covered = strip.edited("F_Mask.gts", "M02*", f"%LPC*%\n{head}{pad}M02*").faults()
    assert "F_Mask covers pads" in covered
    opened = strip.edited("B_Mask.gbs", "M02*", f"{head}X30000000Y-4500000D03*\nM02*").faults()
    assert "B_Mask is open where no pad is: 1, such as at 300, -45" in opened
    printed = strip.edited("F_Silkscreen.gto", "M02*", f"%LPD*%\n{head}{pad}M02*").faults()
    assert "F_Silkscreen is printed on pads" in printed
    pasted = strip.edited("F_Paste.gtp", "M02*", f"{head}X5000000Y-5000000D03*\nM02*").faults()
    assert "F_Paste lies beside the pads" in pasted


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"X": 320.1', '"X": 400.0', "X = 400.0 mm, not 320"),
        ('"LayerNumber": 2', '"LayerNumber": 4', "LayerNumber = 4, not 2"),
        ('"BoardThickness": 1.6', '"BoardThickness": 0.8', "BoardThickness = 0.8, not 1.6"),
        ("strip8-B_Cu.gbl", "strip9-B_Cu.gbl", "lists other files"),
        ('"Path"', '"File"', "does not say what it should: 'Path'"),
        ('"GeneralSpecs"', '"General"', "does not say what it should: 'GeneralSpecs'"),
    ],
)
def test_a_job_file_of_another_board_is_found(
    strip: Upload, before: str, after: str, fault: str
) -> None:
    assert fault in strip.edited(JOB, before, after).faults()


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("C1,236.000000,-35.200000", "C1,206.0,-5.2", "C1 is to be placed at 206, -5.2, beside"),
        ("C1,236.000000,-35.200000", "C1,236.0,35.2", "beside its pads"),
        ("C1,236.000000,-35.200000", "C1,9.2913,-1.3858", "beside its pads"),
        ("C1,236.000000", "C1,236mm", "no numbers"),
        ("top,180\nU12", "top,0\nU12", "U11: turned by"),
        ("top,180\nU12", "top,nan\nU12", "U11 is turned by nan degrees"),
        ("U11,", "U12,", "U11 is in the bill only"),
        ("U11,", "J1,", "J1 is in the placements only"),
        ("top,", "bottom,", "the files are for the top"),
        ("Mid X", "PosX", "no column Mid X"),
    ],
)
def test_placements_that_are_wrong_are_found(
    strip: Upload, before: str, after: str, fault: str
) -> None:
    assert before in strip.placements
    changed = replace(strip, placements=strip.placements.replace(before, after, 1))
    assert fault in changed.faults()


def test_pads_and_openings_of_another_size_are_found(strip: Upload) -> None:
    pads = strip.edited(COPPER, "RoundRect,0.150000X", "RoundRect,0.050000X")
    assert "F_Cu has no pad 1 of Q1" in pads.faults()
    mask = strip.edited("F_Mask.gts", "RoundRect,0.150000X", "RoundRect,0.050000X")
    assert "F_Mask covers pads: 27" in mask.faults()
    paste = strip.edited("F_Paste.gtp", "RoundRect,0.150000X", "RoundRect,0.450000X")
    assert "F_Paste lies beside the pads: 27" in paste.faults()


def test_a_part_without_its_order_number_is_found(strip: Upload) -> None:
    for number in ("", "C266132"):
        changed = replace(strip, bill=strip.bill.replace("C266131", number))
        assert f"U11 is ordered as {number!r}, not as 'C266131'" in changed.faults()


def test_a_part_left_out_of_both_lists_is_found(controller: Upload) -> None:
    bill = re.sub(r"(?m)^.*,U3,.*\n", "", controller.bill)
    placements = re.sub(r"(?m)^U3,.*\n", "", controller.placements)
    changed = replace(controller, bill=bill, placements=placements)
    assert "U3 gets paste, but no machine places it" in changed.faults()


def test_a_file_that_is_no_archive_is_found(strip: Upload) -> None:
    lists = strip.bill.encode(), strip.placements.encode()
    (fault,) = order_files.upload_faults("strip8", b"<html>", *lists, strip.pcb)
    assert "it is no zip file" in fault


def test_a_pad_without_paste_beside_pads_with_it_is_found(strip: Upload) -> None:
    """One of the two pads of R5: it would stand up on the other."""
    faults = strip.edited("F_Paste.gtp", "X3491250Y-4200000D03*", "").faults()
    assert "strip8: R5 gets paste, but 1 of its 2 pads none" in faults


@pytest.mark.parametrize("end", ["assembly_bom", "placements"])
@pytest.mark.parametrize("coding", ["latin-1", "utf-16"])
def test_a_list_in_another_coding_is_told(copies: Path, end: str, coding: str) -> None:
    """The value of a capacitor with a Greek letter, as a spreadsheet writes it."""
    files = BoardFiles("strip8", copies)
    path: Path = getattr(files, end)
    path.write_bytes(path.read_text("utf-8").replace("C2", "C2\xb5").encode(coding))
    assert "cannot be read: it is no UTF-8" in " | ".join(order_files.faults(files))
    assert assembly.faults("strip8", pcb_file.read(files.pcb), assembly.read(files))


def test_an_archive_with_a_password_is_told() -> None:
    packed = bytearray(BoardFiles("strip8").gerbers.read_bytes())
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        packed[packed.find(mark) + flags] |= 1
    faults = order_files.upload_faults("strip8", packed, b"", b"", BoardFiles("strip8").pcb)
    assert "strip8: it cannot be unpacked: File" in " | ".join(faults)
