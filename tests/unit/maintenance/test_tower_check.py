"""Tower check: faults of wires and sensors, and the reach of towers."""

from __future__ import annotations

import pytest

from host.maintenance import tower_check
from host.maintenance.diagnosis import FaultSeverity, Wiring
from simulator.board.magnetic_field import field_mt
from simulator.board.reference_build import SENSOR_MM

STRIPS = Wiring(8, 8, "1" * 8)
FULL = 35.0


def felt_at(*cells: int, mt: float = FULL) -> list[float]:
    """Return the fields of a tower felt on these cells."""
    return [mt if cell in cells else 0.1 for cell in range(64)]


def diagonal(rows: dict[int, int], files: dict[int, int]) -> dict[int, list[float]]:
    """Return the fields of a tower on a1, b2, ... h8 with these wires swapped."""
    return {9 * at: felt_at(8 * rows.get(at, at) + files.get(at, at)) for at in range(8)}


def test_a_board_that_is_wired_well_has_no_findings() -> None:
    assert tower_check.check_placements(STRIPS, diagonal({}, {})) == []
    assert tower_check.check_sweep(STRIPS, [FULL] * 64) == []


@pytest.mark.parametrize(
    ("rows", "files", "words"),
    [
        ({1: 4, 4: 1}, {}, ["Ranks 2 and 5 are swapped: check the ribbon"]),
        ({}, {0: 7, 7: 0}, ["Files a and h are swapped: check the order of the columns"]),
        ({0: 1, 1: 0}, {5: 6, 6: 5}, ["Ranks 1 and 2 are swapped", "Files f and g are swapped"]),
        (
            {0: 1, 1: 2, 2: 0},
            {},
            ["rank 1 is felt on 2", "rank 2 is felt on 3", "rank 3 is felt on 1"],
        ),
    ],
)
def test_rows_and_files_that_lead_elsewhere_are_named(
    rows: dict[int, int], files: dict[int, int], words: list[str]
) -> None:
    found = tower_check.check_placements(STRIPS, diagonal(rows, files))
    assert len(found) == len(words)
    for finding, part in zip(found, words, strict=True):
        assert part in finding.sentence
        assert finding.severity is FaultSeverity.FAULT


def test_a_square_that_feels_nothing_is_dead_and_one_that_feels_the_other_pole_reversed() -> None:
    placed = diagonal({}, {})
    placed[9] = [0.2] * 64
    placed[18] = felt_at(18, mt=-FULL)
    found = {each.square: each.sentence for each in tower_check.check_placements(STRIPS, placed)}
    assert set(found) == {"b2", "c3"}
    assert found["b2"].startswith("b2 reads 0.2 mT with a tower on it: sensor dead")
    assert "check the solder joints of U12 on strip 2" in found["b2"]
    assert "feels the other pole of the same tower" in found["c3"]


def test_a_sweep_tells_the_dead_the_weak_and_the_reversed() -> None:
    peaks = [FULL] * 64
    peaks[28], peaks[29], peaks[30] = 0.3, 14.0, -FULL
    found = {each.square: each.sentence for each in tower_check.check_sweep(STRIPS, peaks)}
    assert set(found) == {"e4", "f4", "g4"}
    assert "sensor dead" in found["e4"]
    assert "f4 felt 14.0 mT where the others feel 35" in found["f4"]
    assert "the other pole" in found["g4"]
    assert "g4" not in {each.square for each in tower_check.check_sweep(STRIPS, peaks, True)}


def test_a_weak_magnet_is_told_once_and_no_sensor_is_blamed() -> None:
    (found,) = tower_check.check_sweep(STRIPS, [9.0] * 64)
    assert found.square == ""
    assert "feel only 9.0 mT of a tower" in found.sentence


def test_squares_of_a_missing_strip_do_not_make_the_others_look_strong() -> None:
    wiring = Wiring(8, 8, "10000011")
    peaks = [9.0 if not wiring.is_missing(cell) else 0.0 for cell in range(64)]
    assert "feel only 9.0 mT" in tower_check.check_sweep(wiring, peaks)[-1].sentence


@pytest.mark.parametrize("on_mt", [2.0, 3.5, 5.0, 10.0, 20.0])
def test_the_reach_is_that_of_the_magnet_s_field(on_mt: float) -> None:
    """Against the simulator's field, which is worked out another way (elliptic integrals)."""
    full = field_mt(0, SENSOR_MM)
    reach_mm = tower_check.reach_mm(full, on_mt)
    assert field_mt(reach_mm, SENSOR_MM) == pytest.approx(on_mt, abs=0.6)


def test_the_reach_has_its_ends() -> None:
    assert tower_check.reach_mm(35, 36) == 0
    assert tower_check.reach_mm(35, 0.01) == 14
    assert tower_check.reach_mm(0, 3.5) == 0


def test_the_weakest_tower_is_told_and_one_that_is_hardly_seen_is_a_fault() -> None:
    levels, ons = [0.0] * 64, [3.5] * 64
    levels[0], levels[1] = 35.0, 30.0
    shown = "nn" + "." * 62
    (fine,) = tower_check.check_reach(STRIPS, shown, levels, ons)
    assert fine.severity is FaultSeverity.FINE
    assert fine.square == "b1"
    levels[1] = 9.0
    (weak,) = tower_check.check_reach(STRIPS, shown, levels, ons)
    assert weak.severity is FaultSeverity.FAULT
    assert "its magnet is weak" in weak.sentence
    assert tower_check.check_reach(STRIPS, "." * 64, levels, ons) == []


def test_each_letter_of_a_calibration_has_its_sentence() -> None:
    found = tower_check.check_calibration(STRIPS, "dwnoru.x" + "." * 56)
    assert [each.square for each in found] == ["a1", "b1", "c1", "d1", "e1", "f1"]
    for finding, word in zip(
        found, ("dead", "weak", "noisy", "10 mT", "other pole", "the other way round"), strict=True
    ):
        assert word in finding.sentence
