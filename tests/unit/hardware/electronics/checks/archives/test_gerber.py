"""The reader of Gerber layers, on small files, and against another program on the boards' own."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from hardware.electronics.checks.archives import gerber
from hardware.electronics.checks.archives.archive import LAYERS
from hardware.electronics.design.boards import NAMES
from tests.support.require import require
from tests.unit.hardware.electronics.checks.archives.upload import committed

HEAD = "%FSLAX45Y45*%\n%MOMM*%\n%ADD10C,0.2*%\nG01*\nD10*\n"


def box(text: str, head: str = HEAD) -> tuple[float, ...]:
    """Return the rounded box of a file with these commands."""
    return tuple(round(edge, 3) for edge in gerber.read(f"{head}{text}\nM02*\n").box)


def test_a_stroke_reaches_half_its_width_beyond_its_ends() -> None:
    assert box("X100000Y200000D02*\nX300000Y200000D01*") == (0.9, 1.9, 3.1, 2.1)


def test_a_coordinate_that_is_left_out_stays_as_it_was() -> None:
    assert box("X100000Y200000D02*\nX300000D01*\nY400000D01*") == (0.9, 1.9, 3.1, 4.1)


@pytest.mark.parametrize(
    ("head", "draws"),
    [
        ("%FSLAX24Y24*%%MOIN*%%ADD10C,0.1*%D10*", "X10000Y20000D03*"),
        ("%FSLAX36Y36*%%MOIN*%%ADD10C,0.1*%D10*", "X1000000Y2000000D03*"),
        ("%FSTAX24Y24*%%MOIN*%%ADD10C,0.1*%D10*", "X01Y02D03*"),
        ("%FSLAX24Y24*%G70*%ADD10C,0.1*%G54D10*", "X10000Y20000D3*"),
        ("%FSLAX43Y43*%%MOMM*%%ADD10C,2.54*%D10*", "X25400Y50800D03*"),
    ],
)
def test_formats_and_units_give_the_same_place(head: str, draws: str) -> None:
    assert box(draws, head) == (24.13, 49.53, 26.67, 52.07)


def test_arcs_reach_as_far_as_their_circle_does() -> None:
    """From the right over the top to the left, and a full circle."""
    half = "G75*\nX300000Y200000D02*\nG03X100000Y200000I-100000J0D01*"
    assert box(half) == (0.9, 1.9, 3.1, 3.1)
    lower = "G75*\nX300000Y200000D02*\nG02X100000Y200000I-100000J0D01*"
    assert box(lower) == (0.9, 0.9, 3.1, 2.1)
    full = "G75*\nX300000Y200000D02*\nG03X300000Y200000I-100000J0D01*"
    assert box(full) == (0.9, 0.9, 3.1, 3.1)


def test_a_region_is_filled_without_a_pen() -> None:
    outline = "X0Y0D02*\nX200000Y0D01*\nX200000Y100000D01*\nX0Y0D01*"
    layer = gerber.read(f"{HEAD}G36*\n{outline}\nG37*\nM02*")
    assert layer.box == (0, 0, 2, 1)
    assert layer.is_dark((1.5, 0.5))
    assert not layer.is_dark((0.5, 0.6))


@pytest.mark.parametrize(
    ("aperture", "wanted"),
    [
        ("R,2X1", (-1, -0.5, 1, 0.5)),
        ("O,1X3", (-0.5, -1.5, 0.5, 1.5)),
        ("P,2X4", (-1, -1, 1, 1)),
        ("P,2X4X45", (-0.707, -0.707, 0.707, 0.707)),
        ("Two,0.5X2", (-0.5, -0.5, 4.5, 0.5)),
        ("Box,1X2", (-1, -0.5, 1, 0.5)),
    ],
)
def test_apertures_have_their_sizes(aperture: str, wanted: tuple[float, ...]) -> None:
    """Two: a disc and one at the right; Box: an outline turned by a quarter."""
    macros = "%AMTwo*1,1,$1+$1,0,0*$3=$2x2*1,1,2x$1,$3,0*%\n"
    macros += "%AMBox*0 a comment*4,1,4,-$1/2,-$2/2,$1/2,-1,$1/2,1,-0.5,1,-0.5,-1,90*%\n"
    head = f"%FSLAX45Y45*%%MOMM*%\n{macros}%ADD11{aperture}*%D11*"
    assert box("X0Y0D03*", head) == wanted


def test_what_is_taken_away_is_not_dark_and_what_comes_later_is() -> None:
    text = f"{HEAD}%ADD11C,1*%D11*X0Y0D03*%LPC*%D10*X0Y0D03*"
    assert not gerber.read(f"{text}M02*").is_dark((0, 0))
    assert gerber.read(f"{text}M02*").is_dark((0.3, 0))
    assert gerber.read(f"{text}%LPD*%X0Y0D03*M02*").is_dark((0, 0))


def test_attributes_name_the_file_the_pad_and_the_part() -> None:
    layer = gerber.read(
        "%TF.FileFunction,Copper,L1,Top*%%FSLAX45Y45*%%MOMM*%%TA.AperFunction,ViaPad*%%ADD10C,1*%"
        "%TD*%D10*%TO.P,U1,7,OUT*%X0Y0D03*%TD*%X0Y0D03*M02*"
    )
    assert layer.attributes == {"FileFunction": "Copper,L1,Top"}
    assert [(item.part, item.function) for item in layer.items] == [
        (("U1", "7"), "ViaPad"),
        (("", ""), "ViaPad"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{HEAD}X0Y0D03*", "cut off"),
        (f"{HEAD}X0Y0D03*M02*X1Y1D03*", "behind its end"),
        (f"{HEAD}%MIA1B0*%M02*", "MIA1B0"),
        (f"{HEAD}%IPNEG*%M02*", "IPNEG"),
        (f"{HEAD}%LMX*%M02*", "LMX"),
        (f"{HEAD}%SRX2Y1I10J0*%M02*", "SRX2Y1"),
        ("%FSLIX45Y45*%M02*", "FSLI"),
        ("%FSLAX45Y45*%%ADD10C,1*%M02*", "before the unit"),
        ("%MOMM*%%ADD10C,1*%D10*X0Y0D03*M02*", "before the unit or the format"),
        (f"{HEAD}D11*X0Y0D03*M02*", "D11 is not defined"),
        (f"{HEAD}G36*X0Y0D02*X1Y0D01*X1Y1D01*G37*M02*", "open"),
        (f"{HEAD}%ADD11R,1X1*%D11*X0Y0D02*X1Y1D01*M02*", "not round"),
        (f"{HEAD}G02X1Y1I1J0D01*M02*", "G75"),
        (f"{HEAD}X0Y0*M02*", "X0Y0"),
        ("<html>not found</html>", "stands outside"),
        ("%AMHole*1,0,1,0,0*%%FSLAX45Y45*%%MOMM*%%ADD10Hole*%M02*", "takes something away"),
    ],
)
def test_what_another_program_could_read_otherwise_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        gerber.read(text)


@pytest.mark.slow
def test_gerbv_sees_the_same_boxes(tmp_path: Path) -> None:
    """Its pictures without a border are as large as the layers are; around copper that is filled
    gerbv counts the width of the last pen as well."""
    require(shutil.which("gerbv") is not None, "there is no gerbv")
    for board in NAMES:
        for end in LAYERS:
            text = committed(board).files[end]
            source, picture = tmp_path / end, tmp_path / f"{board}.png"
            source.write_text(text, "utf-8")
            command = ["gerbv", "--export=png", "--dpi=254", "--border=0", f"--output={picture}"]
            subprocess.run([*command, str(source)], check=True, capture_output=True)
            left, lower, right, upper = gerber.read(text).box
            more = 0.9 if "_Cu" in end else 0.1
            tenths = struct.unpack(">II", picture.read_bytes()[16:24])
            for seen, length in zip(tenths, (right - left, upper - lower), strict=True):
                assert length - 0.1 < seen / 10 < length + more, (board, end)
