"""The guide: sentences that it quotes, pictures and symbols."""

from __future__ import annotations

import re

import pytest

from hardware.mechanics.design import symbols
from hardware.mechanics.design.dimensions import load
from hardware.paths import HARDWARE
from host.engine.kamisado.board import COLOURS
from host.link.discover import explain_absence
from host.maintenance import diagnosis, tower_check
from host.maintenance.diagnosis import Wiring

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
