"""Diagnosis: limits of measured values and the findings' sentences."""

from __future__ import annotations

import pytest

from hardware import field_margin
from host.maintenance import diagnosis
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from simulator.board.reference_build import NOISE_MT

STRIPS = Wiring(8, 8, "1" * 8)
QUARTERS = Wiring(8, 8, "1111")
CHAIN = Wiring(9, 9, "1")
ONS = [3.5] * 64
WELL = {"lines_bad": "0", "lines_lost": "0", "scan_us": "7000", "free": "90000"}


def sentences(found: list[Finding]) -> str:
    """Join severity and sentence of all findings."""
    return " | ".join(f"{each.severity.value}: {each.sentence}" for each in found)


def test_the_parts_to_look_at_are_those_of_the_build() -> None:
    assert STRIPS.solder_joints(28) == "check the solder joints of U15 on strip 4"
    assert QUARTERS.solder_joints(28) == "check the sensor on channel 12 of multiplexer 2"
    assert QUARTERS.solder_joints(63) == "check the sensor on channel 15 of multiplexer 4"
    assert CHAIN.solder_joints(80).startswith("check input 81 of the chain")
    assert STRIPS.led_joints(28) == "check the solder joints of D5 on strip 4"
    assert CHAIN.led_joints(80) == "check LED 81 of the chain"


def test_only_the_squares_of_a_missing_part_are_away() -> None:
    assert [c for c in range(64) if Wiring(8, 8, "11011111").is_missing(c)] == list(range(16, 24))
    second = [c for c in range(64) if Wiring(8, 8, "1011").is_missing(c)]
    assert second == [c for c in range(32) if c % 8 >= 4]
    assert all(Wiring(9, 9, "0").is_missing(cell) for cell in range(81))


def test_a_board_whose_figures_are_usual_gives_no_finding() -> None:
    assert diagnosis.check_diagnostics(WELL, "9c0e", None, 0) == []


@pytest.mark.parametrize(
    ("diag", "weight", "words"),
    [
        ({"scan_us": "15001"}, FaultSeverity.FAULT, "A scan takes 15.0 ms, more than 15"),
        ({"free": "7999"}, FaultSeverity.REMARK, "Only 7999 bytes"),
        (
            {"lines_bad": "2", "lines_lost": "3"},
            FaultSeverity.REMARK,
            "5 on the way to the board, 0 on",
        ),
    ],
)
def test_a_figure_beyond_its_limit_is_told(
    diag: dict[str, str], weight: FaultSeverity, words: str
) -> None:
    (found,) = diagnosis.check_diagnostics({**WELL, **diag}, "9c0e", None, 0)
    assert found.severity is weight
    assert words in found.sentence


def test_memory_that_the_board_does_not_know_is_no_finding() -> None:
    assert diagnosis.check_diagnostics({**WELL, "free": "0"}, "9c0e", None, 0) == []


def test_missing_calibration_old_trouble_and_lines_lost_here_are_told() -> None:
    told = sentences(diagnosis.check_diagnostics(WELL, None, "OSError: x", 4))
    assert "never calibrated" in told
    assert "./kamisado calibrate" in told
    assert "has failed before: OSError: x" in told
    assert "0 on the way to the board, 4 on the way back" in told


@pytest.mark.parametrize(
    ("wiring", "words"),
    [
        (Wiring(8, 8, "11101111"), "The strip 4 does not answer"),
        (Wiring(8, 8, "1110"), "The multiplexer 4 does not answer"),
        (Wiring(8, 8, "0"), "The chain of sensors does not answer"),
    ],
)
def test_a_missing_part_is_named(wiring: Wiring, words: str) -> None:
    (found,) = diagnosis.check_parts(wiring)
    assert found.sentence.startswith(words)
    assert found.severity is FaultSeverity.FAULT


