"""The reader of drill files, on small files."""

from __future__ import annotations

import pytest

from hardware.electronics.checks.archives import drill

HEAD = "M48\n; a comment\nFMAT,2\nMETRIC\nT1C0.300\nT2C1.000\n%\nG90\nG05\n"


def test_holes_have_the_diameter_of_their_tool() -> None:
    holes = drill.read(f"{HEAD}T1\nX1.5Y-2.0\nX3.0\nT2\nX4.0Y5.0\nM30\n")
    assert [(hole.place, hole.diameter) for hole in holes] == [
        ((1.5, -2.0), 0.3),
        ((3.0, -2.0), 0.3),
        ((4.0, 5.0), 1.0),
    ]


def test_a_slot_has_two_ends() -> None:
    (slot,) = drill.read(f"{HEAD}T2\nX1.0Y2.0G85X3.0Y2.0\nM30\n")
    assert (slot.place, slot.end) == ((1.0, 2.0), (3.0, 2.0))


def test_inches_are_converted() -> None:
    (hole,) = drill.read("M48\nINCH\nT1C0.1\n%\nT1\nX1.0Y2.0\nM30\n")
    assert hole.place == (25.4, 50.8)
    assert hole.diameter == pytest.approx(2.54)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "M48"),
        (f"{HEAD}T1\nX1.0Y2.0\n", "cut off"),
        (f"{HEAD}T1\nX1500Y-2000\nM30\n", "X1500Y-2000"),
        (f"{HEAD}T9\nX1.0Y2.0\nM30\n", "before a unit or a tool"),
        ("M48\nT1C0.3\n%\nT1\nX1.0Y2.0\nM30\n", "before a unit or a tool"),
        (f"{HEAD}T1\nR4X2.0\nM30\n", "R4X2.0"),
    ],
)
def test_what_makers_read_in_different_ways_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        drill.read(text)
