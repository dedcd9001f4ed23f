"""The check of screws, spacers and feet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.mechanics.checks import screw_stacks
from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import SIZES
from hardware.mechanics.fabrication import fasteners
from hardware.mechanics.fabrication.fasteners import Joint, Screw

EIGHT = load(8)
TWO_IN_A_SPACER = Joint(
    "into a spacer",
    4,
    (Screw(6.0, EIGHT.base_sheet), Screw(6.0, EIGHT.strip_thickness)),
    EIGHT.standoff,
    EIGHT.standoff,
)
"""A spacer of 5 mm with a screw M3 x 6 from either end, as PARTS.md once listed."""


@pytest.mark.parametrize("squares", SIZES)
def test_the_screws_of_a_board_fit(squares: int) -> None:
    assert screw_stacks.faults(load(squares)) == []


def test_two_screws_that_meet_in_a_spacer_are_found() -> None:
    (fault,) = screw_stacks.faults(EIGHT, [TWO_IN_A_SPACER])
    assert fault == "M3 x 6 and M3 x 6 (into a spacer) take 7.4 mm where 5 are free"


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(EIGHT, base_sheet=6.0), "reaches 2.0 mm into its thread, 3 are needed"),
        (replace(EIGHT, base_sheet=8.0), "reaches 1.4 mm into its thread, 2.4 are needed"),
        (replace(EIGHT, insert_depth=4.0), "M3 x 6 (nylon or brass, for the strips) take 4.4 mm"),
        (replace(EIGHT, lid=1.6), "M3 x 8 (for the case's lid) take 6.4 mm where 6 are free"),
    ],
)
def test_sizes_that_the_screws_do_not_fit_are_found(sizes: Dimensions, fault: str) -> None:
    assert fault in " | ".join(screw_stacks.faults(sizes))


def test_feet_below_the_heads_or_on_a_screw_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screw_stacks, "FOOT", (12.0, 3.5))
    assert "feet 3.5 mm high do not keep heads of 3 off the table" in screw_stacks.faults(EIGHT)
    monkeypatch.setattr(screw_stacks, "FOOT", (30.0, 5.0))
    found = " | ".join(screw_stacks.faults(EIGHT))
    assert "from the screw at" in found
    assert "does not lie on the base sheet" in found


def test_the_page_lists_every_screw_with_its_length() -> None:
    listed = fasteners.to_buy(EIGHT)
    for joint in fasteners.joints(EIGHT):
        for screw in joint.screws:
            assert listed[f"screw M3 x {screw.length:g}, {joint.use}"] == joint.quantity
    assert listed["nut M3, nylon"] == 4