def levels(**squares: float) -> list[float]:
    """Return fields of these squares; 0 for all others."""
    felt = [0.0] * 64
    for name, mt in squares.items():
        felt["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = mt
    return felt


def snapshot(**squares: str) -> str:
    """Return letters of these squares; empty for all others."""
    letters = ["."] * 64
    for name, letter in squares.items():
        letters["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = letter
    return "".join(letters)


def test_squares_near_their_threshold_are_told_and_others_are_not() -> None:
    felt = levels(a1=35, b1=5.5, c1=-5.7, d4=2.0, e4=2.2, f4=-2.2)
    shown = snapshot(a1="n", b1="n", c1="s")
    found = diagnosis.check_levels(STRIPS, shown, felt, ONS)
    assert [each.square for each in found] == ["b1", "e4", "f4"]
    assert "1.6 times its threshold: straighten the tower" in found[0].sentence
    assert "e4 is empty and feels 2.2 mT, close to the 3.5 mT" in found[1].sentence


def test_an_unsure_square_is_told() -> None:
    (found,) = diagnosis.check_levels(STRIPS, snapshot(d4="?"), levels(d4=9), ONS)
    assert "d4 cannot tell which side" in found.sentence


def test_an_empty_board_shows_what_is_off_and_what_is_noisy() -> None:
    samples = [levels(e4=5, c3=1.3 * sign, b2=0.4 * sign) for sign in (-1, 1, -1, 1)]
    found = diagnosis.check_empty_board(STRIPS, samples, ONS)
    assert [each.square for each in found] == ["c3", "e4"]
    assert "jumps about by 1.3 mT" in found[0].sentence
    assert "feels 5.0 mT with nothing on it" in found[1].sentence


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_zero_of_a_good_sensor_is_no_fault_before_a_calibration(sign: int) -> None:
    before = field_margin.uncalibrated()
    ons = [before.on_mt] * 64
    good_mt = field_margin.largest_zero_mt() + 2 * NOISE_MT
    assert diagnosis.check_empty_board(STRIPS, [levels(e4=sign * good_mt)], ons) == []
    bad_mt = before.off_mt - field_margin.neighbours_mt(field_margin.PUSHED_MM)
    (found,) = diagnosis.check_empty_board(STRIPS, [levels(e4=sign * bad_mt)], ons)
    assert found.square == "e4", "with its neighbours it would never let go"


def test_a_lamp_that_misses_one_colour_is_not_dead() -> None:
    found = diagnosis.check_leds(STRIPS, {"red": [3], "green": [3, 9], "blue": [3]})
    assert [each.square for each in found] == ["d1", "b2"]
    assert "d1 does not light at all" in found[0].sentence
    assert "b2 does not light in green" in found[1].sentence


def test_a_rank_without_any_light_is_one_finding() -> None:
    dark = [*range(8, 16), 20]
    found = diagnosis.check_leds(STRIPS, dict.fromkeys(("red", "green", "blue"), dark))
    assert len(found) == 2
    assert found[0].sentence.startswith("No square of rank 2 lights")
    assert found[1].square == "e3"


def test_the_map_has_the_last_rank_on_top() -> None:
    lines = diagnosis.format_levels(
        STRIPS, snapshot(a1="n", h8="s"), levels(a1=35.2, h8=-34.8), ONS
    )
    assert lines[0].startswith(" 8    0.0.")
    assert lines[0].endswith(" -34.8s")
    assert lines[7].startswith(" 1   35.2n")
    assert lines[8].split() == list("abcdefgh")
    assert lines[9].endswith("A tower is seen from 3.5 mT on.")
    of_its_own = diagnosis.format_levels(STRIPS, snapshot(), levels(), [2.0, *ONS[1:]])
    assert "from 2.0 to 3.5 mT (each square has its own) on" in of_its_own[9]


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([], "The board is fine."),
        ([FaultSeverity.FINE], "The board is fine."),
        ([FaultSeverity.REMARK], "The board works; 1 thing to note."),
        ([FaultSeverity.REMARK] * 2, "The board works; 2 things to note."),
        ([FaultSeverity.FAULT], "The board needs attention: 1 fault."),
        (
            [FaultSeverity.FAULT, FaultSeverity.FAULT, FaultSeverity.REMARK],
            "The board needs attention: 2 faults, and 1 to note.",
        ),
    ],
)
def test_the_verdict_counts(weights: list[FaultSeverity], words: str) -> None:
    assert str(diagnosis.verdict([Finding(weight, "x") for weight in weights])) == words
