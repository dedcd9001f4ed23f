"""The guide: sentences that it quotes, pictures and symbols."""

from __future__ import annotations

import re

import pytest

from hardware.mechanics.design import symbols
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.fabrication import cut_sheets, fasteners
from hardware.paths import HARDWARE, ROOT
from host.engine.kamisado.board import COLOURS
from host.link.discover import explain_absence
from host.maintenance import diagnosis, tower_check
from host.maintenance.diagnosis import Wiring
from host.maintenance.drive import SUPPORTED

GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")
WIRING = Wiring(8, 8, "1" * 8)
ONS = [3.5] * 64
C2 = 10


def levels(mt: float) -> list[float]:
    """Return the fields of all squares if only c2 has one."""
    return [mt if cell == C2 else 0.0 for cell in range(64)]


def at(cell: int) -> list[float]:
    """Return the fields of all squares for a tower whose field arrives at this cell."""
    return [35.0 if other == cell else 0.0 for other in range(64)]


def sentences() -> list[str]:
    """Return the sentences of the programs for the faults in the guide."""
    jumping = [levels(mt) for mt in (-1.2, 1.2)]
    standing = "".join("n" if cell == C2 else "." for cell in range(64))
    dark = {"red": range(24, 32), "blue": range(24, 32)}
    lone = {"red": [C2], "blue": [C2]}
    row_3, row_4, file_b, file_c = 16, 24, 1, C2 - 8
    found = [
        *tower_check.check_placements(WIRING, {row_3: at(row_4), row_4: at(row_3)}),
        *tower_check.check_placements(WIRING, {file_b: at(file_c), file_c: at(file_b)}),
        *tower_check.check_placements(WIRING, {C2: levels(0.4)}),
        *tower_check.check_sweep(WIRING, [-35.0 if cell == C2 else 35.0 for cell in range(64)]),
        *tower_check.check_sweep(WIRING, [12.0] * 64),
        *tower_check.check_calibration(WIRING, "xxu" + "x" * 61),
        *diagnosis.check_parts(Wiring(8, 8, "11101111")),
        *diagnosis.check_parts(Wiring(8, 8, "10111111")),
        *diagnosis.check_empty_board(WIRING, [levels(9.0)], ONS),
        *diagnosis.check_empty_board(WIRING, jumping, ONS),
        *diagnosis.check_leds(WIRING, dark),
        *diagnosis.check_leds(WIRING, lone),
        *diagnosis.check_levels(WIRING, standing, levels(5.0), ONS),
        *diagnosis.check_diagnostics({"lines_bad": "12"}, "9c0e", None, 3),
    ]
    return [finding.sentence for finding in found] + [str(explain_absence([]))]


@pytest.mark.parametrize("sentence", sentences())
def test_the_guide_quotes_what_the_programs_say(sentence: str) -> None:
    assert sentence in GUIDE


def test_every_picture_is_shown_in_the_guide_and_every_shown_one_is_there() -> None:
    shown = set(re.findall(r"\]\(pictures/([\w.]+)\)", GUIDE))
    assert shown == {path.name for path in (HARDWARE / "pictures").iterdir()}


def test_the_guide_names_the_symbols_as_they_are_drawn() -> None:
    assert sorted(symbols.colours()) == sorted(COLOURS)
    names = re.search(r"\*\*Caps\.\*\* (.*?) \|", GUIDE)
    assert names is not None
    assert [pair.split()[1] for pair in names[1].split(", ")] == symbols.colours()


def test_the_filament_is_changed_where_the_symbol_begins() -> None:
    assert f"change the filament at {load(8).tower.cap_height:g} mm" in GUIDE


def test_the_guide_gives_the_sizes_of_the_sheets() -> None:
    for squares, text in ((8, "the base {}"), (9, "(9x9: {})")):
        west, south, east, north = cut_sheets.base(load(squares)).box()
        assert text.format(f"{east - west:.0f} x {north - south:.0f}").strip(")") in GUIDE
        side = load(squares).diffuser_side
        assert f"{side:.0f} x {side:.0f}" in GUIDE


def test_the_guide_names_every_kind_of_screw_with_its_length() -> None:
    for joint in fasteners.joints(load(8)):
        for screw in joint.screws:
            assert f"M3 x {screw.length:g}" in GUIDE, joint.use
    assert "spacer (5 mm, without a thread)" in GUIDE
    assert load(8).standoff == 5


def test_every_cable_is_connected_with_the_plug_out() -> None:
    """Sections that connect or disconnect something say to pull the plug first."""
    sections = dict(re.findall(r"^##+ ([^\n]*)\n(.*?)(?=^##)", GUIDE, re.M | re.S))
    for begin in ("4. Solder", "5. First", "6. The computer", "7. Put", "One square", "Try it"):
        (text,) = (text for name, text in sections.items() if name.startswith(begin))
        words = r"[Pp]ull the (USB )?plug|while USB or a supply|plug is out|plug out"
        assert re.search(words, text), begin


def test_the_guide_names_the_line_of_the_configuration_for_9x9() -> None:
    line = "FILES, RANKS = 8, 8"
    assert f"`{line}`" in GUIDE
    assert f"\n{line}\n" in (ROOT / "firmware" / "kamiboard" / "config.py").read_text("utf-8")


def test_the_guide_names_the_drives_and_files_of_both_boards() -> None:
    for board, drive in (("raspberry_pi_pico", "RPI-RP2"), ("raspberry_pi_pico2", "RP2350")):
        assert f"`adafruit-circuitpython-{board}-en_US-10.x.x.uf2` | {drive} |" in GUIDE
    assert 10 in SUPPORTED


def test_no_address_is_left_to_be_filled_in() -> None:
    for page in HARDWARE.glob("*.md"):
        blanks = re.findall(r"<(?!https?:)[a-z][^>\n]*>", page.read_text("utf-8"))
        assert blanks == [], page.name
