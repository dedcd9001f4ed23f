"""The check of solder mask and paste, on copies of the files to order with a mistake."""

from __future__ import annotations

import re

import pytest

from tests.unit.hardware.electronics.checks.archives.upload import committed

pytestmark = pytest.mark.slow  # half a second for a board
PLATED = "PTH.drl"


def enlarged(text: str, by: float) -> str:
    """Return a layer with all pads enlarged on all sides, as a setting of the board does it."""

    def aperture(found: re.Match[str]) -> str:
        name, first, *others = re.split("[,X]", found[1])
        rounded = name.endswith("RoundRect")  # the rest are the middles of its corners
        sizes = [float(first) + (by if rounded else 2 * by)]
        sizes += [float(size) + (0 if rounded else 2 * by) for size in others]
        return f"%ADD{name}," + "X".join(f"{size:.6f}" for size in sizes) + "*%"

    return re.sub(r"%ADD(\d+[\w.]+,[^*]*)\*%", aperture, text)


@pytest.mark.parametrize("board", ["strip8", "controller"])
def test_a_mask_or_paste_of_another_margin_is_found(board: str) -> None:
    good = committed(board)
    for end, by, fault in (
        ("F_Mask.gts", 0.05, ""),  # the web between pins 0.65 mm apart is 0.15 mm wide
        ("F_Mask.gts", 0.1, "F_Mask is open too far around pads"),
        ("F_Paste.gtp", -0.1, "F_Paste is missing or too small on pads"),
    ):
        faults = good.with_file(end, enlarged(good.files[end], by)).faults()
        assert fault in faults
        assert bool(fault) == bool(faults)
    mask = good.files["F_Mask.gts"]
    closed = good.with_file("F_Mask.gts", re.sub(r"C,2\.0+\*", "C,1.1*", mask, count=1))
    assert "F_Mask is too near to fiducials: 3" in closed.faults()


def test_openings_and_paste_that_are_drawn_are_found() -> None:
    strip = committed("strip8")
    stroke = "%ADD90C,0.3*%\nD90*\nX10000000Y-4000000D02*\nX10500000Y-4000000D01*\nM02*"
    region = "G36*\nX100Y-40D02*\nX105Y-40D01*\nX105Y-41D01*\nX100Y-40D01*\nG37*\nM02*"
    outline = re.sub(r"([XY]-?\d+)", r"\g<1>00000", region)
    for drawn in (stroke, outline):
        opened = strip.edited("B_Mask.gbs", "M02*", drawn).faults()
        assert "B_Mask is open where no pad is: 1, such as at 100, -40" in opened
        pasted = strip.edited("F_Paste.gtp", "M02*", drawn).faults()
        assert "F_Paste lies beside the pads: 1, such as at 100, -40" in pasted


def test_paste_that_a_pad_lacks_or_that_flows_into_a_hole_is_found() -> None:
    strip = committed("strip8")
    pad = "X4906250Y-4105000D03*\n"
    bare = strip.edited("F_Paste.gtp", pad, "").faults()
    assert "F_Paste is missing or too small on pads: 1, such as at 49.0625, -41.05" in bare
    tool = re.search(r"(?m)^T(\d+)C0\.3", strip.files[PLATED])
    assert tool
    drilled = strip.edited(PLATED, "M30", f"T{tool[1]}\nX49.0Y-41.0\nM30").faults()
    assert "PTH has holes in pads with paste: 1, such as at 49, -41" in drilled
